// A call of an operation as data, from which each language writes its code; and the texts that all of them need.
import { type Operation, pathParts } from '../document.ts'
import { toText } from '../json.ts'

export type Call = {
  readonly method: string
  /** Complete, with the ids of the document's examples. */
  readonly url: string
  /** Without the key, which no code of the page contains. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: CallBody | undefined
  /** Text, bytes for a file of this name, or nothing. */
  readonly answer: 'text' | 'none' | { readonly file: string }
  /** Whether the answer may lead to another address; clients that stay where they are must be told to go there. */
  readonly redirects: boolean
  /** Whether the service has its own authority, which the machine does not know yet. */
  readonly ownAuthority: boolean
}
/** A body as value, or the file that holds it: a long one would hide the call. */
type CallBody = { readonly value: unknown } | { readonly file: string }

/** A callback with the values of its example, for code that checks the signature. */
export type SignedExample = {
  readonly secret: string
  readonly id: string
  readonly timestamp: string
  readonly body: string
  readonly signature: string
}

export type CodeLanguage = {
  readonly id: string
  readonly name: string
  toRequest(call: Call): string
  /** Code that decides whether a callback is genuine. */
  toCheck(example: SignedExample): string
}

/** In the current folder, as the certificates page and the first steps put it there. */
export const AUTHORITY_FILE = 'walkaround-ca.crt'
export const KEY_VARIABLE = 'WALKAROUND_KEY'
/** Seconds a signature may be old, as Standard Webhooks proposes. */
export const OLDEST_SECONDS = 300

/** A longer body is read from a file, so that the code stays readable. */
const inlineBodyLength = 700

type Place = { readonly serverUrl: string; readonly ownAuthority: boolean }

export function toCall(operation: Operation, { serverUrl, ownAuthority }: Place): Call {
  const needed = operation.parameters.filter(({ required }) => required)
  const query = needed.filter((parameter) => parameter.in === 'query')
  const search = query.map(({ name, example }) => `${name}=${encodeURIComponent(toText(example))}`).join('&')
  const own = needed.filter((parameter) => parameter.in === 'header')
  const type = operation.body?.contentType
  return {
    method: operation.method,
    url: `${serverUrl}${toExamplePath(operation)}${search === '' ? '' : `?${search}`}`,
    headers: {
      ...(type === undefined ? {} : { 'Content-Type': type }),
      ...Object.fromEntries(own.map(({ name, example }) => [name, toText(example)])),
    },
    body: toCallBody(operation),
    answer: toAnswerKind(operation),
    redirects: operation.replies.some(({ status }) => status === '302'),
    ownAuthority,
  }
}

/** `standIns`: what replaces an id, by the part of the path before it. */
export function toExamplePath(operation: Operation, standIns: Readonly<Record<string, string>> = {}): string {
  return pathParts(operation.path)
    .map(({ name, text, before }) => {
      if (name === undefined) return text
      const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name)
      // Without an example, a name in capitals: braces are read as a list of addresses by curl.
      return (
        standIns[before] ??
        (encodeURIComponent(toText(parameter?.example)) || name.replace(/[^A-Za-z0-9]+/g, '_').toUpperCase())
      )
    })
    .join('/')
}

function toCallBody({ body }: Operation): CallBody | undefined {
  if (body === undefined) return undefined
  if (!body.contentType.includes('json')) return { file: 'body.bin' }
  const value = body.examples[0]?.value ?? {}
  return toSourceJson(value).length > inlineBodyLength ? { file: 'body.json' } : { value }
}

function toAnswerKind({ replies }: Operation): Call['answer'] {
  const contentType = replies.find(({ status }) => status.startsWith('2'))?.contentType ?? ''
  if (contentType === '') return 'none'
  if (/json|text/.test(contentType)) return 'text'
  const ending = /^[a-z]+\/([a-z0-9]+)$/.exec(contentType)?.[1]
  return { file: ending === undefined ? 'answer' : `answer.${ending.replace('jpeg', 'jpg')}` }
}

/** Characters that end a line in some languages, or that nobody can see. */
const unseen = /[\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

/** JSON that can stand in the source of any language: what cannot be seen is written as an escape. */
export function toSourceJson(value: unknown, indent = 2): string {
  return (JSON.stringify(value, null, indent) ?? 'null').replace(
    unseen,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The lines after the first, moved to the right. */
export function indented(text: string, by: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(by)}`)
}
