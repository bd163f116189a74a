// Pure decisions about the log of requests: ids of a path as one text, paths without ids, positions in the log, what differs between two documents.
import type { RequestDifference } from '@walkaround/contract/app/requests.ts'
import type { Operation } from '@walkaround/contract/operation.ts'
import { type Hidden, writeHidden } from '@walkaround/contract/rules/hidden-values.ts'

/** A place in the log. */
export interface Place {
  at: Date
  number: number
}

/** Enough to find a car again, and not to look it up elsewhere. */
const SHOWN_OF_VIN = 6

/** Stays as it is when it is encoded. */
const SIMPLE = /^[\w.~-]{1,200}$/
const PARAMETER = /\{(\w+)\}/g

const namesByPath = new Map<string, readonly string[]>()

/** Asked with every request, so each path is read once. */
function namesOf({ path }: Pick<Operation, 'path'>): readonly string[] {
  let names = namesByPath.get(path)
  if (!names) {
    names = [...path.matchAll(PARAMETER)].flatMap(([, name = '']) =>
      name === 'system_client_id' ? [] : [name],
    )
    namesByPath.set(path, names)
  }
  return names
}

/** The identifiers of the path but for the client's, in their order. A VIN is personal, so only its end is kept. */
export function toObjectIds(operation: Pick<Operation, 'path'>, params: Record<string, string>): string {
  return namesOf(operation)
    .map((name) => {
      const value = params[name] ?? ''
      return toObjectId(name === 'VIN' ? `…${value.slice(-SHOWN_OF_VIN)}` : value)
    })
    .join('/')
}

/** One of them as it is stored and searched for. A lone surrogate has no encoding. */
export const toObjectId = (id: string): string =>
  SIMPLE.test(id) ? id : encodeURIComponent(id.toWellFormed().replaceAll('\0', '').slice(0, 200))

export const fromObjectIds = (text: string): string[] =>
  text === '' ? [] : text.split('/').map(decodeURIComponent)

/** More of a path is no path of the interface by far. */
const MOST_SEGMENTS = 12

/** The words that paths have apart from identifiers. */
export const wordsOf = (paths: readonly string[]): ReadonlySet<string> =>
  new Set(paths.flatMap((path) => path.split('/')).filter((segment) => !segment.includes('{')))

/** A path that the interface does not have: anything but its words may be an identifier, perhaps of a person, and is left out. */
export function maskPath(path: string, words: ReadonlySet<string>): string {
  const segments = path.split('/', MOST_SEGMENTS + 2)
  const shown = segments.slice(0, MOST_SEGMENTS + 1).map((segment) => (words.has(segment) ? segment : '…'))
  return [...shown, ...(segments.length > MOST_SEGMENTS + 1 ? ['…'] : [])].join('/')
}

/** The path as it was called, with what was kept of its identifiers. */
export function pathOf(operation: Pick<Operation, 'path'>, clientId: string, objectIds: string): string {
  const ids = objectIds.split('/')
  let next = 0
  return operation.path.replaceAll(PARAMETER, (_, name: string) =>
    name === 'system_client_id' ? encodeURIComponent(clientId) : (ids[next++] ?? ''),
  )
}

export const writePlace = ({ at, number }: Place): string => `${at.getTime()}-${number}`

/** Undefined if the text is none of ours. */
export function readPlace(text: string): Place | undefined {
  const [, at, number] = /^(\d{1,15})-(\d{1,10})$/.exec(text) ?? []
  if (at === undefined || number === undefined) return undefined
  const place = { at: new Date(Number(at)), number: Number(number) }
  return place.number <= 0x7fffffff && !Number.isNaN(place.at.getTime()) ? place : undefined
}

const EARLIER = /"\((?:(\d+) (letter|digit|character)s?|number of (\d+) characters|(\d+) (more))\)"/g

/** Earlier versions said in English what they did not keep: such a body in the form of today. Needed until their last day is dropped. */
export const fromEarlierForm = (body: string): string =>
  body.replaceAll(EARLIER, (_, count?: string, kind?: string, ofNumber?: string, more?: string) => {
    const hidden: Hidden =
      ofNumber !== undefined
        ? { kind: 'number', count: Number(ofNumber) }
        : more !== undefined
          ? { kind: 'more', count: Number(more) }
          : { kind: `${kind}s` as Hidden['kind'], count: Number(count) }
    return JSON.stringify(writeHidden(hidden))
  })

const MOST_DIFFERENCES = 100

/**
 * What was sent, beside what is stored: both without personal values. What was left out is listed if the sender replaces the whole
 * document. Fields that only the service sets are not compared.
 */
export function differencesOf(
  sent: unknown,
  stored: unknown,
  isOwned: (name: string) => boolean,
): RequestDifference[] {
  const found: RequestDifference[] = []
  const compare = (left: unknown, right: unknown, path: string): void => {
    if (found.length >= MOST_DIFFERENCES || isAbsent(left, right)) return
    if (Array.isArray(left) && Array.isArray(right)) {
      for (let index = 0; index < Math.max(left.length, right.length); index++)
        compare(left[index], right[index], `${path}[${index}]`)
    } else if (isObject(left) && isObject(right)) {
      for (const name of new Set([...Object.keys(left), ...Object.keys(right)]))
        if (path !== '' || !isOwned(name))
          compare(left[name], right[name], path === '' ? name : `${path}.${name}`)
    } else if (JSON.stringify(left) !== JSON.stringify(right)) {
      found.push({ path, ...shownAs('sent', left), ...shownAs('stored', right) })
    }
  }
  compare(sent, stored, '')
  return found
}

/** Null and absent are the same. */
const isAbsent = (left: unknown, right: unknown) =>
  (left ?? undefined) === undefined && (right ?? undefined) === undefined

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const LONGEST_SHOWN = 300

function shownAs<N extends 'sent' | 'stored'>(name: N, value: unknown): { [K in N]?: string } {
  if (value === undefined || value === null) return {}
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return { [name]: text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text } as {
    [K in N]?: string
  }
}
