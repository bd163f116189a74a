// A picture that is made up, as a PNG: squares whose colours follow from its name. Pure.
import { hash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

const WIDTH = 480
const HEIGHT = 360
const SQUARE = 60

/** Another name gives another picture, the same name the same bytes. */
export function drawPicture(name: string): Buffer {
  const colours = hash('sha512', name, 'buffer')
  const rows: Buffer[] = []
  for (let y = 0; y < HEIGHT; y++) {
    // Every row begins with its filter: none.
    const row = Buffer.alloc(1 + WIDTH * 3)
    for (let x = 0; x < WIDTH; x++) {
      const square = Math.floor(y / SQUARE) * 7 + Math.floor(x / SQUARE) * 3
      for (let part = 0; part < 3; part++)
        row[1 + x * 3 + part] = colours[(square + part) % colours.length] ?? 0
    }
    rows.push(row)
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH, 0)
  head.writeUInt32BE(HEIGHT, 4)
  // Eight bits of red, green and blue each.
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
