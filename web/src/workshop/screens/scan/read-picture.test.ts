import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readScanned } from '@walkaround/contract/rules/scanned.ts'
import { barcodeKinds, makeBarcode } from '../../../../e2e/barcodes.ts'
import { prepareReader, readPicture } from './read-picture.ts'

const vin = 'ZZZ1A2B35PX000001'

test('a VIN is read from every kind of barcode that cars and key tags have, also turned and small', async () => {
  const file = import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')
  prepareReader({ wasmBinary: new Uint8Array(readFileSync(new URL(file))).buffer })
  const read = async (kind: (typeof barcodeKinds)[number], degrees: number) => {
    const { data, info } = await (await makeBarcode(kind, vin))
      .rotate(degrees, { background: '#fff' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const picture = { data: new Uint8ClampedArray(data), width: info.width, height: info.height }
    return readPicture(picture as ImageData)
  }
  for (const kind of barcodeKinds)
    for (const degrees of [0, 90]) assert.equal(readScanned((await read(kind, degrees)) ?? '').vin, vin, kind)
})

test('a picture without a barcode says nothing', async () => {
  const [width, height] = [320, 240]
  const data = new Uint8ClampedArray(width * height * 4).fill(200)
  assert.equal(await readPicture({ data, width, height } as ImageData), undefined)
})
