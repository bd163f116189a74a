// The first script of the page: reads the device's store while the browser loads and compiles the app, which takes what was read.
import { readOpening } from './store/opening.ts'

globalThis.walkaroundOpening = readOpening()
// The app says what went wrong, when it takes it.
globalThis.walkaroundOpening.catch(() => {})
