// The service as a whole: settings → lock → database → migrations → doors, and the way back. The process around it
// (signals, exit codes) is main.ts.
import { X509Certificate } from 'node:crypto'
import type { Server } from 'node:http'
import type { Http2SecureServer } from 'node:http2'
import { type AddressInfo, BlockList, createServer, isIPv6, type Socket } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createAccessLog } from './access/access-log.ts'
import { type Authenticator, createAuthenticator } from './access/authenticate.ts'
import { installationPasswords } from './access/password-work.ts'
import { type AppOptions, buildApp } from './app.ts'
import { commandRunner } from './commands.ts'
import { type Config, defaultBaseUrl } from './config.ts'
import type { Database } from './db/database.ts'
import { isUnavailable } from './db/errors.ts'
import { findSchemaVersion, listMigrations, migrate } from './db/migrate.ts'
import { sql } from './db/sql.ts'
import { addDemoReceiver } from './demo/add-receiver.ts'
import { type DemoAccess, ensureDemo } from './demo/ensure-demo.ts'
import { describeDemoSignIn, writeDemoPasswords } from './demo/passwords-file.ts'
import { loadDefaultPackages } from './features/assignment/default-packages.ts'
import { type Callbacks, startCallbacks } from './features/callbacks/deliver-loop.ts'
import { createLiveUpdates } from './features/live-updates/live-updates.ts'
import { startReadingTelegram } from './features/messages/read-telegram.ts'
import { createFormPool } from './features/printed-forms/read-form.ts'
import { loadDefaultTemplates } from './features/templates/default-templates.ts'
import { isIn, networksOf } from './http/addresses.ts'
import { trackConnections } from './http/connections.ts'
import { startControl } from './http/control.ts'
import type { Check } from './http/health.ts'
import type { PageOptions } from './http/pages.ts'
import { findOldestDue } from './jobs/queue-lag-store.ts'
import { type Jobs, startJobs } from './jobs/work-loop.ts'
import { type OpenedCallbacks, openCallbacks } from './open-callbacks.ts'
import { openDatabase } from './open-database.ts'
import { openMedia } from './open-media.ts'
import { openPost } from './open-post.ts'
import {
  type Certificate,
  ensureCertificate,
  loadCertificate,
  reloadCertificate,
} from './outside/certificates.ts'
import { createFfmpeg } from './outside/ffmpeg.ts'
import { storeReadiness } from './outside/files/readiness.ts'
import { SecretBoxError } from './outside/secret-box.ts'
import { createVinProvider } from './outside/vin-provider.ts'
import { planCleaningOfAll, startUpkeep } from './upkeep.ts'
import { postTable, workTable } from './work.ts'

export interface ServeOptions {
  config: Config
  logger: Logger
  /** What is being done, for a person who waits. */
  onProgress?: (text: string) => void
}

export interface Service {
  baseUrl: string
  localUrl: string | undefined
  certificate: Certificate | undefined
  /** Keys and passwords of the demo, only at the start that made it. */
  demo: DemoAccess | undefined
  isDemo: boolean
  reloadCertificate(): Promise<void>
  /** Finishes what is in flight. */
  stop(): Promise<void>
}

/** A start that cannot succeed, with what to do about it. */
export class StartError extends Error {
  override name = 'StartError'
}

/** A video keeps a core busy; sweeping must not wait for it. */
const JOBS_AT_ONCE = 2
const JOBS_POLL_MS = 1_000
/** They wait for others most of the time. */
const MESSAGES_AT_ONCE = 4

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

const isLoopback = (host: string) =>
  host === 'localhost' || loopback.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')

export async function serve({ config, logger, onProgress = () => {} }: ServeOptions): Promise<Service> {
  const undo: (() => Promise<unknown>)[] = []
  const stop = async () => {
    // The last thing opened is the first to go; a failure on the way must not keep the rest open.
    for (const step of undo.splice(0).reverse()) {
      await step().catch((error: unknown) =>
        logger.error({ failure: { name: (error as Error).name } }, 'stopping'),
      )
    }
  }
  try {
    return await start({ config, logger, onProgress }, undo, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function start(
  { config, logger, onProgress }: Required<ServeOptions>,
  undo: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<Service> {
  // Before anything is made: keys of a new demo would be lost if the start failed after showing none.
  await assertPortFree(config.host, config.port)
  if (config.tls) await loadOrMake(config)
  if (config.databaseUrl === undefined) onProgress('opening the embedded database')
  const opened = await openDatabase(config, {
    purpose: 'walkaround serve',
    onIdleError: (error) =>
      logger.warn(
        { failure: { name: error.name, code: (error as { code?: string }).code } },
        'a database connection broke',
      ),
  })
  undo.push(opened.close)
  const { database } = opened
  const { media, close: closeMedia } = openMedia(config, database)
  undo.push(closeMedia)

  let isPrepared = false
  let demo: DemoAccess | undefined
  let isDemo = false
  const callbacks = openCallbacks(config)
  undo.push(callbacks.close)
  const post = openPost(config)
  const prepare = async () => {
    const applied = await migrate(database, { onProgress: (name) => onProgress(`schema: ${name}`) })
    await loadDefaultTemplates(database)
    await loadDefaultPackages(database)
    const isNewEmbedded = applied.includes('0001_access.sql') && database.engine === 'embedded'
    // Refused before it is made: its keys are shown once, and a start that fails shows none.
    if (isNewEmbedded && config.demo === undefined) assertDemoMayBeSeen(config)
    const result = await ensureDemo(database, {
      wanted: config.demo,
      isNewEmbedded,
      media: async () => media,
      onProgress,
    })
    if (result.isDemo) assertDemoMayBeSeen(config)
    isDemo = result.isDemo
    if (isDemo)
      await openDemoReceiver(database, callbacks, { config, isNew: result.access !== undefined, logger })
    if (result.access) await writeDemoPasswords(config.dataDir, result.access)
    demo = result.access
    await planCleaningOfAll(database, new Date())
    isPrepared = true
  }
  let retry: NodeJS.Timeout | undefined
  undo.push(async () => clearTimeout(retry))
  const prepareUntilDone = async () => {
    try {
      await prepare()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      onProgress('the database cannot be reached; waiting for it')
      retry = setTimeout(() => {
        prepareUntilDone().catch((failure: unknown) => {
          logger.fatal(
            { failure: { name: (failure as Error).name, message: (failure as Error).message } },
            'the database cannot be prepared',
          )
          process.exitCode = 1
          stop().finally(() => process.exit(1))
        })
      }, 2_000)
    }
  }
  await prepareUntilDone()

  let certificate = config.proxy ? undefined : await loadOrMake(config)
  for (const warning of certificate?.warnings ?? []) logger.warn(warning)
  if (certificate?.created)
    onProgress(
      certificate.created === 'authority'
        ? 'made a local authority and a certificate'
        : 'renewed the certificate',
    )

  let baseUrl = config.baseUrl ?? defaultBaseUrl(config.port)
  const authenticator: Authenticator = createAuthenticator(database, {
    idleMs: config.sessionIdleMinutes * 60_000,
  })
  const accessLog = createAccessLog(database)
  const pages: PageOptions = {
    isDemo: () => isDemo,
    isPrepared: () => isPrepared,
    baseUrl: () => baseUrl,
    authority: () => authorityOf(certificate),
  }
  const formPool = createFormPool()
  undo.push(() => formPool.close())
  const isStoreUsable = storeReadiness(media.files)
  const readiness = () => checkReadiness(database, () => isPrepared, isStoreUsable)
  const updates = createLiveUpdates(database)
  let delivering: Callbacks | undefined
  let sending: Jobs | undefined
  const appOptions: AppOptions = {
    database,
    authenticator,
    accessLog,
    sessionIdleMs: config.sessionIdleMinutes * 60_000,
    signInHelp: async () => (isDemo ? { demo: await describeDemoSignIn(config.dataDir) } : {}),
    baseUrl: () => baseUrl,
    bodyLimit: config.bodyLimit,
    priceListBodyLimit: config.priceListBodyLimit,
    ...(config.vinProvider
      ? {
          vinProvider: createVinProvider({
            ...config.vinProvider,
            onFailure: (reason) => logger.warn({ reason }, 'the provider of vehicle data did not answer'),
          }),
        }
      : {}),
    media,
    formPool,
    logger,
    isPrepared: () => isPrepared,
    readiness,
    pages,
    proxy: config.proxy,
    passwords: installationPasswords(database),
    updates,
    callbacks: { ...callbacks, nudge: () => delivering?.nudge() },
    post: {
      box: callbacks.box,
      startLink: post.telegram?.startLink,
      isKept: (clientId, channel) => post.channelFor(clientId, channel) === undefined,
      isPlayed: post.isPlayed,
      nudge: () => sending?.nudge(),
    },
  }
  const app = await buildApp({
    ...appOptions,
    ...(certificate ? { tls: { key: certificate.key, cert: certificate.cert } } : {}),
  })
  await app.ready()
  const server = app.server as unknown as Server | Http2SecureServer
  if (config.proxy) admitOnly(server, config.proxy)
  await listen(app, config.host, config.port)
  const { port } = server.address() as AddressInfo
  baseUrl = config.baseUrl ?? defaultBaseUrl(port)
  const connections = trackConnections(server)
  undo.push(() => closeWithin(app, connections, config.shutdownSeconds * 1000))
  // Before that, for streams end by themselves never.
  undo.push(() => updates.close())

  const localUrl =
    isDemo && config.localHttpPort > 0
      ? await openLocalPages(config.localHttpPort, appOptions, undo, logger)
      : undefined

  if (database.engine === 'embedded') {
    const control = await startControl({
      dataDir: config.dataDir,
      run: commandRunner({ database, config, media: async () => media, callbacks }),
    })
    undo.push(control.close)
  }
  const upkeep = startUpkeep({
    database,
    authenticator,
    accessLog,
    accessLogDays: config.accessLogDays,
    media,
    config,
    isPrepared: () => isPrepared,
    onFailure: (name, error) => logger.warn({ failure: { name: (error as Error).name } }, `upkeep: ${name}`),
  })
  undo.push(upkeep.stop)
  const clock = () => new Date()
  const jobs = startJobs({
    database,
    table: workTable({ database, media, ffmpeg: createFfmpeg({ program: config.ffmpeg }), clock }),
    concurrency: JOBS_AT_ONCE,
    pollMs: JOBS_POLL_MS,
    clock,
    isPrepared: () => isPrepared,
    onFailure: (kind, error, isGivenUp) =>
      logger.warn({ failure: { name: (error as Error).name }, isGivenUp }, `job: ${kind}`),
  })
  undo.push(jobs.stop)
  delivering = startCallbacks({
    ...callbacks.deliverOptions(database, clock),
    pollMs: JOBS_POLL_MS,
    isPrepared: () => isPrepared,
    isAlone: database.engine === 'embedded',
    onFailure: (what, client, error) =>
      logger.warn(
        { client, ...(error ? { failure: { name: (error as Error).name } } : {}) },
        `callback: ${what}`,
      ),
  })
  undo.push(delivering.stop)
  sending = startJobs({
    database,
    table: postTable({
      database,
      box: callbacks.box,
      clock,
      baseUrl: () => localUrl ?? baseUrl,
      channelFor: post.channelFor,
      isPlayed: post.isPlayed,
      onSent: () => delivering?.nudge(),
    }),
    concurrency: MESSAGES_AT_ONCE,
    pollMs: JOBS_POLL_MS,
    clock,
    isPrepared: () => isPrepared,
    onFailure: (kind, error, isGivenUp) =>
      logger.warn({ failure: { name: (error as Error).name }, isGivenUp }, `job: ${kind}`),
  })
  undo.push(sending.stop)
  if (post.telegram) {
    const reading = startReadingTelegram({
      database,
      telegram: post.telegram,
      clock,
      isPrepared: () => isPrepared,
      onFailure: (error) =>
        logger.warn({ failure: { name: (error as Error).name } }, 'reading the Telegram bot'),
    })
    undo.push(reading.stop)
  }

  const reload = async () => {
    if (!certificate) return
    certificate = await reloadCertificate(server as Http2SecureServer, () => loadOrMake(config))
  }
  const daily = setInterval(() => {
    reload().catch((error: unknown) =>
      logger.error(
        { failure: { name: (error as Error).name, message: (error as Error).message } },
        'the certificate could not be renewed',
      ),
    )
  }, 24 * 3_600_000).unref()
  undo.push(async () => clearInterval(daily))

  return { baseUrl, localUrl, certificate, demo, isDemo, reloadCertificate: reload, stop }
}

/** A demo whose key cannot be sealed still starts: doctor and the log say what is wrong. */
async function openDemoReceiver(
  database: Database,
  callbacks: OpenedCallbacks,
  { config, isNew, logger }: { config: Config; isNew: boolean; logger: Logger },
): Promise<void> {
  await callbacks.openDemo()
  const baseUrl =
    config.localHttpPort > 0
      ? `http://localhost:${config.localHttpPort}`
      : (config.baseUrl ?? defaultBaseUrl(config.port))
  await addDemoReceiver(database, callbacks, { now: new Date(), isNew, baseUrl }).catch((error: unknown) => {
    if (!(error instanceof SecretBoxError)) throw error
    logger.warn(`the demo gets no receiver of callbacks: ${error.message}`)
  })
}

/** Also asked when the database comes late: whoever started the service may be gone by then. */
function assertDemoMayBeSeen({ host, demo }: Config): void {
  if (isLoopback(host) || demo === true) return
  throw new StartError(
    `WALKAROUND_HOST is ${host}, and this database has the demo dealership, or would get it: its data are for trying out. ` +
      'Set WALKAROUND_DEMO=1 to serve them all the same, or start with another WALKAROUND_DATA folder and WALKAROUND_DEMO=0.',
  )
}

function loadOrMake(config: Config): Promise<Certificate> {
  const names = [config.host, ...(config.baseUrl ? [new URL(config.baseUrl).hostname] : [])]
  return config.tls
    ? loadCertificate(config.tls.certFile, config.tls.keyFile, { names })
    : ensureCertificate({ dir: join(config.dataDir, 'tls'), names })
}

function authorityOf(certificate: Certificate | undefined): { pem: string; fingerprint: string } | undefined {
  if (!certificate?.caCertPem) return undefined
  return {
    pem: certificate.caCertPem,
    fingerprint: new X509Certificate(certificate.caCertPem).fingerprint256,
  }
}

async function checkReadiness(
  database: Database,
  isPrepared: () => boolean,
  isStoreUsable: () => Promise<boolean>,
): Promise<Check[]> {
  const [ofDatabase, isUsable] = await Promise.all([checkDatabase(database, isPrepared), isStoreUsable()])
  // Where it lies is nobody's business here; doctor tells the operator.
  return [...ofDatabase, { name: 'storage', isOk: isUsable, ...(isUsable ? {} : { info: 'cannot be used' }) }]
}

async function checkDatabase(database: Database, isPrepared: () => boolean): Promise<Check[]> {
  const known = (await listMigrations()).at(-1)?.version ?? 0
  try {
    await database.row(sql`select 1 as one`)
    const version = await findSchemaVersion(database)
    const isCurrent = isPrepared() && version === known
    return [
      { name: 'database', isOk: true },
      { name: 'migrations', isOk: isCurrent, info: `schema ${version} of ${known}` },
      ...(isCurrent ? [{ name: 'queue', isOk: true, info: await describeQueue(database) }] : []),
    ]
  } catch {
    return [
      { name: 'database', isOk: false, info: 'cannot be reached' },
      { name: 'migrations', isOk: false, info: 'unknown' },
    ]
  }
}

/** Told, not judged: taking a process out of traffic makes no queue shorter. */
async function describeQueue(database: Database): Promise<string> {
  const now = new Date()
  const oldest = await findOldestDue(database, now)
  if (!oldest) return 'nothing waits'
  return `the oldest job has waited ${Math.round((now.getTime() - oldest.getTime()) / 1000)} s`
}

async function assertPortFree(host: string, port: number): Promise<void> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject)
      probe.listen({ host, port }, resolve)
    })
  } catch (error) {
    throw toStartError(error, host, port)
  }
  await new Promise((resolve) => probe.close(resolve))
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port, listenTextResolver: (address) => `listening at ${address}` })
  } catch (error) {
    throw toStartError(error, host, port)
  }
}

function toStartError(error: unknown, host: string, port: number): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(
        `port ${port} on ${host} is taken by another program: stop it, or set WALKAROUND_PORT to another port`,
      )
    case 'EACCES':
      return new StartError(
        `port ${port} needs more rights than this user has: set WALKAROUND_PORT to one above 1023`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`WALKAROUND_HOST: ${host} is not an address of this machine`)
    default:
      return error
  }
}

/** Behind a proxy that ends TLS, plain HTTP is for that proxy's ears only (H1). */
function admitOnly(server: Server | Http2SecureServer, proxies: readonly string[]): void {
  const allowed = networksOf(proxies)
  server.on('connection', (socket: Socket) => {
    if (!isIn(allowed, socket.remoteAddress ?? '')) socket.destroy()
  })
}

async function closeWithin(
  app: FastifyInstance,
  connections: ReturnType<typeof trackConnections>,
  ms: number,
): Promise<void> {
  const timer = setTimeout(() => connections.destroy(), ms)
  await connections.drain()
  clearTimeout(timer)
  await app.close()
}

/** H1: pages and apps, never the interface, on plain loopback HTTP, so that a newcomer meets no certificate warning. */
async function openLocalPages(
  port: number,
  options: AppOptions,
  undo: (() => Promise<unknown>)[],
  logger: Logger,
): Promise<string | undefined> {
  const url = `http://localhost:${port}`
  const app = await buildApp({ ...options, isLocal: true, baseUrl: () => url, proxy: undefined })
  try {
    await app.listen({ host: '127.0.0.1', port })
  } catch (error) {
    logger.warn(
      `the pages are not on ${url}: ${(error as NodeJS.ErrnoException).code}; set WALKAROUND_LOCAL_HTTP_PORT`,
    )
    return undefined
  }
  undo.push(() => app.close())
  return url
}
