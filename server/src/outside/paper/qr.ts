// A QR code as vectors; the caller leaves the quiet zone as white space. Dark modules of a row are one rectangle, so that viewers
// show no seams.
import { encode } from 'uqr'
import type { Ink } from './ink.ts'

export function drawQr(ink: Ink, address: string, x: number, y: number, size: number): void {
  const { data } = encode(address, { ecc: 'M', border: 0 })
  const module = size / data.length
  data.forEach((cells, rowIndex) => {
    let start = -1
    for (let column = 0; column <= cells.length; column++) {
      if (cells[column]) {
        if (start < 0) start = column
      } else if (start >= 0) {
        ink.rect(x + start * module, y + rowIndex * module, (column - start) * module, module)
        start = -1
      }
    }
  })
  ink.fill('#18222d')
}

/** What a QR code can hold at this size and still be readable on paper. */
export const fitsQr = (address: string) => /^https?:\/\/\S+$/.test(address) && address.length <= 300
