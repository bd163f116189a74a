// The variables of request collections: one for each kind of thing that a path names, with a value of the demo.
import type { Described, Document, Parameter } from './document.ts'

export interface Variable {
  name: string
  value: string
  /** What it is, and for ids that the service makes, where to read one. */
  about: string
}

export interface Variables {
  all: Variable[]
  /** A path with its variables in double braces. */
  pathOf(operation: Described): string
  /** Parameters of the query that have an example; a place in a list is of no use elsewhere. */
  queryOf(operation: Described): { name: string; value: string; about: string }[]
}

/** An id that the service made: it differs in each installation. */
const MADE = /^[0-9a-f]{8}-[0-9a-f]{4}-|^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)\S{20,}$/
const places = new Set(['cursor', 'after'])
const KEY = 'idempotency_key'
const CLIENT = 'system_client_id'

export function findVariables(document: Document): Variables {
  const { operations } = document
  const all: Variable[] = []
  const names = new Map<string, string>()
  /** Reads come first, so that what a write makes gets the longer name. */
  const inOrder = [...operations].sort(
    (one, other) => Number(one.method !== 'GET') - Number(other.method !== 'GET'),
  )
  for (const operation of inOrder) {
    for (const parameter of operation.parameters.filter((one) => one.in === 'path')) {
      const value = parameter.example === undefined ? undefined : String(parameter.example)
      const plain = clientPrefix(operation, all) + plainName(operation, parameter)
      const known = all.find(({ name }) => name === plain)
      // Of ids that the service makes, a write takes the one that is there: which one, the reader decides.
      const isAny = value === undefined || (operation.method !== 'GET' && MADE.test(value))
      const same = isAny ? known : all.find((one) => baseOf(one.name) === plain && one.value === value)
      const name = same?.name ?? (known ? freeName(plain, operation, all) : plain)
      names.set(`${operation.id} ${parameter.name}`, name)
      if (!same) all.push({ name, value: value ?? '', about: aboutOf(operation, parameter, value, document) })
    }
  }
  return {
    all,
    pathOf: ({ id, path }) =>
      document.prefix +
      path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => `{{${names.get(`${id} ${name}`)}}}`),
    queryOf: ({ parameters }) =>
      parameters
        .filter((one) => one.in === 'query' && one.example !== undefined && !places.has(one.name))
        .flatMap(({ name, example, description = '' }) =>
          (Array.isArray(example) ? example : [example]).map((value) => ({
            name,
            value: String(value),
            about: description,
          })),
        ),
  }
}

/** Header parameters; a key for a POST is needed, what makes a request conditional is not. */
export const headersOf = ({ parameters }: Described) =>
  parameters
    .filter((one) => one.in === 'header')
    .map(({ name, description = '' }) => {
      const isKey = name.toLowerCase() === 'idempotency-key'
      return { name, about: description, isNeeded: isKey, value: isKey ? `{{${KEY}}}` : '' }
    })

export const ownVariables: readonly Variable[] = [
  { name: 'host', value: 'https://localhost:8443', about: 'Where the service is.' },
  { name: 'key', value: 'your-key', about: 'The key of your login. Do not commit it.' },
  {
    name: KEY,
    value: 'first-1',
    about: 'Another one for each POST; with the same one nothing is done twice.',
  },
]

/** Things of another system client than the first have its name before theirs. */
function clientPrefix({ parameters }: Described, all: readonly Variable[]): string {
  const client = parameters.find(({ name }) => name === CLIENT)?.example
  const first = all.find(({ name }) => name === CLIENT)?.value
  return client === undefined || first === undefined || client === first
    ? ''
    : `${String(client).replaceAll(/\W/g, '_')}_`
}

/** `{id}` after `service-orders` is `service_order_id`; a variable with a name of its own keeps it. */
function plainName({ path }: Described, { name }: Parameter): string {
  const segments = path.split('/')
  const before = segments[segments.indexOf(`{${name}}`) - 1] ?? ''
  if (name !== 'id' && !name.endsWith('_id')) return name
  return before.includes('{') ? name : `${before.replace(/s$/, '').replaceAll('-', '_')}_id`
}

const baseOf = (name: string) => name.replace(/^(new|other)_/, '').replace(/_\d+$/, '')

function freeName(plain: string, { method }: Described, all: readonly Variable[]): string {
  const name = `${method === 'GET' ? 'other' : 'new'}_${plain}`
  const taken = new Set(all.map((one) => one.name))
  for (let number = 2; ; number++) {
    if (!taken.has(name)) return name
    if (!taken.has(`${name}_${number}`)) return `${name}_${number}`
  }
}

const normal = (path: string) => path.replaceAll(/\{[^}]+\}/g, '{}')

function aboutOf(
  { path }: Described,
  { name, description = '' }: Parameter,
  value: string | undefined,
  { operations }: Document,
): string {
  if (value === undefined || !MADE.test(value)) return description
  const list = path.slice(0, path.indexOf(`/{${name}}`))
  const segment = list.slice(list.lastIndexOf('/'))
  const reads = operations.filter(({ method }) => method === 'GET')
  const source =
    reads.find((one) => normal(one.path) === normal(list)) ??
    reads.find((one) => one.path.endsWith(segment)) ??
    reads.find((one) => normal(one.path) === normal(list.slice(0, list.lastIndexOf('/')))) ??
    reads.find((one) => normal(list).startsWith(`${normal(one.path)}/`))
  return `${description} Made by the service: replace it${source ? ` by one in the reply of ${source.id}` : ''}.`
}
