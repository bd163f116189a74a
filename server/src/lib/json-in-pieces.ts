// JSON of a value with one long list, made a few items at a time: whoever else waits has a turn in between.
import { type ReadyJsonPieces, readyJsonPieces } from './ready-json.ts'

/** The list comes last. Leaves out undefined values, as JSON does. */
export function jsonInPieces<T extends object, Name extends keyof T & string>(
  whole: T & Record<Name, readonly unknown[]>,
  name: Name,
  size: number,
): ReadyJsonPieces<T> {
  return readyJsonPieces(pieces(whole, name, size))
}

async function* pieces(
  { ...rest }: Record<string, unknown>,
  name: string,
  size: number,
): AsyncGenerator<string> {
  const items = rest[name] as readonly unknown[]
  delete rest[name]
  const before = JSON.stringify(rest).slice(0, -1)
  yield `${before}${before === '{' ? '' : ','}${JSON.stringify(name)}:[`
  for (let start = 0; start < items.length; start += size) {
    if (start > 0) await new Promise(setImmediate)
    const text = JSON.stringify(items.slice(start, start + size)).slice(1, -1)
    yield start > 0 ? `,${text}` : text
  }
  yield ']}'
}
