// How results of the commands on owner links look to people.
import { table } from './table.ts'
import { toMinute } from './times.ts'

// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
type Json = any
type View = (result: Json, look: { cells: number }) => string

export const ownerLinkViews: Readonly<Record<string, View>> = {
  // Only the address, so that a script can use it directly.
  'owner-link create': (it: Json) => it.url,
  'owner-link list': (links: Json, { cells }) =>
    links.length === 0
      ? 'The survey has no links.'
      : table(
          [
            { title: 'ID', value: (it: Json) => it.id },
            { title: 'KIND', value: (it: Json) => it.kind },
            { title: 'STATE', value: (it: Json) => it.state },
            { title: 'MADE (UTC)', value: (it: Json) => toMinute(it.createdAt) },
            { title: 'VALID UNTIL', value: (it: Json) => toMinute(it.validUntil) },
            { title: 'OPENED', value: (it: Json) => toMinute(it.openedAt) },
            { title: 'WATCHED', value: (it: Json) => toMinute(it.watchedAt) },
          ],
          links,
          cells,
        ),
  'owner-link withdraw': ({ withdrawn }: Json) =>
    withdrawn.length === 0 ? 'No link was still valid.' : `Withdrawn: ${withdrawn.join(', ')}`,
  'owner-link days': ({ client, days }: Json) => `Links of ${client} are valid for ${days} days from now on.`,
}
