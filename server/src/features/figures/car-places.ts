// Where a page of the cars behind figures ends, as opaque text that belongs to one query. Pure.
import { hash } from 'node:crypto'
import { isDate } from '@walkaround/contract/rules/days.ts'
import { problem } from '../../problems.ts'
import type { RankedPlace } from './cars-store.ts'

/** With other filters the next page would skip or repeat orders. */
const fingerprint = (filters: readonly unknown[]): string =>
  hash('sha256', JSON.stringify(filters), 'base64url').slice(0, 8)

export const writeCarPlace = ({ rank, day, orderId }: RankedPlace, filters: readonly unknown[]): string =>
  Buffer.from(JSON.stringify([fingerprint(filters), rank, day, orderId])).toString('base64url')

export function readCarPlace(
  cursor: string | undefined,
  filters: readonly unknown[],
): RankedPlace | undefined {
  if (cursor === undefined) return undefined
  const [query, rank, day, orderId] = partsOf(cursor)
  const isPlace =
    query === fingerprint(filters) &&
    /^-?\d{1,20}(\.\d{1,20})?$/.test(rank ?? '') &&
    isDate(day ?? '') &&
    orderId !== undefined &&
    !orderId.includes('\0') &&
    orderId.isWellFormed()
  if (!isPlace)
    throw problem(
      'invalidCursor',
      `cursor: ${JSON.stringify(cursor.slice(0, 40))} is not the "next" of a page of the same query; take that unchanged`,
    )
  return { rank: rank ?? '', day: day ?? '', orderId }
}

function partsOf(cursor: string): (string | undefined)[] {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return []
  }
  return Array.isArray(parts) && parts.every((one) => typeof one === 'string') ? parts : []
}
