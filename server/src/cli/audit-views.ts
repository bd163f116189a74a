// How the record of sign-ins, refusals and access changes looks to people.
import { table } from './table.ts'
import { toMinute } from './times.ts'

// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
type Json = any
type View = (result: Json, look: { cells: number }) => string

export const auditViews: Readonly<Record<string, View>> = {
  audit: (result, { cells }) =>
    result.length === 0
      ? 'Nothing is recorded.'
      : table(
          [
            { title: 'WHEN (UTC)', value: (it: Json) => toMinute(it.at) },
            { title: 'WHAT', value: (it: Json) => it.kind },
            { title: 'TIMES', value: (it: Json) => String(it.times ?? 1) },
            { title: 'OF', value: (it: Json) => it.subject ?? '' },
            { title: 'LOGIN', value: (it: Json) => it.login ?? '' },
            { title: 'KEY', value: (it: Json) => it.key ?? '' },
            { title: 'FROM', value: (it: Json) => it.address ?? '' },
            { title: 'CLIENT', value: (it: Json) => it.clientId ?? '' },
            { title: 'BY', value: (it: Json) => it.by ?? '' },
            { title: 'DETAIL', value: (it: Json) => it.detail ?? '' },
          ],
          result,
          cells,
        ),
}
