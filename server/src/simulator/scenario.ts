// What a scenario is: a list of steps that a small DMS takes, as data. Files of the project and files of integrators have the same form.
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { routes } from '../../../clients/typescript/src/client.ts'
import { SPREAD } from './fill.ts'

const Id = Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' })

/** One text for all languages, or one per language; English stands in for a language that is missing. */
const Words = Type.Union([
  Type.String({ minLength: 1, maxLength: 400 }),
  Type.Intersect([
    Type.Object({ en: Type.String({ minLength: 1, maxLength: 400 }) }),
    Type.Record(Type.String({ pattern: '^[a-z]{2}$' }), Type.String({ minLength: 1, maxLength: 400 })),
  ]),
])
export type Words = Static<typeof Words>

/** As `Path` of fill.ts. */
const Path = Type.Array(
  Type.Union([
    Type.String({ minLength: 1 }),
    Type.Integer({ minimum: 0 }),
    Type.Record(Type.String(), Type.Unknown(), { minProperties: 1 }),
  ]),
  { minItems: 1, maxItems: 20 },
)

/** Who acts: the DMS itself, or a person of the sandbox. */
const actors = ['dms', 'technician', 'advisor', 'owner'] as const
export type Actor = (typeof actors)[number]

const Expectation = Type.Object(
  {
    /** Left out: any success. */
    status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
    errorCode: Type.Optional(Type.Integer()),
    values: Type.Optional(Type.Array(Type.Object({ at: Path, is: Type.Unknown() }), { minItems: 1 })),
    /** Nothing is to be found there. */
    absent: Type.Optional(Type.Array(Path, { minItems: 1 })),
  },
  { additionalProperties: false },
)
export type Expectation = Static<typeof Expectation>

const Call = Type.Object(
  {
    say: Words,
    who: Type.Optional(Type.Union(actors.map((actor) => Type.Literal(actor)))),
    /** The name of an operation of the reference. */
    call: Type.String(),
    params: Type.Optional(Type.Record(Type.String(), Type.String())),
    query: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    body: Type.Optional(Type.Unknown()),
    /** Names for values of the reply, for the steps after it. */
    keep: Type.Optional(Type.Record(Type.String({ pattern: '^[a-z][A-Za-z0-9]*$' }), Path)),
    expect: Type.Optional(Expectation),
    /** `perhaps`: the log of events is waited for only a moment, since nothing happens if all stays as it was. */
    changes: Type.Optional(Type.Literal('perhaps')),
  },
  { additionalProperties: false },
)
export type Call = Static<typeof Call>

const Each = Type.Object(
  {
    /** The steps are taken for each row of this table. */
    each: Id,
    /** Only for rows that have these fields. */
    where: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    steps: Type.Array(Call, { minItems: 1, maxItems: 50 }),
  },
  { additionalProperties: false },
)

const Chapter = Type.Object(
  { title: Words, steps: Type.Array(Type.Union([Call, Each]), { minItems: 1, maxItems: 100 }) },
  { additionalProperties: false },
)

const Row = Type.Record(Type.String({ pattern: '^[a-z][A-Za-z0-9]*$' }), Type.Unknown())

export const Scenario = Type.Object(
  {
    id: Id,
    title: Words,
    about: Words,
    /** Parts of bodies that several steps share: `{ "...": "order", "closed": true }`. */
    parts: Type.Optional(Type.Record(Id, Type.Record(Type.String(), Type.Unknown()))),
    tables: Type.Optional(Type.Record(Id, Type.Array(Row, { minItems: 1, maxItems: 1_000 }))),
    chapters: Type.Array(Chapter, { minItems: 1, maxItems: 50 }),
  },
  { additionalProperties: false },
)
export type Scenario = Static<typeof Scenario>
export type Row = Static<typeof Row>
export type Step = Call | Static<typeof Each>

export const isEach = (step: Step): step is Static<typeof Each> => 'each' in step

/** What is wrong with something that should be a scenario, by its place; empty if nothing is. */
export function faultsOf(given: unknown): string[] {
  if (!Value.Check(Scenario as TSchema, given)) {
    return [...Value.Errors(Scenario as TSchema, given)]
      .slice(0, 20)
      .map(({ instancePath, message }) => `${instancePath || '/'}: ${message}`)
  }
  const faults: string[] = []
  const { chapters, tables = {}, parts = {} } = given as Scenario
  for (const [index, { steps }] of chapters.entries()) {
    for (const [place, step] of steps.entries()) {
      const at = `/chapters/${index}/steps/${place}`
      if (isEach(step) && !(step.each in tables)) faults.push(`${at}/each: there is no table "${step.each}"`)
      for (const { call, body } of isEach(step) ? step.steps : [step]) {
        if (!Object.hasOwn(routes, call)) faults.push(`${at}: there is no operation "${call}"`)
        for (const name of partsIn(body)) {
          if (!Object.hasOwn(parts, name)) faults.push(`${at}/body: there is no part "${name}"`)
        }
      }
    }
  }
  return faults
}

function partsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => (name === SPREAD ? [String(one)] : partsIn(one)))
}

export const wordsIn = (words: Words, language: string): string =>
  typeof words === 'string' ? words : ((words as Record<string, string>)[language] ?? words.en)
