// JSON text that was made where it is cheapest: in the database, or from pieces kept in memory. Its type says what it contains;
// only tests can check that, so a value that is available goes through toJson or is passed as it is.
declare const holds: unique symbol

export type ReadyJson<T> = string & { readonly [holds]: T }
/** The same in pieces, for a text too long to hold in memory. */
export type ReadyJsonPieces<T> = AsyncIterable<string> & { readonly [holds]: T }

/** The same as bytes that are sent more than once; nobody changes them. */
export type ReadyBytes<T> = Buffer & { readonly [holds]: T }

/** Asserts the type of a text. */
export const readyJson = <T>(text: string) => text as ReadyJson<T>
export const readyJsonPieces = <T>(pieces: AsyncIterable<string>) => pieces as ReadyJsonPieces<T>
export const toReadyBytes = <T>(json: ReadyJson<T>) => Buffer.from(json) as Buffer as ReadyBytes<T>
/** Asserts the type of bytes. */
export const readyBytes = <T>(bytes: Buffer) => bytes as ReadyBytes<T>
/** For short texts that are kept: in memory of their own, not in a part of a larger one that would be kept with them. */
export function toOwnBytes<T>(json: ReadyJson<T>): ReadyBytes<T> {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(json))
  bytes.write(json)
  return readyBytes(bytes)
}
/** Leaves out undefined values. */
export const toJson = <T>(value: T) => JSON.stringify(value) as ReadyJson<T>

/** An array of texts. */
export const toJsonArray = <T>(texts: readonly ReadyJson<T>[]) => readyJson<T[]>(`[${texts.join(',')}]`)
