// The reader of barcodes with its module from our own origin; the app's cache keeps both.
import file from 'zxing-wasm/reader/zxing_reader.wasm'
import { prepareReader } from './read-picture.ts'

// Built files are in one folder, this one too.
prepareReader({ locateFile: () => new URL(file, import.meta.url).href })

export { readPicture } from './read-picture.ts'
