// Real barcodes as pictures, and as what a camera sees. Holds no check of its own.
import { readFileSync, writeFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import { prepareZXingModule as prepareReader, readBarcodes } from 'zxing-wasm/reader'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

const writer = readFileSync(new URL(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(writer).buffer } })
const reader = readFileSync(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareReader({ overrides: { wasmBinary: new Uint8Array(reader).buffer } })

export const barcodeKinds = ['Code39', 'Code128', 'DataMatrix', 'QRCode'] as const

/** On white, with the quiet zone that it needs. */
export async function makeBarcode(kind: (typeof barcodeKinds)[number], text: string): Promise<Sharp> {
  const { svg, error } = await writeBarcode(text, { format: kind, scale: 3 })
  if (error) throw new Error(error)
  return sharp(Buffer.from(svg)).flatten({ background: 'white' }).extend({
    top: 40,
    bottom: 40,
    left: 40,
    right: 40,
    background: 'white',
  })
}

/** A film of one picture, as Chromium takes it for a camera. */
export async function writeCameraFile(path: string, text: string): Promise<void> {
  const barcode = await makeBarcode('Code39', text)
  const frame = await sharp(await barcode.png().toBuffer())
    .resize(1280, 720, { fit: 'contain', background: 'white' })
    .jpeg({ quality: 95 })
    .toBuffer()
  writeFileSync(path, Buffer.concat(Array.from({ length: 5 }, () => frame)))
}

/** What a phone reads from a picture; undefined if there is no code. */
export async function readBarcode(picture: Uint8Array): Promise<string | undefined> {
  const [found] = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] })
  return found?.isValid ? found.text : undefined
}
