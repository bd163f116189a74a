// Environment → one frozen typed object, checked against the table in settings.ts. Nobody else reads process.env; nothing
// here opens a socket.
import { readFileSync } from 'node:fs'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/schema'
import { deepFreeze } from '../lib/deep-freeze.ts'
import {
  type Group,
  isGroup,
  listSettings,
  type Rows,
  type Setting,
  type ValuesOf,
  withoutPasswords,
} from './setting.ts'
import { defaultBaseUrl, settings } from './settings.ts'

export type Source = 'default' | 'environment' | 'file'

export type Config = ValuesOf<typeof settings> & {
  readonly warnings: readonly string[]
  readonly sources: Readonly<Record<string, Source>>
}

/** Where the service is reached: as it is set, or on this machine. */
export const baseUrlOf = ({ baseUrl, port }: Pick<Config, 'baseUrl' | 'port'>): string =>
  baseUrl ?? defaultBaseUrl(port)

const all = listSettings(settings)

export class ConfigError extends Error {
  override name = 'ConfigError'
  /** One sentence per wrong variable. */
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    const head = problems.length === 1 ? 'A setting is wrong:' : `${problems.length} settings are wrong:`
    super([head, ...problems.map((problem) => `  ${problem}`)].join('\n'))
    this.problems = problems
  }
}

type Env = Readonly<Record<string, string | undefined>>

export function loadConfig(env: Env = process.env): Config {
  const problems: string[] = []
  const sources: Record<string, Source> = {}
  const values = new Map<Setting, unknown>()
  for (const row of all) {
    try {
      const given = findGiven(env, row.name)
      sources[row.name] = given?.source ?? 'default'
      const value = given ? toValue(row, given) : defaultOf(row)
      if (value !== undefined) values.set(row, value)
    } catch (error) {
      // It was given, although wrongly, so it must not be reported as missing too.
      sources[row.name] ??= 'environment'
      problems.push((error as Error).message)
    }
  }
  const isGiven = (name: string) => sources[name] !== undefined && sources[name] !== 'default'
  problems.push(...listHalves(settings, isGiven))
  const config = collect(settings, values, isGiven) as unknown as ValuesOf<typeof settings>
  problems.push(...listContradictions(config, isGiven))
  if (problems.length > 0) throw new ConfigError(problems)
  return deepFreeze({ ...config, warnings: [...listUnknown(env), ...listDoubts(config)], sources })
}

const accept = (row: Setting, value: unknown): unknown => (row.accept ? row.accept(value as never) : value)

const defaultOf = (row: Setting): unknown =>
  'default' in row.schema ? accept(row, row.schema.default) : row.otherwise

/** Values by field, without the groups that are not set. */
function collect(
  rows: Rows,
  values: ReadonlyMap<Setting, unknown>,
  isGiven: (name: string) => boolean,
): Record<string, unknown> {
  const fields = Object.entries(rows).map(([field, entry]) => {
    if (!isGroup(entry)) return [field, values.get(entry)]
    return [field, isThere(entry, isGiven) ? collect(entry.rows, values, isGiven) : undefined]
  })
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

const namesOf = ({ rows, needs }: Group): string[] => needs.map((field) => (rows[field] as Setting).name)

function isThere(group: Group, isGiven: (name: string) => boolean): boolean {
  if (group.when === 'always') return true
  return group.when === 'all' ? namesOf(group).every(isGiven) : namesOf(group).some(isGiven)
}

/** Reports groups of settings that need each other but are set only in part. */
function listHalves(rows: Rows, isGiven: (name: string) => boolean): string[] {
  return Object.values(rows)
    .filter((entry) => isGroup(entry) && entry.when === 'all')
    .flatMap((group) => {
      const names = namesOf(group as Group)
      const missing = names.filter((name) => !isGiven(name))
      const present = names.find(isGiven)
      if (missing.length === 0 || present === undefined) return []
      const both = names.length === 2 ? 'both' : 'all of them'
      return [`${missing.join(', ')}: is not set although ${present} is; set ${both} or none`]
    })
}

type Given = { text: string; source: Source; from: string }

function findGiven(env: Env, name: string): Given | undefined {
  const direct = env[name]?.trim()
  const path = env[`${name}_FILE`]?.trim()
  if (direct && path) throw new Error(`${name} and ${name}_FILE are both set: keep one of them`)
  if (direct) return { text: direct, source: 'environment', from: name }
  if (!path) return undefined
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new Error(`${name}_FILE: "${path}" cannot be read: ${(error as Error).message}`)
  }
  if (text === '') throw new Error(`${name}_FILE: "${path}" is empty; it must hold the value of ${name}`)
  return { text, source: 'file', from: `${name}_FILE` }
}

function toValue(row: Setting, given: Given): unknown {
  const refuse = (why: string) =>
    new Error(`${given.from}: ${toQuoted(row, given.text)} is refused${why}; it must be ${row.rule}`)
  // Kubernetes sets NAME_PORT for every service it knows, also for one called "walkaround".
  if (row.name === 'WALKAROUND_PORT' && /^(tcp|udp):\/\//.test(given.text)) {
    throw refuse(
      ': Kubernetes made this variable for a service named walkaround (set enableServiceLinks: false)',
    )
  }
  const value = fromText(row.schema, given.text)
  if (!Check(row.schema, value)) throw refuse('')
  try {
    return accept(row, value)
  } catch (error) {
    throw refuse(`: ${(error as Error).message}`)
  }
}

function fromText(schema: TSchema, text: string): unknown {
  const type = (schema as { type?: string }).type
  if (type === 'integer') return /^\d{1,15}$/.test(text) ? Number(text) : text
  if (type === 'boolean') return text === '1' ? true : text === '0' ? false : text
  if (type === 'array')
    return text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  return text
}

function listContradictions(config: ValuesOf<typeof settings>, isGiven: (name: string) => boolean): string[] {
  const problems: string[] = []
  if (isGiven('WALKAROUND_BACKUP_PASSPHRASE') && isGiven('WALKAROUND_BACKUP_KEY')) {
    problems.push(
      'WALKAROUND_BACKUP_KEY: is set together with WALKAROUND_BACKUP_PASSPHRASE; keep one of them',
    )
  }
  const ofPostgres = ['WALKAROUND_DATABASE_POOLER', 'DATABASE_DIRECT_URL'].filter(isGiven)
  if (ofPostgres.length > 0 && !isGiven('DATABASE_URL')) {
    problems.push(`DATABASE_URL: is not set although ${ofPostgres.join(' and ')} needs it`)
  }
  if (isGiven('WALKAROUND_PROXY') && isGiven('WALKAROUND_TLS_CERT')) {
    problems.push(
      'WALKAROUND_PROXY: is set together with WALKAROUND_TLS_CERT; behind a proxy that ends TLS no certificate is used, remove one',
    )
  }
  if (config.port && config.port === config.localHttpPort) {
    problems.push(
      `WALKAROUND_LOCAL_HTTP_PORT: "${config.port}" is refused; it must differ from WALKAROUND_PORT (0 switches it off)`,
    )
  }
  if (isGiven('WALKAROUND_VIN_PROVIDER_KEY') && !isGiven('WALKAROUND_VIN_PROVIDER_URL')) {
    problems.push(
      'WALKAROUND_VIN_PROVIDER_URL: is not set although WALKAROUND_VIN_PROVIDER_KEY is; set both or none',
    )
  }
  const needed = ['ACCOUNT', 'KEY', 'FROM']
    .map((end) => `WALKAROUND_SMS_${end}`)
    .filter((name) => !isGiven(name))
  if (isGiven('WALKAROUND_SMS_PRESET') && needed.length > 0) {
    problems.push(`${needed.join(', ')}: not set although WALKAROUND_SMS_PRESET needs it`)
  }
  const { bodyLimit, priceListBodyLimit } = config
  if (bodyLimit && priceListBodyLimit && priceListBodyLimit < bodyLimit) {
    problems.push(
      `WALKAROUND_PRICE_LIST_BODY_LIMIT: "${priceListBodyLimit}" is refused; it must not be below WALKAROUND_BODY_LIMIT (${bodyLimit})`,
    )
  }
  return problems
}

function listDoubts({ proxy, baseUrl }: ValuesOf<typeof settings>): string[] {
  if (proxy === undefined || baseUrl !== undefined) return []
  return [
    'WALKAROUND_BASE_URL is not set although WALKAROUND_PROXY is: links will not lead to the proxy; set it to the public address',
  ]
}

function listUnknown(env: Env): string[] {
  const known = all.flatMap(({ name }) => [name, `${name}_FILE`])
  // Kubernetes sets these for a service named walkaround; they are not typing errors.
  const injected = /^WALKAROUND_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP))/
  return Object.keys(env)
    .filter((name) => name.startsWith('WALKAROUND_') && !known.includes(name) && !injected.test(name))
    .sort()
    .map((name) => {
      // DATABASE_URL has no prefix, and people give it one.
      const near = known
        .map((candidate) => ({
          candidate,
          steps: name.endsWith(candidate) ? 0 : editDistance(name, candidate),
        }))
        .sort((a, b) => a.steps - b.steps)[0]
      const hint = near && near.steps <= 4 ? `; did you mean ${near.candidate}?` : ''
      return `${name} is not a setting and is ignored${hint}`
    })
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replace = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replace, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}

/** How a value may appear in an error: never a secret, and never a file's text that went into the wrong variable. */
function toQuoted(row: Setting, text: string): string {
  if (row.secret) return 'the value (secret, not shown)'
  if (/[\r\n]/.test(text)) return 'a text of several lines (not shown)'
  return `"${withoutPasswords(text.length > 200 ? `${text.slice(0, 200)}…` : text)}"`
}
