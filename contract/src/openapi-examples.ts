// Adds examples to an OpenAPI document: for parameters and replies an exchange with the demo, for errors the catalogue.
import type { Json } from './openapi-schemas.ts'
import { type ProblemEntry, problems } from './problems.ts'

export interface ExampleReply {
  headers?: Record<string, string>
  body?: unknown
}

export interface ExampleExchange {
  /** Parameters of path, query and headers, by name. */
  params: Record<string, string>
  /** Only of replies; request bodies are written at their operation. */
  body?: unknown
  replies: Record<string, ExampleReply>
}

export type Responses = Record<
  string,
  { description: string; headers?: Record<string, Json>; content?: Record<string, Json> }
>
type Parameter = { name: string; schema: { type?: unknown }; example?: unknown }

/** The parts of an operation that get an example. */
interface Described {
  parameters: Parameter[]
  responses: Responses
  'x-errors': ProblemEntry[]
}

const kinds = new Map(Object.entries(problems).map(([kind, { errorCode }]) => [errorCode, kind]))

export function addExamples(operation: Described, { params, replies }: ExampleExchange): void {
  addToParameters(operation.parameters, params)
  for (const [status, { headers = {}, body }] of Object.entries(replies)) {
    const response = operation.responses[status]
    for (const [name, header] of Object.entries(response?.headers ?? {})) {
      const example = headers[name.toLowerCase()]
      if (example !== undefined) header.example = example
    }
    const media = response?.content?.['application/json']
    if (media && body !== undefined) media.example = body
  }
  for (const [status, entries] of Map.groupBy(operation['x-errors'], (entry) => entry.status)) {
    const media = operation.responses[status]?.content?.['application/json']
    if (media) media.examples = Object.fromEntries(entries.map(({ errorCode }) => referenceTo(errorCode)))
  }
}

export function addToParameters(parameters: Parameter[], values: Record<string, string> = {}): void {
  const given = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]))
  for (const parameter of parameters) {
    const value = given.get(parameter.name.toLowerCase())
    if (value !== undefined) parameter.example = typed(value, parameter.schema.type)
  }
}

function referenceTo(errorCode: number): [string, Json] {
  const kind = kinds.get(errorCode) as string
  return [kind, { $ref: `#/components/examples/${kind}` }]
}

/** The bodies of these errors; written once, among the components. */
export function errorExamples(entries: readonly ProblemEntry[]): Record<string, Json> {
  const codes = new Set(entries.map(({ errorCode }) => errorCode))
  const told = Object.entries(problems).filter(([, { errorCode }]) => codes.has(errorCode))
  return Object.fromEntries(
    told.map(([kind, { errorCode, error, when }]) => [
      kind,
      { summary: `${errorCode} ${error}`, value: { errorCode, error, errorInfo: when } },
    ]),
  )
}

const typed = (value: string, type: unknown): unknown => {
  if (type === 'array') return [value]
  if (type === 'boolean') return value === 'true'
  return type === 'integer' ? Number(value) : value
}
