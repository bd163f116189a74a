import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { bodyStyles } from './outline.ts'
import { toSvg } from './outline-svg.ts'
import { getOutline } from './outlines.ts'
import { panelName } from './panel-names.ts'

describe('an outline as SVG', () => {
  for (const style of bodyStyles) {
    test(`${style}: each panel with its name, and a picture comes of it`, async () => {
      const outline = getOutline(style)
      const svg = toSvg(outline, { title: 'Schäden', language: 'de', nameOf: (id) => panelName(id, 'de') })
      assert.equal(svg.match(/data-panel=/g)?.length, outline.panels.length)
      assert.ok(svg.includes('<title>Motorhaube</title>') && svg.includes('lang="de"'))
      const { data, info } = await sharp(Buffer.from(svg))
        .flatten({ background: '#fff' })
        .grayscale()
        .raw()
        .toBuffer({ resolveWithObject: true })
      assert.equal(info.width / info.height, 1000 / 640)
      const dark = data.filter((value) => value < 128).length / data.length
      assert.ok(dark > 0.01 && dark < 0.15, `${dark} of the picture is ink`)
    })
  }

  test('marks stand above, earlier ones below those of today', () => {
    const svg = toSvg(getOutline('saloon'), {
      marks: [
        { x: 500, y: 320, label: '1', title: 'Scratch' },
        { x: 510, y: 320, label: '2', isEarlier: true },
      ],
    })
    const [earlier, now] = [svg.indexOf('>2</text>'), svg.indexOf('>1</text>')]
    assert.ok(svg.lastIndexOf('data-panel') < earlier && earlier < now)
    assert.ok(svg.includes('<title>Scratch</title>'))
  })

  test('no text breaks out of it', () => {
    const evil = '"><script>alert(1)</script>&\u0000\ud800'
    const svg = toSvg(getOutline('van'), {
      title: evil,
      language: evil,
      nameOf: () => evil,
      fillOf: () => evil,
      marks: [{ x: 1, y: 1, label: evil, title: evil, colour: evil }],
    })
    assert.ok(!svg.includes('<script') && !svg.includes('\u0000') && svg.isWellFormed())
    assert.ok(svg.includes('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;\ufffd\ufffd'))
  })

  test('a panel can be filled', () => {
    const svg = toSvg(getOutline('suv'), { fillOf: ({ id }) => (id === 'roof' ? '#ffcc00' : undefined) })
    assert.equal(svg.match(/fill="#ffcc00"/g)?.length, 3)
  })
})
