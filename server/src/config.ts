// Environment → one frozen typed object, checked against the table in settings.ts; from the same table come `.env.example`,
// the operators' table and `config print`. Nobody else reads process.env; nothing here opens a socket.
import { readFileSync } from 'node:fs'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/schema'
import type { Setting } from './setting.ts'
import { type logLevels, settings } from './settings.ts'

export type LogLevel = (typeof logLevels)[number]
export type Source = 'default' | 'environment' | 'file'

export type Config = Readonly<{
  dataDir: string
  host: string
  port: number
  /** Absent when not given: the port may still be open (0), see defaultBaseUrl. Never ends in `/` or `/v1`. */
  baseUrl?: string | undefined
  tls?: Readonly<{ certFile: string; keyFile: string }> | undefined
  proxy?: readonly string[] | undefined
  localHttpPort: number
  databaseUrl?: string | undefined
  databasePool: number
  databaseSeconds: number
  /** Undefined: the start decides, 1 on a new embedded database and 0 otherwise. */
  demo?: boolean | undefined
  logLevel: LogLevel
  bodyLimit: number
  priceListBodyLimit: number
  /** Off when absent (F3). */
  vinProvider?: Readonly<{ url: string; key?: string }> | undefined
  /** Where photos and videos lie; the data folder when absent. */
  s3?:
    | Readonly<{
        endpoint: string
        bucket: string
        region: string
        accessKeyId: string
        secretAccessKey: string
      }>
    | undefined
  photoBytes: number
  photoMegapixels: number
  videoBytes: number
  videoSeconds: number
  ffmpeg: string
  mediaLinkSeconds: number
  /** 32 bytes as base64; in a file of the data folder when absent. */
  secretKey?: string | undefined
  /** What encrypts backups; at most one of the two. */
  backup: Readonly<{ passphrase?: string | undefined; key?: string | undefined }>
  callback: Readonly<{ retrySeconds: number; allow: readonly string[]; caFile?: string | undefined }>
  /** What is absent stays in the built-in outbox. */
  mail?:
    | Readonly<{
        url: string
        from: Readonly<{ address: string; name?: string | undefined }>
        caFile?: string
        allowsOpen?: boolean
      }>
    | undefined
  sms?:
    | Readonly<{
        preset?: string | undefined
        url?: string | undefined
        method: string
        headers: Readonly<Record<string, string>>
        body: string
        from?: string | undefined
        account?: string | undefined
        key?: string | undefined
        caFile?: string | undefined
      }>
    | undefined
  telegramToken?: string | undefined
  shutdownSeconds: number
  /** How long it is remembered who signed in or was refused, and from where. */
  accessLogDays: number
  /** So long without a request, and a session of the web apps is over. */
  sessionIdleMinutes: number
  warnings: readonly string[]
  sources: Readonly<Record<string, Source>>
}>

type Name = keyof typeof settings
type Values = { [N in Name]?: Static<(typeof settings)[N]['schema']> }
const rows = Object.entries(settings) as [Name, Setting][]

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
  const values: Record<string, unknown> = {}
  for (const [name, row] of rows) {
    try {
      const given = findGiven(env, name)
      sources[name] = given?.source ?? 'default'
      const fallback = 'default' in row.schema ? row.schema.default : undefined
      if (given) values[name] = toValue(name, row, given)
      else if (fallback !== undefined) values[name] = row.accept ? row.accept(fallback as never) : fallback
    } catch (error) {
      // Given, if badly: its absence must not be reported on top.
      sources[name] ??= 'environment'
      problems.push((error as Error).message)
    }
  }
  const v = values as Values & Required<Pick<Values, NameWithDefault>>
  problems.push(...listContradictions(v, sources))
  if (problems.length > 0) throw new ConfigError(problems)

  const config: Config = {
    dataDir: v.WALKAROUND_DATA,
    host: v.WALKAROUND_HOST,
    port: v.WALKAROUND_PORT,
    baseUrl: v.WALKAROUND_BASE_URL,
    tls: toTls(v.WALKAROUND_TLS_CERT, v.WALKAROUND_TLS_KEY),
    proxy: v.WALKAROUND_PROXY && Object.freeze(v.WALKAROUND_PROXY),
    localHttpPort: v.WALKAROUND_LOCAL_HTTP_PORT,
    databaseUrl: v.DATABASE_URL,
    databasePool: v.WALKAROUND_DATABASE_POOL,
    databaseSeconds: v.WALKAROUND_DATABASE_SECONDS,
    demo: v.WALKAROUND_DEMO,
    logLevel: v.WALKAROUND_LOG_LEVEL,
    bodyLimit: v.WALKAROUND_BODY_LIMIT,
    priceListBodyLimit: v.WALKAROUND_PRICE_LIST_BODY_LIMIT,
    vinProvider: toVinProvider(v.WALKAROUND_VIN_PROVIDER_URL, v.WALKAROUND_VIN_PROVIDER_KEY),
    s3: toS3(v),
    photoBytes: v.WALKAROUND_PHOTO_BYTES,
    photoMegapixels: v.WALKAROUND_PHOTO_MEGAPIXELS,
    videoBytes: v.WALKAROUND_VIDEO_BYTES,
    videoSeconds: v.WALKAROUND_VIDEO_SECONDS,
    ffmpeg: v.WALKAROUND_FFMPEG,
    mediaLinkSeconds: v.WALKAROUND_MEDIA_LINK_SECONDS,
    secretKey: v.WALKAROUND_SECRET_KEY,
    backup: Object.freeze({ passphrase: v.WALKAROUND_BACKUP_PASSPHRASE, key: v.WALKAROUND_BACKUP_KEY }),
    callback: Object.freeze({
      retrySeconds: v.WALKAROUND_CALLBACK_RETRY_SECONDS,
      allow: Object.freeze(v.WALKAROUND_CALLBACK_ALLOW ?? []),
      caFile: v.WALKAROUND_CALLBACK_CA,
    }),
    mail: toMail(v),
    sms: toSms(v),
    telegramToken: v.WALKAROUND_TELEGRAM_TOKEN,
    shutdownSeconds: v.WALKAROUND_SHUTDOWN_SECONDS,
    accessLogDays: v.WALKAROUND_ACCESS_LOG_DAYS,
    sessionIdleMinutes: v.WALKAROUND_SESSION_IDLE_MINUTES,
    warnings: Object.freeze([...listUnknown(env), ...listDoubts(v)]),
    sources: Object.freeze(sources),
  }
  return Object.freeze(config)
}

type NameWithDefault = Exclude<
  Name,
  | 'WALKAROUND_BASE_URL'
  | 'WALKAROUND_TLS_CERT'
  | 'WALKAROUND_TLS_KEY'
  | 'WALKAROUND_PROXY'
  | 'DATABASE_URL'
  | 'WALKAROUND_DEMO'
  | 'WALKAROUND_VIN_PROVIDER_URL'
  | 'WALKAROUND_VIN_PROVIDER_KEY'
  | 'WALKAROUND_S3_ENDPOINT'
  | 'WALKAROUND_S3_BUCKET'
  | 'WALKAROUND_S3_ACCESS_KEY'
  | 'WALKAROUND_S3_SECRET_KEY'
  | 'WALKAROUND_SECRET_KEY'
  | 'WALKAROUND_BACKUP_PASSPHRASE'
  | 'WALKAROUND_BACKUP_KEY'
  | 'WALKAROUND_CALLBACK_ALLOW'
  | 'WALKAROUND_CALLBACK_CA'
  | 'WALKAROUND_SMTP_URL'
  | 'WALKAROUND_MAIL_FROM'
  | 'WALKAROUND_SMTP_CA'
  | 'WALKAROUND_SMS_PRESET'
  | 'WALKAROUND_SMS_URL'
  | 'WALKAROUND_SMS_HEADERS'
  | 'WALKAROUND_SMS_FROM'
  | 'WALKAROUND_SMS_ACCOUNT'
  | 'WALKAROUND_SMS_KEY'
  | 'WALKAROUND_SMS_CA'
  | 'WALKAROUND_TELEGRAM_TOKEN'
>

const toTls = (certFile: string | undefined, keyFile: string | undefined) =>
  certFile && keyFile ? Object.freeze({ certFile, keyFile }) : undefined

const toVinProvider = (url: string | undefined, key: string | undefined) =>
  url === undefined ? undefined : Object.freeze({ url, ...(key === undefined ? {} : { key }) })

function toS3(v: Values & { WALKAROUND_S3_REGION: string }): Config['s3'] {
  const {
    WALKAROUND_S3_ENDPOINT: endpoint,
    WALKAROUND_S3_BUCKET: bucket,
    WALKAROUND_S3_ACCESS_KEY: accessKeyId,
    WALKAROUND_S3_SECRET_KEY: secretAccessKey,
  } = v
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined
  return Object.freeze({ endpoint, bucket, region: v.WALKAROUND_S3_REGION, accessKeyId, secretAccessKey })
}

function toMail(v: Values & { WALKAROUND_SMTP_ALLOW_OPEN?: boolean | undefined }): Config['mail'] {
  const { WALKAROUND_SMTP_URL: url, WALKAROUND_MAIL_FROM: from, WALKAROUND_SMTP_CA: caFile } = v
  if (url === undefined || from === undefined) return undefined
  const [, name = '', address] = /^(.*)<(.+)>$/.exec(from) ?? [from, '', from]
  return Object.freeze({
    url,
    from: Object.freeze({ address: address as string, ...(name.trim() === '' ? {} : { name: name.trim() }) }),
    ...(caFile === undefined ? {} : { caFile }),
    ...(v.WALKAROUND_SMTP_ALLOW_OPEN ? { allowsOpen: true } : {}),
  })
}

function toSms(v: Values & { WALKAROUND_SMS_METHOD: string; WALKAROUND_SMS_BODY: string }): Config['sms'] {
  const { WALKAROUND_SMS_PRESET: preset, WALKAROUND_SMS_URL: url } = v
  if (preset === undefined && url === undefined) return undefined
  return Object.freeze({
    preset,
    url,
    method: v.WALKAROUND_SMS_METHOD,
    headers: Object.freeze(JSON.parse(v.WALKAROUND_SMS_HEADERS ?? '{}') as Record<string, string>),
    body: v.WALKAROUND_SMS_BODY,
    from: v.WALKAROUND_SMS_FROM,
    account: v.WALKAROUND_SMS_ACCOUNT,
    key: v.WALKAROUND_SMS_KEY,
    caFile: v.WALKAROUND_SMS_CA,
  })
}

/** The address the service has when none is given; call it once the real port is known. */
export function defaultBaseUrl(port: number): string {
  return port === 443 ? 'https://localhost' : `https://localhost:${port}`
}

const shown: Record<Name, (config: Config) => unknown> = {
  WALKAROUND_DATA: (c) => c.dataDir,
  WALKAROUND_HOST: (c) => c.host,
  WALKAROUND_PORT: (c) => c.port,
  WALKAROUND_BASE_URL: (c) => c.baseUrl ?? (c.port === 0 ? undefined : defaultBaseUrl(c.port)),
  WALKAROUND_TLS_CERT: (c) => c.tls?.certFile,
  WALKAROUND_TLS_KEY: (c) => c.tls?.keyFile,
  WALKAROUND_PROXY: (c) => c.proxy?.join(','),
  WALKAROUND_LOCAL_HTTP_PORT: (c) => c.localHttpPort,
  DATABASE_URL: (c) => c.databaseUrl,
  WALKAROUND_DATABASE_POOL: (c) => c.databasePool,
  WALKAROUND_DATABASE_SECONDS: (c) => c.databaseSeconds,
  WALKAROUND_DEMO: (c) => c.demo,
  WALKAROUND_LOG_LEVEL: (c) => c.logLevel,
  WALKAROUND_BODY_LIMIT: (c) => c.bodyLimit,
  WALKAROUND_PRICE_LIST_BODY_LIMIT: (c) => c.priceListBodyLimit,
  WALKAROUND_VIN_PROVIDER_URL: (c) => c.vinProvider?.url,
  WALKAROUND_VIN_PROVIDER_KEY: (c) => c.vinProvider?.key,
  WALKAROUND_S3_ENDPOINT: (c) => c.s3?.endpoint,
  WALKAROUND_S3_BUCKET: (c) => c.s3?.bucket,
  WALKAROUND_S3_REGION: (c) => c.s3?.region,
  WALKAROUND_S3_ACCESS_KEY: (c) => c.s3?.accessKeyId,
  WALKAROUND_S3_SECRET_KEY: (c) => c.s3?.secretAccessKey,
  WALKAROUND_PHOTO_BYTES: (c) => c.photoBytes,
  WALKAROUND_PHOTO_MEGAPIXELS: (c) => c.photoMegapixels,
  WALKAROUND_VIDEO_BYTES: (c) => c.videoBytes,
  WALKAROUND_VIDEO_SECONDS: (c) => c.videoSeconds,
  WALKAROUND_FFMPEG: (c) => c.ffmpeg,
  WALKAROUND_MEDIA_LINK_SECONDS: (c) => c.mediaLinkSeconds,
  WALKAROUND_SECRET_KEY: (c) => c.secretKey,
  WALKAROUND_BACKUP_PASSPHRASE: (c) => c.backup.passphrase,
  WALKAROUND_BACKUP_KEY: (c) => c.backup.key,
  WALKAROUND_CALLBACK_RETRY_SECONDS: (c) => c.callback.retrySeconds,
  WALKAROUND_CALLBACK_ALLOW: (c) => (c.callback.allow.length > 0 ? c.callback.allow.join(',') : undefined),
  WALKAROUND_CALLBACK_CA: (c) => c.callback.caFile,
  WALKAROUND_SMTP_URL: (c) => c.mail?.url,
  WALKAROUND_MAIL_FROM: (c) =>
    c.mail &&
    (c.mail.from.name === undefined ? c.mail.from.address : `${c.mail.from.name} <${c.mail.from.address}>`),
  WALKAROUND_SMTP_CA: (c) => c.mail?.caFile,
  WALKAROUND_SMTP_ALLOW_OPEN: (c) => c.mail?.allowsOpen,
  WALKAROUND_SMS_PRESET: (c) => c.sms?.preset,
  WALKAROUND_SMS_URL: (c) => c.sms?.url,
  WALKAROUND_SMS_METHOD: (c) => c.sms?.method,
  WALKAROUND_SMS_HEADERS: (c) => c.sms && JSON.stringify(c.sms.headers),
  WALKAROUND_SMS_BODY: (c) => c.sms?.body,
  WALKAROUND_SMS_FROM: (c) => c.sms?.from,
  WALKAROUND_SMS_ACCOUNT: (c) => c.sms?.account,
  WALKAROUND_SMS_KEY: (c) => c.sms?.key,
  WALKAROUND_SMS_CA: (c) => c.sms?.caFile,
  WALKAROUND_TELEGRAM_TOKEN: (c) => c.telegramToken,
  WALKAROUND_SHUTDOWN_SECONDS: (c) => c.shutdownSeconds,
  WALKAROUND_ACCESS_LOG_DAYS: (c) => c.accessLogDays,
  WALKAROUND_SESSION_IDLE_MINUTES: (c) => c.sessionIdleMinutes,
}

export type PrintableSetting = { name: string; value: string | null; source: Source; description: string }

/** For `config print`: what is in force and where it came from, fit to be pasted into a bug report. */
export function printableConfig(config: Config): PrintableSetting[] {
  return rows.map(([name, row]) => ({
    name,
    value: toPrintable(row, shown[name](config)),
    source: config.sources[name] ?? 'default',
    description: descriptionOf(row),
  }))
}

/** Markdown for the operators' documentation. */
export function settingsTable(): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const lines = rows.map(([name, row]) => {
    const example = exampleOf(row)
    return `| \`${name}\` | ${cell(defaultWords(row))} | \`${cell(example)}\` | ${cell(descriptionOf(row))} Must be ${cell(row.rule)}. |`
  })
  return ['| Setting | Default | Example | Meaning |', '|---|---|---|---|', ...lines, ''].join('\n')
}

/** The text of `.env.example`: every line is a comment, so that an unchanged copy changes nothing. */
export function envExample(): string {
  const blocks = rows.map(([name, row]) => {
    const fallback =
      'default' in row.schema ? `default ${toText(row.schema.default)}` : `default: ${row.unset}`
    return [
      ...wrap(`${descriptionOf(row)} Must be ${row.rule}; ${fallback}.`),
      `#${name}=${exampleOf(row)}`,
    ].join('\n')
  })
  const head = wrap(
    'Settings of Walkaround. Uncomment and change what you need. Each can also be given as NAME_FILE, the path of a file that holds the value; an empty value counts as not set.',
  )
  return `${[head.join('\n'), ...blocks].join('\n\n')}\n`
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

function toValue(name: string, row: Setting, given: Given): unknown {
  const refuse = (why: string) =>
    new Error(`${given.from}: ${toQuoted(row, given.text)} is refused${why}; it must be ${row.rule}`)
  // Kubernetes sets NAME_PORT for every service it knows, also for one called "walkaround".
  if (name === 'WALKAROUND_PORT' && /^(tcp|udp):\/\//.test(given.text)) {
    throw refuse(
      ': Kubernetes made this variable for a service named walkaround (set enableServiceLinks: false)',
    )
  }
  const value = fromText(row.schema, given.text)
  if (!Check(row.schema, value)) throw refuse('')
  try {
    return row.accept ? row.accept(value as never) : value
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

function listContradictions(v: Values, sources: Record<string, Source>): string[] {
  const problems: string[] = []
  const given = (name: Name) => sources[name] !== undefined && sources[name] !== 'default'
  if (given('WALKAROUND_TLS_CERT') !== given('WALKAROUND_TLS_KEY')) {
    const [missing, present] = given('WALKAROUND_TLS_CERT')
      ? ['WALKAROUND_TLS_KEY', 'WALKAROUND_TLS_CERT']
      : ['WALKAROUND_TLS_CERT', 'WALKAROUND_TLS_KEY']
    problems.push(`${missing}: is not set although ${present} is; set both or none`)
  }
  const s3 = ['ENDPOINT', 'BUCKET', 'ACCESS_KEY', 'SECRET_KEY'].map((end) => `WALKAROUND_S3_${end}` as Name)
  const missing = s3.filter((name) => !given(name))
  if (missing.length > 0 && missing.length < s3.length) {
    problems.push(`${missing.join(', ')}: not set although ${s3.find(given)} is; set all four or none`)
  }
  if (given('WALKAROUND_BACKUP_PASSPHRASE') && given('WALKAROUND_BACKUP_KEY')) {
    problems.push(
      'WALKAROUND_BACKUP_KEY: is set together with WALKAROUND_BACKUP_PASSPHRASE; keep one of them',
    )
  }
  if (given('WALKAROUND_PROXY') && given('WALKAROUND_TLS_CERT')) {
    problems.push(
      'WALKAROUND_PROXY: is set together with WALKAROUND_TLS_CERT; behind a proxy that ends TLS no certificate is used, remove one',
    )
  }
  if (v.WALKAROUND_PORT && v.WALKAROUND_PORT === v.WALKAROUND_LOCAL_HTTP_PORT) {
    problems.push(
      `WALKAROUND_LOCAL_HTTP_PORT: "${v.WALKAROUND_PORT}" is refused; it must differ from WALKAROUND_PORT (0 switches it off)`,
    )
  }
  if (given('WALKAROUND_VIN_PROVIDER_KEY') && !given('WALKAROUND_VIN_PROVIDER_URL')) {
    problems.push('WALKAROUND_VIN_PROVIDER_URL: is not set although WALKAROUND_VIN_PROVIDER_KEY is')
  }
  if (given('WALKAROUND_SMTP_URL') !== given('WALKAROUND_MAIL_FROM')) {
    const [missing, present] = given('WALKAROUND_SMTP_URL')
      ? ['WALKAROUND_MAIL_FROM', 'WALKAROUND_SMTP_URL']
      : ['WALKAROUND_SMTP_URL', 'WALKAROUND_MAIL_FROM']
    problems.push(`${missing}: is not set although ${present} is; set both or none`)
  }
  const needed = ['ACCOUNT', 'KEY', 'FROM']
    .map((end) => `WALKAROUND_SMS_${end}` as Name)
    .filter((name) => !given(name))
  if (given('WALKAROUND_SMS_PRESET') && needed.length > 0) {
    problems.push(`${needed.join(', ')}: not set although WALKAROUND_SMS_PRESET needs it`)
  }
  const { WALKAROUND_BODY_LIMIT: body, WALKAROUND_PRICE_LIST_BODY_LIMIT: priceList } = v
  if (body && priceList && priceList < body) {
    problems.push(
      `WALKAROUND_PRICE_LIST_BODY_LIMIT: "${priceList}" is refused; it must not be below WALKAROUND_BODY_LIMIT (${body})`,
    )
  }
  return problems
}

function listDoubts(v: Values): string[] {
  if (v.WALKAROUND_PROXY === undefined || v.WALKAROUND_BASE_URL !== undefined) return []
  return ['WALKAROUND_BASE_URL is not set although WALKAROUND_PROXY is: links will not lead to the proxy']
}

function listUnknown(env: Env): string[] {
  const known = rows.flatMap(([name]) => [name, `${name}_FILE`])
  // Made by Kubernetes for a service named walkaround: nobody's typing error.
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
  if (/[\r\n]/.test(text)) return 'the text of several lines (not shown)'
  return `"${withoutPasswords(text.length > 200 ? `${text.slice(0, 200)}…` : text)}"`
}

function toPrintable(row: Setting, value: unknown): string | null {
  if (value === undefined) return null
  return row.secret === true ? '***' : withoutPasswords(toText(value))
}

// The last @ before the path ends the password; a parameter (sslpassword, api_key, token) may carry one as well.
const SECRET_PARAMETER = /([?&][\w-]*(?:pass|pwd|secret|token|key|auth)[\w-]*=)[^&#]*/gi
function withoutPasswords(text: string): string {
  return text.replace(/^(\w+:\/\/[^:/?#]*:)[^/?#]*@/, '$1***@').replace(SECRET_PARAMETER, '$1***')
}

function toText(value: unknown): string {
  return typeof value === 'boolean' ? (value ? '1' : '0') : String(value)
}

function descriptionOf(row: Setting): string {
  return (row.schema as { description?: string }).description ?? ''
}

function exampleOf(row: Setting): string {
  return toText((row.schema as { examples?: unknown[] }).examples?.[0])
}

function defaultWords(row: Setting): string {
  return 'default' in row.schema ? `\`${toText(row.schema.default)}\`` : (row.unset ?? '')
}

function wrap(text: string, width = 100): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(`# ${word}`)
  }
  return lines
}
