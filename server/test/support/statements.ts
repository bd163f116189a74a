// Every statement the service can run, read from its sources. An sql template has the whole statement, except
// parts: those are made as the service makes them, by the same functions, of values that do not matter.
import { insertEvent } from '../../src/db/events.ts'
import { moving, movingSurvey, Part, part, sql } from '../../src/db/sql.ts'
import { noteChange } from '../../src/features/surveys/rows.ts'
import { listFiles, textOf } from './source-files.ts'

export interface SourceStatement {
  file: string
  /** The feature, or the room outside the features, that it belongs to. */
  room: string
  /** file:line */
  place: string
  text: string
  /** The source text of each parameter; empty if a part made it. */
  values: string[]
  /** Everything in front of the statement in its file. */
  before: string
  /** Parts that are statements by themselves; they are checked where they are written. */
  borrowed: string[]
}

interface Template {
  strings: string[]
  /** The text between the braces. */
  values: string[]
  end: number
}

/** The template literal that begins at `start`, just after its backtick. */
function readTemplate(source: string, start: number): Template {
  const strings: string[] = []
  const values: string[] = []
  let string = ''
  let at = start
  while (source[at] !== '`') {
    if (at >= source.length) throw new Error('a template without an end')
    if (source.startsWith('${', at)) {
      const end = skipValue(source, at + 2)
      values.push(source.slice(at + 2, end - 1))
      strings.push(string)
      string = ''
      at = end
      continue
    }
    if (source[at] === '\\') at++
    string += source[at++]
  }
  return { strings: [...strings, string], values, end: at + 1 }
}

/** Behind the brace that closes the value; strings and templates in it may hold braces. */
function skipValue(source: string, start: number): number {
  let at = start
  for (let depth = 1; depth > 0; at++) {
    const sign = source[at]
    if (sign === '{') depth++
    if (sign === '}') depth--
    if (sign === "'") at = source.indexOf("'", at + 1)
    if (sign === '`') at = readTemplate(source, at + 1).end - 1
  }
  return at
}

/** Stands for a value that parts are made of: it can be called, taken apart and made a text of. */
const anything: unknown = new Proxy(() => {}, {
  get: (_, key) => (key === Symbol.toPrimitive || key === 'toJSON' ? () => 'anything' : anything),
  apply: () => anything,
})

/** A parameter, by its source text. */
class Bound {
  readonly expression: string
  constructor(expression: string) {
    this.expression = expression
  }
}

/** On whose behalf: what a part binds the client to is told apart from its other values. */
const scope = { clientId: new Bound('scope.clientId'), now: anything, actor: anything }

type Parts = Record<string, unknown>

/** A kind that the caller chooses is as good as any. */
const insertAnyEvent = (writer: unknown, kind: unknown, ...more: unknown[]): Part =>
  (insertEvent as (...all: unknown[]) => Part)(writer, kind === anything ? part`'anything'` : kind, ...more)

/** A value as the service would put it in: a part, or something that is bound. */
function makeValue(expression: string, parts: Parts): unknown {
  const names = Object.keys(parts).join('|')
  if (!new RegExp(`\\b(${names})\\b`).test(expression)) return new Bound(expression)
  if (/\?[^`]*part`/.test(expression)) throw new Error(`choose between whole statements: ${expression}`)
  const known = new Proxy<Parts>(
    { ...parts, scope, clientId: scope.clientId },
    { has: () => true, get: (all, name) => (typeof name === 'symbol' ? undefined : (all[name] ?? anything)) },
  )
  return new Function('known', `with (known) { return (${expression}) }`)(known)
}

function compose({ strings, values }: Template, parts: Parts): Part {
  const template = Object.assign(strings, { raw: strings })
  return part(template, ...values.map((value) => makeValue(value, parts)))
}

/** A part that is the same for all, or one that a function makes of its arguments and nothing else. */
const PART = /\bconst (\w+) = (\([^()]*\)(?:: Part)? =>\s*)?part`/g

/** Parts of which a key names one: a statement that takes it is as many statements. */
const CHOICE = /\bconst (\w+) = \{((?:\s*\w+: part`[^`$]*`,?)+)\s*\}/g

const templatesOf = (source: string, pattern: RegExp) =>
  [...source.matchAll(pattern)].map((match) => {
    const template = readTemplate(source, match.index + match[0].length)
    return { name: match[1] ?? '', isMade: match[2] !== undefined, at: match.index, template }
  })

const roomOf = (file: string): string =>
  /^server\/src\/(?:features\/)?([^/.]+)/.exec(file)?.[1] ?? file.replace(/\/.*/, '')

export function listStatements(): SourceStatement[] {
  const sources = listFiles(['{server,demo}/src/**/*.ts'])
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ file, source: textOf(file) }))
  const parts: Parts = { part, insertEvent: insertAnyEvent, noteChange, moving, movingSurvey }
  for (const { source } of sources)
    for (const { name, template, isMade } of templatesOf(source, PART)) {
      if (name in parts) throw new Error(`two parts have the name ${name}`)
      parts[name] = isMade ? () => compose(template, parts) : compose(template, parts)
    }
  const choices = sources.flatMap(({ source }) =>
    [...source.matchAll(CHOICE)].map(([, name = '', body = '']) => ({
      name,
      parts: templatesOf(body, /\bpart`/g).map(({ template }) => compose(template, parts)),
    })),
  )
  const chosen = ({ values }: Template): Parts[] => {
    const taken = choices.filter(({ name }) => values.some((value) => value.startsWith(`${name}[`)))
    if (!taken[0]) return [parts]
    // One key chooses all that a statement takes.
    return taken[0].parts.map((_, index) => {
      const own = taken.map(({ name, parts }) => [name, new Proxy({}, { get: () => parts[index] })] as const)
      return { ...parts, ...Object.fromEntries(own) }
    })
  }
  const written = sources.flatMap(({ file, source }) =>
    templatesOf(source, /\bsql`/g).flatMap(({ at, template }) =>
      chosen(template).map((parts) => ({ file, source, at, template, parts })),
    ),
  )
  return written.map(({ file, source, at, template, parts }) => {
    const { text, values } = sql`${compose(template, parts)}`
    return {
      file,
      room: roomOf(file),
      place: `${file}:${source.slice(0, at).split('\n').length}`,
      text,
      values: values.map((value) => (value instanceof Bound ? value.expression : '')),
      before: source.slice(0, at),
      borrowed: template.values
        .map((value) => makeValue(value, parts))
        .flatMap((value) => (value instanceof Part ? [value.shape.text] : [])),
    }
  })
}
