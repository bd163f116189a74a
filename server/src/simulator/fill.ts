// Puts values in the places of a scenario that are left open, and finds values in replies. Pure.
export type Values = Readonly<Record<string, unknown>>

/**
 * Leads to a value in a reply: a text is a field, a number a place in a list, an object the first entry of a list that has these
 * fields, and `**` the first place further down from which the rest leads on.
 */
export type Path = readonly (string | number | Record<string, unknown>)[]

/** A scenario that asks for a value that is not there: a mistake in its file, or a reply that is not as expected. */
export class NothingThere extends Error {
  override name = 'NothingThere'
}

const PLACE = /\{([a-z][A-Za-z0-9]*)\}/g
const WHOLE = /^\{([a-z][A-Za-z0-9]*)\}$/

function valueNamed(name: string, values: Values): unknown {
  if (values[name] === undefined) throw new NothingThere(`{${name}} has no value`)
  return values[name]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** In an object: the fields of the part of this name, before those that the object has itself. */
export const SPREAD = '...'

/** `{name}` is the value of that name: alone it keeps its type, inside a text it is written into it. */
export function fill(given: unknown, values: Values, parts: Values = {}): unknown {
  if (typeof given === 'string') {
    const [, whole] = WHOLE.exec(given) ?? []
    if (whole !== undefined) return valueNamed(whole, values)
    return given.replaceAll(PLACE, (_, name: string) => String(valueNamed(name, values)))
  }
  if (Array.isArray(given)) return given.map((one) => fill(one, values, parts))
  if (!isObject(given)) return given
  const filled: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    if (name === SPREAD) Object.assign(filled, fill(parts[String(value)], values, parts))
    else filled[name] = fill(value, values, parts)
  }
  return filled
}

/** Whether every field is there with this value; of an object, those of its fields that are named. */
export function has(value: unknown, wanted: unknown): boolean {
  if (isObject(wanted)) {
    return isObject(value) && Object.entries(wanted).every(([name, part]) => has(value[name], part))
  }
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((part, at) => has(value[at], part))
    )
  }
  return value === wanted
}

/** Undefined if the path leads nowhere. */
export function find(value: unknown, path: Path): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  if (step === '**') return findBelow(value, rest)
  if (typeof step === 'number') return Array.isArray(value) ? find(value[step], rest) : undefined
  if (typeof step === 'string') return isObject(value) ? find(value[step], rest) : undefined
  if (!Array.isArray(value)) return undefined
  return find(
    value.find((one) => has(one, step)),
    rest,
  )
}

function findBelow(value: unknown, path: Path): unknown {
  const here = find(value, path)
  if (here !== undefined) return here
  const below = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
  for (const one of below) {
    const found = findBelow(one, path)
    if (found !== undefined) return found
  }
  return undefined
}
