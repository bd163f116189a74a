// Makes docs/images/outlines.png: all styles on one sheet, a few marks on the first. node tools/outlines/picture.ts
import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { toSvg } from '../../server/src/features/outlines/outline-svg.ts'
import { getOutline, listBodyStyles } from '../../server/src/features/outlines/outlines.ts'

const picture = new URL('../../docs/images/outlines.png', import.meta.url)
const COLUMNS = 3
const tile = { width: 640, height: 410, label: 34 }
const styles = listBodyStyles()

const tiles = await Promise.all(
  styles.map(async (style, i) => {
    const outline = getOutline(style)
    const at = (id: string, view: string) =>
      outline.panels.find((p) => p.id === id && p.view === view)?.centre ?? [0, 0]
    const [bonnet, door] = [at('bonnet', 'top'), at('frontLeftDoor', 'left')]
    const marks = [
      { x: bonnet[0], y: bonnet[1], label: '1' },
      { x: door[0], y: door[1], label: '2' },
      { x: door[0] + 60, y: door[1] + 10, label: '3', isEarlier: true },
    ]
    const svg = toSvg(outline, i === 0 ? { marks } : {})
    const input = await sharp(Buffer.from(svg), { density: 144 })
      .resize(tile.width, tile.height)
      .png()
      .toBuffer()
    return {
      input,
      left: (i % COLUMNS) * tile.width,
      top: Math.floor(i / COLUMNS) * (tile.height + tile.label),
    }
  }),
)
const labels = styles.map((style, i) => {
  const x = (i % COLUMNS) * tile.width + tile.width / 2
  const y = Math.floor(i / COLUMNS) * (tile.height + tile.label) + tile.height + 18
  return `<text x="${x}" y="${y}" text-anchor="middle" font-family="sans-serif" font-size="17" fill="#1f2933">${style}</text>`
})
const [width, height] = [
  COLUMNS * tile.width,
  Math.ceil(styles.length / COLUMNS) * (tile.height + tile.label),
]
const words = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${labels.join('')}</svg>`
const bytes = await sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
  .composite([...tiles, { input: Buffer.from(words), left: 0, top: 0 }])
  .png({ palette: true, colours: 64, compressionLevel: 9 })
  .toBuffer()
await writeFile(picture, bytes)
