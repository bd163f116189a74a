// Finds a barcode in a picture, by ZXing compiled to WebAssembly. For browsers without a detector of their own.
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

type Overrides = NonNullable<NonNullable<Parameters<typeof prepareZXingModule>[0]>['overrides']>

/** Where the module is: our own origin, never another one. */
export const prepareReader = (overrides: Overrides): void => prepareZXingModule({ overrides })

/** As on doors and dashboards of cars, and on key tags. */
export async function readPicture(picture: ImageData): Promise<string | undefined> {
  const [found] = await readBarcodes(picture, {
    formats: ['Code39', 'Code128', 'DataMatrix', 'QRCode'],
    maxNumberOfSymbols: 1,
  })
  return found?.isValid ? found.text : undefined
}
