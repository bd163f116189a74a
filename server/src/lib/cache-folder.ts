// Where an installation keeps files it can make again: compiled code, the first files of a database. Next to the packages, not in
// the system's temporary folder, where others could plant code.
import { fileURLToPath } from 'node:url'

export const cacheFolder = fileURLToPath(new URL('../../../node_modules/.cache/walkaround', import.meta.url))
