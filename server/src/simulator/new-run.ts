// The name of a run, part of every id it makes: short enough to be read aloud, and without letters that a VIN does not have.
import { randomInt } from 'node:crypto'

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'
const LENGTH = 4

export const newRun = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
