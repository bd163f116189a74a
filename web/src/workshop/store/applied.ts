// Which changes of the outbox apply to the page of their survey. Pure.
import type { Change, OutboxItem } from './tables.ts'

/** All but those that the server refused. */
export const listApplied = (items: readonly Pick<OutboxItem, 'change' | 'state'>[]): Change[] =>
  items.filter(({ state }) => state !== 'refused').map(({ change }) => change)
