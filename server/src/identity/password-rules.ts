// Which passwords are refused: too short, too common, leaked elsewhere, or the login itself. Pure but for the delivered lists,
// which are read once.
import { readFileSync } from 'node:fs'
import { problem } from '../problems.ts'
import { isLeaked } from './leaked-passwords.ts'

const SHORTEST_PASSWORD = 10
export const LONGEST_PASSWORD = 256
const FEWEST_CHARACTERS = 5

const rows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'йцукенгшщзхъ',
  'фывапролджэ',
]

/** Signs that people use for letters. */
const letters: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
}

let common: ReadonlySet<string> | undefined

function commonWords(): ReadonlySet<string> {
  common ??= new Set(
    readFileSync(new URL('../../data/common-passwords.txt', import.meta.url), 'utf8').split(/\s+/),
  )
  return common
}

/** The same password typed on two keyboards may come as different code points. */
export const toNormal = (password: string): string => password.normalize('NFKC')

/** The message never contains the value, which must not appear in a reply or a log. */
export function assertPassword(password: string, login?: string): void {
  const rule = brokenPasswordRule(password, login)
  if (rule !== undefined) throw problem('weakPassword', `password: ${rule}`)
}

/** In words that follow "the password", or undefined when it may be used. */
export function brokenPasswordRule(password: string, login?: string): string | undefined {
  const rule = brokenWrittenRule(password, login)
  if (rule !== undefined) return rule
  return isLeaked(toNormal(password).toLowerCase())
    ? 'is in a list of leaked passwords; choose several unrelated words'
    : undefined
}

/** The rules that need no list of leaked passwords. */
export function brokenWrittenRule(password: string, login?: string): string | undefined {
  if (password.length < SHORTEST_PASSWORD || password.length > LONGEST_PASSWORD) {
    return `must be ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters long`
  }
  const text = toNormal(password).toLowerCase()
  if (new Set(text).size < FEWEST_CHARACTERS)
    return `must have at least ${FEWEST_CHARACTERS} different characters`
  if (login !== undefined && holdsLogin(text, toNormal(login).toLowerCase())) return 'must not be the login'
  if (isCommon(text)) return 'is one of the first that attackers try; choose several unrelated words'
  return undefined
}

/** Whether the text is the login, or the part of it before the @, surrounded only by digits and signs. */
function holdsLogin(text: string, login: string): boolean {
  const names = [login, login.split('@', 1)[0] as string]
  return names.some(
    (name) =>
      (name !== '' && text.includes(name) && lettersOf(text.replace(name, '')) === '') ||
      (lettersOf(name).length >= 3 && coresOf(text).includes(lettersOf(name))),
  )
}

const lettersOf = (text: string) => text.replaceAll(/[^\p{L}]/gu, '')

/** The text without digits and signs at both ends, as it is and with signs read as letters. */
function coresOf(text: string): string[] {
  const trimmed = text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const read = [...text].map((character) => letters[character] ?? character).join('')
  const halfRead = [...trimmed].map((character) => letters[character] ?? character).join('')
  return [lettersOf(text), lettersOf(trimmed), lettersOf(read), lettersOf(halfRead)]
}

function isCommon(text: string): boolean {
  const cores = coresOf(text)
  // Digits and signs alone are dates, telephone numbers and rows of keys.
  if (cores[0] === '' && /^\d+$/.test(text)) return true
  return cores.some((core) => isWord(core) || isRow(core)) || isRow(text)
}

/** A common word, once or several times, or two of them. */
function isWord(core: string): boolean {
  const words = commonWords()
  if (core === '') return false
  if (words.has(core)) return true
  for (let end = 3; end <= core.length - 3; end++) {
    if (words.has(core.slice(0, end)) && words.has(core.slice(end))) return true
  }
  const half = core.slice(0, core.length / 2)
  return half.length >= 3 && half + half === core && words.has(half)
}

/** Neighbours of the keyboard or the alphabet, forward, backward or over again. */
function isRow(text: string): boolean {
  if (text.length < 4) return false
  return rows.some((row) => {
    const forward = row.repeat(Math.ceil(text.length / row.length) + 1)
    return forward.includes(text) || [...forward].reverse().join('').includes(text)
  })
}
