// How shared tablets look to people at the command line.
import { renderUnicodeCompact } from 'uqr'
import { fields, shown, table } from './table.ts'
import { toMinute } from './times.ts'

// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
type Json = any
type View = (result: Json, look: { cells: number }) => string

const states: Record<string, (it: Json) => string> = {
  paired: () => 'paired',
  waiting: (it) => `its code works until ${toMinute(it.codeExpiresAt)}`,
  over: () => 'not paired; its code is over',
}

export const tabletViews: Readonly<Record<string, View>> = {
  'tablet list': (result, { cells }) =>
    result.length === 0
      ? 'There are no shared tablets.'
      : table(
          [
            { title: 'NAME', value: (it: Json) => it.name },
            { title: 'BRANCHES', value: (it: Json) => it.branches?.join(', ') ?? 'all' },
            { title: 'LOCKS AFTER', value: (it: Json) => `${it.lockMinutes} min` },
            { title: 'STATE (UTC)', value: (it: Json) => states[it.state]?.(it) ?? it.state },
            { title: 'LAST SEEN (UTC)', value: (it: Json) => (it.seenAt ? toMinute(it.seenAt) : 'never') },
            {
              title: 'PIN LOCKED FOR',
              value: (it: Json) => it.locked?.map(({ name }: Json) => name).join(', ') ?? '',
            },
          ],
          result,
          cells,
        ),
  'tablet pair': (it) =>
    [
      fields([
        ['tablet', it.name],
        ['branches', it.branches?.join(', ') ?? 'all'],
        ['code until (UTC)', toMinute(it.codeExpiresAt)],
      ]),
      '',
      'Open this link on the device, with its camera for instance. It works once and is shown only here:',
      it.link,
      '',
      renderUnicodeCompact(it.link),
    ].join('\n'),
  'tablet rename': (it) => `The tablet is called ${shown(it.name)} now.`,
  'tablet revoke': (it) => `${shown(it.name)} is revoked: its device opens nothing any more.`,
  'login clear-pin': (it) => `${shown(it.login)} has no PIN at this client any more.`,
  'login unlock-pin': (it) => `${shown(it.login)} may try the PIN again, on every tablet.`,
}
