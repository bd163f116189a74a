// How commands on words look to people.
import { ownerTextNames } from '@walkaround/contract/rules/owner-texts.ts'
import { table } from './table.ts'

// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
type Json = any
type View = (result: Json, look: { cells: number; args: Json }) => string

const wordsOf = ({ words }: Json, language: string): string =>
  (words.find((one: Json) => one.language === language) ?? words[0])?.text ?? ''

export const wordViews: Readonly<Record<string, View>> = {
  'owner-text list': ({ own, otherwise }, look) =>
    table(
      [
        { title: 'TEXT', value: (name: string) => name },
        { title: 'OWN', value: (name: string) => (own[name] === undefined ? 'no' : 'yes') },
        {
          title: 'THE OWNER READS',
          value: (name: string) => (own[name] ?? otherwise[name] ?? '').replaceAll('\n', ' / '),
        },
      ],
      [...ownerTextNames],
      look.cells,
    ),
  'owner-text export': (result) => JSON.stringify(result, undefined, 2),
  'owner-text import': (result) => {
    const languages = Object.keys(result)
    return languages.length === 0
      ? "The owner's page says everything as delivered."
      : `The owner's page has words of the client in: ${languages.join(', ')}.`
  },
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
  'phrase list': ({ phrases, language }, look) =>
    phrases.length === 0
      ? 'There are none but those that come with the service.'
      : table(
          [
            { title: 'PHRASE', value: (it: Json) => wordsOf(it, language) },
            { title: 'COLOUR', value: (it: Json) => it.status ?? '' },
            { title: 'QUESTIONS', value: (it: Json) => it.questions?.join(' ') ?? 'all' },
          ],
          phrases,
          look.cells,
        ),
  'phrase export': ({ csv }) => csv.trimEnd(),
  'phrase import': ({ phrases }) =>
    `The client has ${phrases.length} ${phrases.length === 1 ? 'phrase' : 'phrases'} of its own.`,
  'rejection-reason export': (result) => JSON.stringify(result, undefined, 2),
  'rejection-reason import': ({ reasons }) =>
    `The client has ${reasons.length} reasons, of which ${reasons.filter((it: Json) => !it.isOff).length} are offered.`,
}
