// The service as a whole, as the list of its parts in the order they are opened; they close in reverse. The process around
// it (signals, exit codes) is run.ts.
import type { Server } from 'node:http'
import type { Http2SecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type AppOptions, buildApp } from '../app.ts'
import { baseUrlOf, type Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { callbackTeller } from '../features/callbacks/enqueue-events.ts'
import { createLiveUpdates } from '../features/live-updates/live-updates.ts'
import type { Media } from '../features/media/media.ts'
import { createFormPool } from '../features/printed-forms/read-form.ts'
import { createRequestLog } from '../features/request-log/keep-requests.ts'
import type { RestoreWish } from '../features/set-up/first-start.ts'
import { makeSetUpLink, type SetUpLink } from '../features/set-up/link.ts'
import { createKeyLender } from '../features/simulator-page/lend-key.ts'
import { trackConnections } from '../http/connections.ts'
import { type ControlOptions, startControl } from '../http/control.ts'
import { sendInto } from '../http/send-into.ts'
import { createAccessLog } from '../identity/access-log.ts'
import { createAuthenticator } from '../identity/authenticate.ts'
import { installationPasswords } from '../identity/password-work.ts'
import { hasClients } from '../organisation/clients.ts'
import { auditMarkKeys } from '../outside/audit-marks.ts'
import type { Certificate } from '../outside/certificates.ts'
import { storeReadiness } from '../outside/files/readiness.ts'
import { createVinProvider } from '../outside/vin-provider.ts'
import { authorityOf, loadOrMake, openCertificate, ownCertificate } from './certificate.ts'
import { type Demo, type DemoAccess, mayShowDemo } from './demo.ts'
import { createFirstStart, type FirstWork } from './first-start.ts'
import { admitOnly, assertPortFree, closeWithin, listen, openLocalPages } from './listen.ts'
import { openAuditSinks, startSendingAudit } from './open-audit-sinks.ts'
import { type OpenedCallbacks, openCallbacks } from './open-callbacks.ts'
import { openDatabase } from './open-database.ts'
import { openMedia } from './open-media.ts'
import { type OpenedPost, openPost } from './open-post.ts'
import { createParts, type Parts } from './parts.ts'
import { type Preparation, startPreparing } from './prepare.ts'
import { checkReadiness } from './readiness.ts'
import { startUpkeep } from './upkeep.ts'
import { startWorkers, type Workers } from './workers.ts'

/** What belongs to floors above the process and is passed in. */
export interface Composition {
  demo: Demo
  /** Runs a command that came over the socket of the data folder. */
  commandRunner(service: {
    database: Database
    config: Config
    media: () => Promise<Media>
    callbacks: OpenedCallbacks
  }): ControlOptions['run']
}

interface ServeOptions extends Composition {
  /** Called when a backup is to be restored, which needs a service that is stopped. */
  onRestore?: (tokenHash: Buffer, wish: RestoreWish) => void
  /** What was done before this start. */
  firstWork?: FirstWork | undefined
  config: Config
  logger: Logger
  /** What is being done, for a person who waits. */
  onProgress?: (text: string) => void
}

export interface Service {
  port: number
  baseUrl: string
  localUrl: string | undefined
  certificate: Certificate | undefined
  /** Keys and passwords of the demo, only at the start that made it. */
  demo: DemoAccess | undefined
  isDemo: boolean
  /** False while the database cannot be reached. */
  isPrepared: boolean
  /** Leads whoever opens it through the first start; undefined if there is a client, or the database was not reached yet. */
  setUpLink: SetUpLink | undefined
  reloadCertificate(): Promise<void>
  /** Finishes what is in flight. */
  stop(): Promise<void>
}

export async function serve(options: ServeOptions): Promise<Service> {
  const parts = createParts(options.logger)
  try {
    return await start({ onProgress: () => {}, ...options }, parts)
  } catch (error) {
    await parts.close()
    throw error
  }
}

type Options = ServeOptions & Required<Pick<ServeOptions, 'onProgress'>>

async function start(options: Options, parts: Parts): Promise<Service> {
  const { config, logger, onProgress } = options
  // Before anything is made: keys of a new demo would be lost if the start failed after showing none.
  await assertPortFree(config.host, config.port)
  if (config.tls) await loadOrMake(config)
  if (config.databaseUrl === undefined) onProgress('opening the embedded database')
  const { database } = parts.add(
    await openDatabase(config, {
      purpose: 'walkaround serve',
      onIdleError: (error) =>
        logger.warn(
          { failure: { name: error.name, code: (error as { code?: string }).code } },
          'a database connection broke',
        ),
    }),
    (opened) => opened.close(),
  )
  const { media } = parts.add(openMedia(config, database), (opened) => opened.close())
  const callbacks = parts.add(openCallbacks(config), (opened) => opened.close())
  const post = openPost(config, callbacks.box)
  const sinks = openAuditSinks(config)
  const preparation = parts.add(
    await startPreparing({
      ...options,
      database,
      media,
      callbacks,
      onFailure: () => parts.close().finally(() => process.exit(1)),
    }),
    (opened) => opened.stop(),
  )
  const { isPrepared } = preparation
  const certificates = parts.add(await openCertificate(options), (opened) => opened.stop())

  let baseUrl = baseUrlOf(config)
  let workers: Workers | undefined
  const doors = doorOptions({
    ...options,
    parts,
    database,
    media,
    callbacks,
    post,
    preparation,
    baseUrl: () => baseUrl,
    workers: () => workers,
    certificate: certificates.current,
    ownCertificate: ownCertificate(config, certificates),
  })
  const { server, app } = await openDoors(parts, options, doors, certificates.current())
  certificates.follow(server)
  baseUrl = baseUrlOf({ baseUrl: config.baseUrl, port: (server.address() as AddressInfo).port })
  const local =
    preparation.isDemo() && config.localHttpPort > 0
      ? parts.add(
          await openLocalPages(
            config.localHttpPort,
            { ...doors, sendToInterface: sendInto((request) => app.inject(request)) },
            logger,
          ),
          (opened) => opened?.close(),
        )
      : undefined

  if (database.engine === 'embedded') {
    const runCommand = options.commandRunner({ database, config, media: async () => media, callbacks })
    // Whoever a command signs out is out at once: what was read of keys and sessions a moment ago may have changed.
    const run: typeof runCommand = (...call) =>
      runCommand(...call).finally(() => doors.authenticator.forget())
    parts.add(await startControl({ dataDir: config.dataDir, run }), (control) => control.close())
  }
  parts.add(
    startSendingAudit(sinks, {
      database,
      isPrepared,
      onFailure: (sink, error) =>
        logger.warn({ failure: { name: (error as Error).name } }, `sending the audit to ${sink}`),
    }),
    (sending) => sending.stop(),
  )
  parts.add(
    startUpkeep({
      ...doors,
      accessLogDays: config.accessLogDays,
      auditDays: config.auditDays,
      markKeys: auditMarkKeys(callbacks.box),
      config,
      onFailure: (name, error) =>
        logger.warn({ failure: { name: (error as Error).name } }, `upkeep: ${name}`),
    }),
    (upkeep) => upkeep.stop(),
  )
  workers = startWorkers(parts, {
    config,
    logger,
    database,
    media,
    callbacks,
    post,
    isPrepared,
    pagesUrl: () => local?.url ?? baseUrl,
  })
  return {
    port: (server.address() as AddressInfo).port,
    baseUrl,
    localUrl: local?.url,
    certificate: certificates.current(),
    demo: preparation.demoAccess(),
    isDemo: preparation.isDemo(),
    isPrepared: isPrepared(),
    setUpLink: await linkIfNew(database, isPrepared(), baseUrl),
    reloadCertificate: certificates.reload,
    stop: parts.close,
  }
}

async function linkIfNew(
  database: Database,
  isPrepared: boolean,
  baseUrl: string,
): Promise<SetUpLink | undefined> {
  if (!isPrepared || (await hasClients(database))) return undefined
  return makeSetUpLink({ db: database, now: new Date() }, baseUrl)
}

interface DoorOptions extends Options {
  parts: Parts
  database: Database
  media: Media
  callbacks: OpenedCallbacks
  post: OpenedPost
  preparation: Preparation
  baseUrl: () => string
  workers: () => Workers | undefined
  certificate: () => Certificate | undefined
  ownCertificate: ReturnType<typeof ownCertificate>
}

/** Options of the doors, for the service itself and for the demo's pages on loopback. */
function doorOptions(options: DoorOptions) {
  const { config, logger, demo, parts, database, media, callbacks, post, preparation, baseUrl } = options
  const { isDemo, isPrepared } = preparation
  const sessionIdleMs = config.sessionIdleMinutes * 60_000
  const isStoreUsable = storeReadiness(media.files)
  const demoPlace = {
    lendKey: createKeyLender(database, demo.sandbox, () => new Date()),
    dealerCode: demo.sandbox.dealerCode,
  }
  return {
    database,
    authenticator: createAuthenticator(database, { idleMs: sessionIdleMs }),
    accessLog: createAccessLog(database),
    requestLog: config.requestLogDays > 0 ? createRequestLog(database) : undefined,
    requestLogDays: config.requestLogDays,
    sessionIdleMs,
    requestsPerMinute: config.keyRequestsPerMinute,
    undecidedMs: config.undecidedHours * 3_600_000,
    signInHelp: async () => (isDemo() ? { demo: await demo.describeSignIn(config.dataDir) } : {}),
    baseUrl,
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
    formPool: parts.add(createFormPool(), (pool) => pool.close()),
    demoPlace: () => (isDemo() ? demoPlace : undefined),
    logger,
    isPrepared,
    firstStart: createFirstStart({
      config,
      isDemoHidden: !mayShowDemo(config),
      certificate: options.ownCertificate,
      before: options.firstWork,
      makeDemo: preparation.makeDemo,
      onRestore: options.onRestore,
    }),
    readiness: () => checkReadiness(database, isPrepared, isStoreUsable),
    pages: { isDemo, isPrepared, baseUrl, authority: () => authorityOf(options.certificate()) },
    proxy: config.proxy,
    passwords: installationPasswords(database),
    updates: createLiveUpdates(database, {
      isPrepared,
      teller: callbackTeller,
      onTold: () => options.workers()?.delivering.nudge(),
    }),
    callbacks: { ...callbacks, nudge: () => options.workers()?.delivering.nudge() },
    post: {
      box: callbacks.box,
      channels: post.channels,
      nudge: () => options.workers()?.sending.nudge(),
    },
  } satisfies AppOptions
}

async function openDoors(
  parts: Parts,
  { config }: ServeOptions,
  options: AppOptions,
  certificate: Certificate | undefined,
): Promise<{ server: Server | Http2SecureServer; app: FastifyInstance }> {
  const app = await buildApp({
    ...options,
    ...(certificate ? { tls: { key: certificate.key, cert: certificate.cert } } : {}),
  })
  await app.ready()
  const server = app.server as unknown as Server | Http2SecureServer
  if (config.proxy) admitOnly(server, config.proxy)
  await listen(app, config.host, config.port)
  const connections = trackConnections(server)
  parts.add(app, () => closeWithin(app, connections, config.shutdownSeconds * 1000))
  options.updates?.start()
  // Closed before the doors: event streams never end on their own.
  parts.add(options.updates, (updates) => updates?.close())
  return { server, app }
}
