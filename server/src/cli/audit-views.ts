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
  'audit sinks': (result, { cells }) =>
    result.length === 0
      ? 'No sink is set up: see WALKAROUND_AUDIT_SYSLOG_URL and WALKAROUND_AUDIT_HTTP_URL.'
      : table(
          [
            { title: 'SINK', value: (it: Json) => it.sink },
            { title: 'LACKS', value: (it: Json) => String(it.behind) },
            { title: 'OLDEST (UTC)', value: (it: Json) => (it.oldestAt ? toMinute(it.oldestAt) : '') },
            { title: 'LAST TAKEN (UTC)', value: (it: Json) => (it.takenAt ? toMinute(it.takenAt) : '') },
            { title: 'REFUSED', value: (it: Json) => String(it.failures) },
            { title: 'IT SAID', value: (it: Json) => it.answer ?? '' },
          ],
          result,
          cells,
        ),
  'audit resend': ({ sink }) => `Everything that is kept will be sent to ${sink} once more.`,
}
