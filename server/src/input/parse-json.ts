// From bytes to a JSON value: encoding, nesting and syntax (B4, A10). Does not interpret the value.
import { limits } from '@walkaround/contract/schema.ts'
import { problem } from '../problems.ts'

// Removes a leading byte-order mark and refuses anything but UTF-8.
const utf8 = new TextDecoder('utf-8', { fatal: true })

export function parseJson(body: Buffer | undefined): unknown {
  if (body === undefined || body.length === 0) throw problem('malformedJson', 'the body is empty')
  let text: string
  try {
    text = utf8.decode(body)
  } catch {
    throw problem('malformedJson', 'the body is not UTF-8')
  }
  if (isNestedTooDeep(body)) {
    throw problem('nestedTooDeep', `the body nests objects or arrays more than ${limits.nesting} levels deep`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw problem('malformedJson', describe(error, text))
  }
}

/** The parser quotes the text around the mistake, which may be personal data: only the position is passed on. */
function describe(error: unknown, text: string): string {
  const told = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
  const position = told === undefined ? firstNonToken(text.slice(0, SEARCHED_LENGTH)) : Number(told)
  if (position >= SEARCHED_LENGTH && told === undefined) return 'the body is not JSON'
  if (position >= text.length) return 'the body is not JSON: it ends too early'
  const before = text.slice(0, position).split('\n')
  return `the body is not JSON: unexpected character in line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

/** If the parser gives no position, only the beginning is searched: searching costs more than parsing. */
const SEARCHED_LENGTH = 8 * 1024

/** The parser gives no position for an invalid word. */
function firstNonToken(text: string): number {
  const token =
    /[ \t\r\n]*(?:[{}[\]:,]|"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/uy
  let position = 0
  while (token.test(text)) position = token.lastIndex
  return position + (/^[ \t\r\n]*/.exec(text.slice(position))?.[0].length ?? 0)
}

const QUOTE = 0x22
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** Checks the bytes before parsing: JSON.parse would accept a hundred thousand levels. */
function isNestedTooDeep(body: Buffer): boolean {
  const { length } = body
  let depth = 0
  for (let index = 0; index < length; index++) {
    const byte = body[index] as number
    if (byte === QUOTE) index = endOfText(body, index)
    // Most bytes outside texts are digits, commas and colons: one comparison is enough for them.
    else if (byte < OPEN_ARRAY) continue
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (++depth > limits.nesting) return true
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth--
  }
  return false
}

/** The place of the quote that ends the text begun at `start`. */
function endOfText(body: Buffer, start: number): number {
  let index = start + 1
  for (; index < body.length && body[index] !== QUOTE; index++) if (body[index] === BACKSLASH) index++
  return index
}
