// docs/events.md: every kind of event with its version, what it is about and its fields, from the table in the contract.
import { eventKinds } from '../contract/src/events.ts'

/** The part of a JSON schema that is shown. */
interface Shown {
  /** The name of a form that several kinds use; it is described once. */
  title?: string
  type?: string
  description?: string
  enum?: readonly string[]
  format?: string
  properties?: Record<string, Shown>
  required?: readonly string[]
  items?: Shown
  anyOf?: readonly Shown[]
  patternProperties?: Record<string, Shown>
}

interface Field {
  path: string
  isOptional: boolean
  schema: Shown
}

/** Fields of objects and of entries of lists follow the field that has them. */
function listFields(schema: Shown, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, own]) => {
    const path = `${prefix}${name}`
    const isOptional = !schema.required?.includes(name)
    const inner = innerOf(own)
    const field = { path, isOptional, schema: own }
    return inner.title ? [field] : [field, ...listFields(inner, `${path}${own.items ? '[]' : ''}.`)]
  })
}

const innerOf = (schema: Shown): Shown =>
  schema.items ?? schema.anyOf?.find(({ properties }) => properties) ?? schema

const anchorOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')

function typeOf({ type, format, enum: values, items, anyOf, title }: Shown): string {
  if (title) return `[${title}](#${anchorOf(title)})`
  if (values) return values.map((value) => `\`${value}\``).join(', ')
  if (items) return items.properties && !items.title ? 'list' : `list of ${typeOf(items)}`
  if (anyOf) return anyOf.map(typeOf).join(' or ')
  if (format === 'iso8601') return 'date-time'
  return type ?? 'any'
}

const shownField = ({ path, isOptional, schema }: Field): string =>
  `| \`${path}\`${isOptional ? '' : ' *'} | ${typeOf(schema)} | ${schema.description ?? ''} |`

const table = (fields: readonly Field[]): string[] =>
  fields.length === 0 ? [] : ['', '| field | type | |', '| --- | --- | --- |', ...fields.map(shownField)]

type Kinds = typeof eventKinds

function section(name: string, { about, when, payload, version }: Kinds[keyof Kinds]): string[] {
  const subjects = about.map((subject) => `\`${subject}/…\``).join(', ')
  const schema = payload as Shown | undefined
  return [
    `### ${name}`,
    '',
    `${when} About ${subjects}. Version ${version}.`,
    ...table(schema ? listFields(schema) : []),
    ...(schema?.patternProperties ? ['', schema.description ?? ''] : []),
    '',
  ]
}

/** The named forms in a schema, those inside of others too. */
const formsIn = (schema: Shown): Shown[] =>
  Object.values(schema.properties ?? {})
    .map(innerOf)
    .flatMap((inner) => [...(inner.title ? [inner] : []), ...formsIn(inner)])

function listForms(): string[] {
  const all = Object.values(eventKinds).flatMap(({ payload }) => (payload ? formsIn(payload as Shown) : []))
  const named = new Map(all.map((form) => [form.title as string, form]))
  return [...named]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([title, form]) => [`### ${title}`, ...table(listFields(form)), ''])
}

export function describeEvents(note: string): string {
  return [
    '# Events',
    '',
    `<!-- ${note} -->`,
    '',
    'Every change writes an event in its own transaction: kind, subject, actor, time and a payload. This page lists the kinds and their',
    'payloads; it is made from [`contract/src/events.ts`](../contract/src/events.ts). Fields with `*` are always there.',
    '',
    '- **What stays.** Kinds and fields are only added, never removed. The version of a kind goes up when a reader has to notice: a',
    '  field says something in another way, or a field that is left out begins to mean something. A field that is only added does not',
    '  change it, so readers ignore fields they do not know.',
    '- **Before and after.** Since version 2 a change says what stood there before and what stands there now. A missing `before` means',
    '  that nothing stood there. In version 1 it says nothing. A missing `answer` in a version of an answer means that it was taken back.',
    '- **Nothing personal.** Payloads name people only by the ids of their logins. A change of a contact names the fields and the row',
    '  that keeps the values, so that the values can be erased. Comments and reasons are what staff wrote about a car.',
    '- **Actors** are `login:<id>`, `support:<id>` or `system:<part of the service>`. The owner of a car is `system:owner-page`.',
    '- **Amounts** are in the currency beside them. A total is left out if a line lacks its amount.',
    '',
    '## Kinds',
    '',
    ...Object.entries(eventKinds).flatMap(([name, kind]) => section(name, kind)),
    '## Forms',
    '',
    'What payloads of several kinds contain.',
    '',
    ...listForms(),
  ].join('\n')
}
