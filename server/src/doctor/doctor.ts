// Examines an installation from outside: what is right, what is wrong, and what to do next. It changes nothing.
import { X509Certificate } from 'node:crypto'
import { access, constants, readFile, stat, statfs } from 'node:fs/promises'
import { request } from 'node:https'
import { connect, isIP } from 'node:net'
import { join } from 'node:path'
import { checkServerIdentity, type PeerCertificate, rootCertificates } from 'node:tls'
import { baseUrlOf, type Config } from '../config/config.ts'
import type { SinkState } from '../db/audit/sink-store.ts'
import type { LateCounter } from '../db/counters.ts'
import type { CallbackHealth } from '../features/callbacks/examine.ts'
import type { SignInOrigins } from '../identity/sessions.ts'
import { findOwnCertificate } from '../outside/certificates.ts'
import { createFfmpeg } from '../outside/ffmpeg.ts'
import { filesFolder, openStore } from '../process/open-media.ts'
import { openWays } from '../process/open-post.ts'
import { examineAuditSinks } from './examine-audit-sinks.ts'
import { examineBackups } from './examine-backups.ts'
import { examineCallers } from './examine-callers.ts'
import { examineMail, examineSms, examineTelegram } from './examine-post.ts'

export interface Check {
  name: string
  state: 'ok' | 'warn' | 'fail'
  text: string
  /** What to do about it. */
  next?: string
}

/** What the database reports about itself, however it was reached. */
export interface DatabaseStatus {
  engine: 'embedded' | 'postgres'
  version: string
  now: string
  schemaVersion: number
  knownSchema: number
  /** The schema is newer and does not work with this version. */
  isTooNew?: boolean
  /** Data that the service fills in after a migration. */
  fillings?: { version: number; rows: number }[]
  newestEvent: string | null
  /** A connection to another machine without TLS. */
  isOpenLine?: boolean
  /** Our own connections switch it off; through a pooler they cannot. */
  isJitOn?: boolean
  lateCounters?: LateCounter[]
  /** Null if the schema is not this version's. */
  callbacks?: CallbackHealth | null
  /** Those that are set up. */
  auditSinks?: SinkState[] | null
  signedIn?: SignInOrigins | null
}

interface ExamineOptions {
  progress(text: string): void
  /** Asks the database, through the running service if that has it open. */
  status(): Promise<{ result: unknown; byService: boolean }>
  now?: () => Date
}

type Finding = Omit<Check, 'name'>

const ok = (text: string): Finding => ({ state: 'ok', text })
const warn = (text: string, next: string): Finding => ({ state: 'warn', text, next })
const fail = (text: string, next: string): Finding => ({ state: 'fail', text, next })

export async function examine(
  config: Config,
  { progress, status, now = () => new Date() }: ExamineOptions,
): Promise<Check[]> {
  const checks: Check[] = []
  const check = async (name: string, look: () => Promise<Finding | Finding[]>) => {
    progress(`checking: ${name}`)
    const found = await look().catch((error: Error) =>
      fail(error.message, 'the message above says what to do'),
    )
    for (const finding of [found].flat()) checks.push({ name, ...finding })
  }
  await check('node', async () => examineNode(process.versions.node))
  await check('settings', async () => examineSettings(config))
  await check('data folder', () => examineFolder(config.dataDir))
  await check('free space', () => examineSpace(config.dataDir))
  let database: DatabaseStatus | undefined
  let byService = false
  await check('database', async () => {
    const asked = now().getTime()
    try {
      const answer = await status()
      database = answer.result as DatabaseStatus
      byService = answer.byService
    } catch (error) {
      return fail((error as Error).message, 'nothing works without the database: make it reachable first')
    }
    return examineDatabase(database, (asked + now().getTime()) / 2)
  })
  if (database?.engine === 'embedded') {
    await check('lock', async () =>
      ok(byService ? 'held by the running service' : 'free: no service is running'),
    )
  }
  await check('files', () => examineFiles(config))
  await check('video', () => examineVideo(config))
  await check('callbacks', async () => examineCallbackHealth(database?.callbacks, now()))
  await check('audit', async () => examineAuditSinks(database?.auditSinks, now()))
  await check('callers', async () => examineCallers(config, database?.signedIn))
  await check('backups', () => examineBackups(config))
  await check('mail', async () => examineMail(openWays(config)))
  await check('SMS', async () => examineSms(openWays(config)))
  await check('Telegram', async () => examineTelegram(openWays(config)))
  await check('clock', async () => examineClock(database, now()))
  await check('certificate', () => examineCertificate(config, now()))
  await check('port', () => examinePort(config))
  await check('base address', () => examineAddress(config))
  return checks
}

/** The oldest version that runs TypeScript and the lock without flags. */
const OLDEST_NODE = [24, 15]

export function examineNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isEnough =
    major > (OLDEST_NODE[0] as number) || (major === OLDEST_NODE[0] && minor >= (OLDEST_NODE[1] as number))
  return isEnough
    ? ok(`version ${version}`)
    : fail(
        `version ${version} is too old`,
        `use Node ${OLDEST_NODE.join('.')} or newer, or start with npm start, which includes its own`,
      )
}

function examineSettings({ warnings }: Config): Finding[] {
  if (warnings.length === 0) return [ok('nothing contradicts')]
  return warnings.map((warning) => warn(warning, 'walkaround config print shows the settings in force'))
}

async function examineFolder(folder: string): Promise<Finding[]> {
  const found = await stat(folder).catch(() => undefined)
  if (!found) {
    return [
      warn(
        `${folder} does not exist yet`,
        'it is made at the first start; is WALKAROUND_DATA set correctly?',
      ),
    ]
  }
  if (!found.isDirectory()) return [fail(`${folder} is not a folder`, 'set WALKAROUND_DATA to a folder')]
  const isWritable = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!isWritable) {
    return [
      fail(
        `${folder} may not be written by this user`,
        'run as the user of the service, or make this user the owner of the folder',
      ),
    ]
  }
  if (process.platform === 'win32') return [ok(folder)]
  const findings: Finding[] = []
  if ((found.mode & 0o077) !== 0) {
    const mode = (found.mode & 0o777).toString(8)
    findings.push(warn(`${folder} is open to other users (mode ${mode})`, `chmod 700 ${folder}`))
  }
  if (found.uid !== process.getuid?.()) {
    findings.push(
      warn(`${folder} belongs to another user (${found.uid})`, 'run commands as the user of the service'),
    )
  }
  return findings.length > 0 ? findings : [ok(`${folder}, private`)]
}

const MiB = 1024 * 1024

async function examineSpace(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder).catch(() => statfs('.'))
  return judgeSpace(bavail * bsize)
}

/** The embedded database needs some hundred megabytes of free space; photos need more. */
export function judgeSpace(bytes: number): Finding {
  const text =
    bytes < 10 * 1024 * MiB
      ? `${Math.floor(bytes / MiB)} MiB left`
      : `${Math.floor(bytes / MiB / 1024)} GiB left`
  if (bytes < 200 * MiB) return fail(text, 'make room now: a full disk stops every write')
  if (bytes < 2048 * MiB) return warn(text, 'make room soon')
  return ok(text)
}

const OLDEST_POSTGRES = 15

/** `askedMs`: our clock halfway through the query. */
export function examineDatabase(status: DatabaseStatus, askedMs: number): Finding[] {
  const { engine, version, schemaVersion, knownSchema } = status
  const what = engine === 'embedded' ? `embedded, PostgreSQL ${version}` : `PostgreSQL ${version}`
  const findings: Finding[] = []
  if (engine === 'postgres' && Number.parseInt(version, 10) < OLDEST_POSTGRES) {
    findings.push(fail(`${what} is too old`, `use PostgreSQL ${OLDEST_POSTGRES} or newer`))
  } else findings.push(ok(what))
  if (schemaVersion > knownSchema && status.isTooNew === false) {
    findings.push(
      warn(
        `its schema ${schemaVersion} is newer than this version of Walkaround knows (${knownSchema}), and still works with it`,
        'finish the upgrade: start the newer version everywhere',
      ),
    )
  } else if (schemaVersion > knownSchema) {
    findings.push(
      fail(
        `its schema ${schemaVersion} is newer than this version of Walkaround knows (${knownSchema})`,
        'run the version that made it, or a newer one',
      ),
    )
  } else if (schemaVersion < knownSchema) {
    findings.push(
      warn(
        `its schema is ${schemaVersion}, this version needs ${knownSchema}`,
        'make a backup, then start the service or run walkaround migrate',
      ),
    )
  } else findings.push(ok(`schema ${schemaVersion}, current`))
  for (const { version, rows } of status.fillings ?? [])
    findings.push(
      warn(
        `the data of migration ${version} are being filled in, ${rows} rows so far`,
        'keep the service running, and upgrade further when this is gone; walkaround migrate --finish does it now',
      ),
    )
  const apartMs = Math.abs(new Date(status.now).getTime() - askedMs)
  if (engine === 'postgres' && apartMs > 5_000) {
    findings.push(
      warn(
        `its clock and ours are ${Math.round(apartMs / 1000)} s apart`,
        'synchronise the clocks of both machines (NTP)',
      ),
    )
  }
  if (status.isOpenLine) {
    findings.push(
      warn(
        'is on another machine, and the connection to it is not encrypted',
        'add sslmode=verify-full to DATABASE_URL; a container network on one machine can do without',
      ),
    )
  }
  if (status.isJitOn) {
    findings.push(
      warn(
        'compiles statements (jit), which takes longer than running them',
        'the pooler must switch it off: connect_query in docs/operators.md, or alter database … set jit = off',
      ),
    )
  }
  return [...findings, ...(status.lateCounters ?? []).map(judgeCounter)]
}

/** Comes from rows that were copied without their counters. */
function judgeCounter({ table, column, sequence, highest, last }: LateCounter): Finding {
  return fail(
    `the sequence ${sequence} is at ${last}, but ${table}.${column} has ${highest}: new rows would get numbers a second time`,
    `stop the service, then run on the database: select setval('${sequence}', ${highest})`,
  )
}

/** Writes, reads and removes a small file where photos and videos are stored. */
async function examineFiles(config: Config): Promise<Finding> {
  const where = config.s3 ? `bucket ${config.s3.bucket} at ${config.s3.endpoint}` : filesFolder(config)
  // Nothing exists before the first start, not even the folder.
  if (!config.s3 && !(await stat(filesFolder(config)).catch(() => undefined))) {
    return ok(`${where}, which is made with the first photo`)
  }
  try {
    const files = openStore(config)
    await files.check().finally(() => files.close())
    return ok(`${where} can be written and read`)
  } catch (error) {
    return fail(
      (error as Error).message,
      'photos and videos cannot be kept: check the store and its settings',
    )
  }
}

async function examineVideo({ ffmpeg: program }: Pick<Config, 'ffmpeg'>): Promise<Finding> {
  const version = await createFfmpeg({ program }).findVersion()
  if (version !== undefined) return ok(`ffmpeg ${version} converts videos`)
  return warn(
    `${program} is missing, or cannot make H.264 with AAC: videos are served as they were recorded`,
    'install ffmpeg (apt install ffmpeg, brew install ffmpeg), or set WALKAROUND_FFMPEG to its path; then walkaround video convert <client>',
  )
}

/** If the oldest one is older, nobody sends callbacks or the receivers accept none. */
const LATE_MS = 5 * 60_000

export function examineCallbackHealth(health: CallbackHealth | null | undefined, now: Date): Finding[] {
  if (!health) return [ok('not checked')]
  const { receivers, waiting, givenUp, oldestDue, unopened, why } = health
  const findings: Finding[] = []
  if (unopened.length > 0) {
    findings.push(
      fail(
        `the key of the receiver of ${unopened.slice(0, 5).join(', ')} cannot be opened: ${why}`,
        'callbacks wait until it can be opened; or set it again: walkaround callback set <client> --url … --key-file …',
      ),
    )
  }
  if (givenUp > 0) {
    findings.push(
      warn(
        `${givenUp} given up in the last 7 days`,
        'walkaround callback log <client> --state givenUp says why, walkaround callback replay sends them once more',
      ),
    )
  }
  const lateMs = oldestDue === null ? 0 : now.getTime() - new Date(oldestDue).getTime()
  if (lateMs > LATE_MS) {
    findings.push(
      warn(
        `${waiting} are waiting, the oldest for ${Math.round(lateMs / 60_000)} minutes longer than it should`,
        'is the service running? walkaround callback log <client> --state waiting says where they go',
      ),
    )
  }
  if (findings.length > 0) return findings
  if (receivers === 0) return [ok('no receiver is set')]
  return [ok(`receivers: ${receivers}, waiting callbacks: ${waiting}`)]
}

/** A clock before this date is wrong: this code is newer. */
const EARLIEST = new Date('2026-01-01T00:00:00Z')

export function examineClock(status: DatabaseStatus | undefined, now: Date): Finding {
  const next = 'set the clock of this machine, ideally by NTP'
  if (now < EARLIEST) return fail(`this machine says it is ${now.toISOString()}`, next)
  const newest = status?.newestEvent ? new Date(status.newestEvent) : undefined
  if (newest && newest.getTime() - now.getTime() > 60_000) {
    return fail(
      `this machine says it is ${now.toISOString()}, but something was recorded at ${newest.toISOString()}`,
      next,
    )
  }
  return ok(now.toISOString())
}

const DAY_MS = 86_400_000

async function examineCertificate(config: Config, now: Date): Promise<Finding | Finding[]> {
  if (config.proxy) return ok('none: a proxy ends TLS')
  const folder = join(config.dataDir, 'tls')
  const isOwn = !config.tls && (await findOwnCertificate(folder)) !== undefined
  const file = config.tls?.certFile ?? join(folder, isOwn ? 'own.pem' : 'server.pem')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => error)
  if (text instanceof Error) {
    if (text.code === 'ENOENT' && !config.tls)
      return warn('there is no certificate yet', 'it is made at the first start')
    return fail(
      `${file} cannot be read: ${text.message}`,
      'check WALKAROUND_TLS_CERT and the rights of the file',
    )
  }
  const pem = text.slice(Math.max(0, text.indexOf('-----BEGIN CERTIFICATE-----')))
  return judgeCertificate(new X509Certificate(pem), hostOf(config), now, isOwn || config.tls !== undefined)
}

export function judgeCertificate(
  x509: X509Certificate,
  host: string,
  now: Date,
  isGiven: boolean,
): Finding[] {
  const end = new Date(x509.validTo)
  const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS)
  const renew = isGiven
    ? 'renew the file, then send the service SIGHUP'
    : 'restart the service: it makes a new one'
  const findings: Finding[] = []
  if (days < 0) findings.push(fail(`expired on ${x509.validTo}`, renew))
  else if (new Date(x509.validFrom) > now) {
    findings.push(fail(`is valid from ${x509.validFrom} only`, 'check the clock of this machine'))
  } else if (days < 14) findings.push(warn(`expires in ${days} days`, renew))
  else findings.push(ok(`valid for ${days} more days`))
  const isNamed = (isIP(host) === 0 ? x509.checkHost(host) : x509.checkIP(host)) !== undefined
  findings.push(
    isNamed
      ? ok(`names ${host}`)
      : fail(
          `does not name ${host}, only ${x509.subjectAltName ?? 'nothing'}`,
          isGiven
            ? 'get one for the host of WALKAROUND_BASE_URL'
            : 'restart the service with WALKAROUND_BASE_URL set',
        ),
  )
  return findings
}

const hostOf = (config: Config) => new URL(baseUrlOf(config)).hostname.replace(/^\[|\]$/g, '')

const TIMEOUT_MS = 5_000

function isTaken(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: TIMEOUT_MS })
    const end = (taken: boolean) => {
      socket.destroy()
      resolve(taken)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })
}

const localHost = (host: string) => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host)

async function examinePort(config: Config): Promise<Finding> {
  const { port } = config
  const host = localHost(config.host)
  if (port === 0) return ok('any free port is taken at the start')
  if (!(await isTaken(host, port))) return ok(`${port} is free: the service is not running`)
  if (config.proxy) return ok(`${port} is in use; only the proxy can check by which program`)
  const isOurs = await health(`https://${host.includes(':') ? `[${host}]` : host}:${port}`, {
    trustAll: true,
  }).then(
    (answer) => answer.isOurs,
    () => false,
  )
  return isOurs
    ? ok(`${port} is in use by the running service`)
    : fail(
        `${port} is in use by another program`,
        'stop that program, or set WALKAROUND_PORT to another port',
      )
}

async function examineAddress(config: Config): Promise<Finding> {
  if (config.port === 0 && !config.baseUrl) return ok('known once the service has started')
  const url = baseUrlOf(config)
  try {
    const ca = await readFile(join(config.dataDir, 'tls', 'walkaround-ca.crt'), 'utf8').catch(() => undefined)
    const isOwn = (await findOwnCertificate(join(config.dataDir, 'tls'))) !== undefined
    const { isOurs, status } = await health(url, config.tls || config.proxy || isOwn ? {} : { ca })
    if (isOurs) return ok(`${url} answers over TLS`)
    return fail(
      `${url} answers with status ${status}, not as Walkaround does`,
      'check WALKAROUND_BASE_URL and the proxy',
    )
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (code === 'ECONNREFUSED') {
      return warn(`${url} does not answer: the service is not running`, 'walkaround serve')
    }
    return fail(
      `${url} cannot be reached: ${message || code}`,
      'check WALKAROUND_BASE_URL, name resolution, firewall and certificate',
    )
  }
}

interface Trust {
  trustAll?: boolean
  ca?: string | undefined
}

function health(base: string, { trustAll, ca }: Trust): Promise<{ isOurs: boolean; status: number }> {
  return new Promise((resolve, reject) => {
    const call = request(`${base}/healthz`, {
      timeout: TIMEOUT_MS,
      rejectUnauthorized: !trustAll,
      ca: ca ? [...rootCertificates, ca] : undefined,
      checkServerIdentity: (host: string, peer: PeerCertificate) =>
        trustAll ? undefined : checkServerIdentity(host, peer),
    })
    call.once('timeout', () => call.destroy(new Error('no answer within 5 seconds')))
    call.once('error', reject)
    call.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk.slice(0, 1_000)
      })
      response.once('error', reject)
      response.once('end', () => {
        const status = response.statusCode ?? 0
        resolve({ status, isOurs: status === 200 && text.includes('"status":"ok"') })
      })
    })
    call.end()
  })
}
