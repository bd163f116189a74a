// How lists that may be long reply: whole in pieces, or on request page by page with the address of the next (C7).
import type { ReadyBytes, ReadyJsonPieces } from '../lib/ready-json.ts'
import { okKept, okPieces } from './reply.ts'

/** `Link` to the same query with other values of some parameters. */
export function linkToNext(address: string, query: object, next: Record<string, string>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, ...next })) {
    for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one))
  }
  return `<${address}?${parameters}>; rel="next"`
}

interface Lists<T> {
  whole(): Promise<ReadyJsonPieces<T[]>>
  page(): Promise<{ items: ReadyBytes<T[]>; cursor?: string }>
}

/** Pages are for those who ask for a size, or come with the cursor of a page. */
export async function okList<T>(
  address: string,
  query: { limit?: number; cursor?: string },
  { whole, page }: Lists<T>,
) {
  if (query.limit === undefined && query.cursor === undefined) return okPieces(await whole())
  const { items, cursor } = await page()
  if (cursor === undefined) return okKept(items)
  return { ...okKept(items), headers: { link: linkToNext(address, query, { cursor }) } }
}
