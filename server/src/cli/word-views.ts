// How commands on words look to people.
import { table } from './table.ts'

// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
type Json = any
type View = (result: Json, look: { cells: number; args: Json }) => string

export const wordViews: Readonly<Record<string, View>> = {
  'rejection-reason list': (result, look) =>
    table(
      [
        { title: 'CODE', value: (it: Json) => it.code },
        { title: 'OFFERED', value: (it: Json) => (it.isOff ? 'no' : 'yes') },
        { title: 'THE OWNER READS', value: (it: Json) => it.text },
        { title: 'STAFF READ', value: (it: Json) => it.reported },
      ],
      result,
      look.cells,
    ),
  'rejection-reason export': (result) => JSON.stringify(result, undefined, 2),
  'rejection-reason import': ({ reasons }) =>
    `The client has ${reasons.length} reasons, of which ${reasons.filter((it: Json) => !it.isOff).length} are offered.`,
}
