// The first script of the page, run while the browser still loads the app. Reads the device's store, which the app takes over; and
// makes a format of each kind, because the first of a kind takes a slow tablet a tenth of a second.
import { readOpening } from './store/opening.ts'

globalThis.walkaroundOpening = readOpening()
// The app says what went wrong, when it takes it.
globalThis.walkaroundOpening.catch(() => {})
new Intl.NumberFormat()
new Intl.DateTimeFormat()
new Intl.PluralRules()
