// JSON text that was made where it is cheapest: in the database, or from pieces kept in memory. Its type says what it contains;
// only tests can check that, so a value that is available goes through toJson or is passed as it is.
declare const holds: unique symbol

export type ReadyJson<T> = string & { readonly [holds]: T }
/** The same in pieces, for a text too long to hold in memory. */
export type ReadyJsonPieces<T> = AsyncIterable<string | Buffer> & { readonly [holds]: T }

/** The same as bytes that are sent more than once; nobody changes them. */
export type ReadyBytes<T> = Buffer & { readonly [holds]: T }

/** Asserts the type of a text. */
export const readyJson = <T>(text: string) => text as ReadyJson<T>
export const readyJsonPieces = <T>(pieces: AsyncIterable<string | Buffer>) => pieces as ReadyJsonPieces<T>
export const toReadyBytes = <T>(json: ReadyJson<T>) => Buffer.from(json) as Buffer as ReadyBytes<T>
/** For short texts that are kept: in memory of their own, not in a part of a larger one that would be kept with them. */
export function toOwnBytes<T>(json: ReadyJson<T>): ReadyBytes<T> {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(json))
  bytes.write(json)
  return bytes as Buffer as ReadyBytes<T>
}
const comma = Buffer.from(',')

/** Items with commas between them, and what stands around them; asserts the type of the whole. */
export function joinBytes<T>(before: string, items: readonly Buffer[], after: string): ReadyBytes<T> {
  const all: Buffer[] = [Buffer.from(before)]
  for (const item of items) {
    if (all.length > 1) all.push(comma)
    all.push(item)
  }
  all.push(Buffer.from(after))
  return Buffer.concat(all) as Buffer as ReadyBytes<T>
}
/** Leaves out undefined values. */
export const toJson = <T>(value: T) => JSON.stringify(value) as ReadyJson<T>

/** An array of texts. */
export const toJsonArray = <T>(texts: readonly ReadyJson<T>[]) => readyJson<T[]>(`[${texts.join(',')}]`)
