// Builds the HTTP application from hooks and an explicit list of features, and does nothing else.
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import type { SignInHelp } from '@walkaround/contract/app/session.ts'
import { appInterface, dmsInterface } from '@walkaround/contract/openapi.ts'
import type { Operation } from '@walkaround/contract/operation.ts'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from './db/database.ts'
import { administrationAppRoutes } from './features/administration/app-routes.ts'
import { assignmentAppRoutes } from './features/assignment/app-routes.ts'
import { assignmentRoutes } from './features/assignment/routes.ts'
import { type CallbackDoor, callbackAppRoutes } from './features/callbacks/app-routes.ts'
import { callbackTeller } from './features/callbacks/enqueue-events.ts'
import { carNoteAppRoutes } from './features/car-notes/app-routes.ts'
import { damageAppRoutes } from './features/damage/app-routes.ts'
import { damageRoutes } from './features/damage/routes.ts'
import { editAppRoutes } from './features/edits/app-routes.ts'
import { figureAppRoutes, figureRoutes } from './features/figures/routes.ts'
import { followUpAppRoutes } from './features/follow-up/app-routes.ts'
import { invitationAppRoutes } from './features/invitations/app-routes.ts'
import { invitationRoutes } from './features/invitations/routes.ts'
import { leadRoutes } from './features/leads/routes.ts'
import { lineQuestionAppRoutes } from './features/line-questions/app-routes.ts'
import { liveUpdateAppRoutes } from './features/live-updates/app-routes.ts'
import { createLiveUpdates, type LiveUpdates, WAITS_PER_KEY } from './features/live-updates/live-updates.ts'
import { eventRoutes } from './features/live-updates/routes.ts'
import type { Media } from './features/media/media.ts'
import { mediaRoutes } from './features/media/routes.ts'
import {
  messageAppRoutes,
  messageChannelRoutes,
  messageTextRoutes,
  type PostOffice,
} from './features/messages/app-routes.ts'
import { ownerPageAppRoutes } from './features/owner-page/app-routes.ts'
import { ownerPageRoutes } from './features/owner-page/routes.ts'
import { createPackageTexts } from './features/packages/package-texts.ts'
import { packageRoutes } from './features/packages/routes.ts'
import { partAppRoutes, partRoutes } from './features/parts/routes.ts'
import { photoAppRoutes } from './features/photos/app-routes.ts'
import { photoRoutes } from './features/photos/routes.ts'
import type { FormPool } from './features/printed-forms/read-form.ts'
import { printedFormAppRoutes, printedFormRoutes } from './features/printed-forms/routes.ts'
import { quoteRoutes } from './features/quotes/routes.ts'
import { reminderAppRoutes } from './features/reminders/app-routes.ts'
import { reminderRoutes } from './features/reminders/routes.ts'
import { requestLogAppRoutes } from './features/request-log/app-routes.ts'
import type { RequestLog } from './features/request-log/keep-requests.ts'
import { sandboxRoutes } from './features/sandbox/routes.ts'
import { serviceOrderRoutes } from './features/service-orders/routes.ts'
import type { FirstStart } from './features/set-up/first-start.ts'
import { setUpRoutes } from './features/set-up/routes.ts'
import type { DemoPlace } from './features/simulator-page/plays.ts'
import { simulatorRoutes } from './features/simulator-page/routes.ts'
import { singleSignOnAppRoutes } from './features/single-sign-on/app-routes.ts'
import { singleSignOnRoutes } from './features/single-sign-on/routes.ts'
import { findLabel, hasProviders } from './features/single-sign-on/set-provider.ts'
import { surveyAppRoutes } from './features/surveys/app-routes.ts'
import { surveyRoutes } from './features/surveys/routes.ts'
import { tabletAppRoutes } from './features/tablets/app-routes.ts'
import { templateRoutes } from './features/templates/routes.ts'
import { todayAppRoutes } from './features/today/app-routes.ts'
import { uploadAppRoutes } from './features/uploads/app-routes.ts'
import { vehicleHistoryAppRoutes } from './features/vehicle-history/app-routes.ts'
import { vehicleHistoryRoutes } from './features/vehicle-history/routes.ts'
import { type VinProvider, vehicleInformationRoutes } from './features/vehicles/routes.ts'
import { videoAppRoutes } from './features/videos/app-routes.ts'
import { videoRoutes } from './features/videos/routes.ts'
import { wordRoutes } from './features/words/routes.ts'
import { workPlanAppRoutes } from './features/work-plans/app-routes.ts'
import { workPlanRoutes } from './features/work-plans/routes.ts'
import { workshopAppRoutes } from './features/workshop/app-routes.ts'
import { accessRoutes } from './http/access.ts'
import { addressReader } from './http/addresses.ts'
import { auditRoutes } from './http/audit.ts'
import { compressReplies } from './http/compression.ts'
import type { Door } from './http/door.ts'
import { writeProblem } from './http/errors.ts'
import { healthRoutes, type Readiness } from './http/health.ts'
import { createKeyLimit, type KeyLimit } from './http/key-limit.ts'
import { openApiText } from './http/openapi.ts'
import { type PageOptions, pageRoutes } from './http/pages.ts'
import { placeRoutes } from './http/places.ts'
import { logRequestsOf } from './http/request-log.ts'
import { secureReplies } from './http/safe-replies.ts'
import { selfRoutes } from './http/self.ts'
import { sendInto } from './http/send-into.ts'
import { sessionRoutes } from './http/session.ts'
import { plainCookie, type SessionCookie, secureCookie } from './http/session-cookie.ts'
import { admit, type Entrance, knownPaths } from './http/who.ts'
import {
  answerBrokenRequest,
  type Patience,
  prepareWire,
  tlsOptions,
  usualPatience,
  wireOptions,
} from './http/wire.ts'
import { type AccessLog, createAccessLog } from './identity/access-log.ts'
import type { Authenticator } from './identity/authenticate.ts'
import { installationPasswords } from './identity/password-work.ts'
import type { Passwords } from './identity/passwords.ts'
import { auditMarkKeys } from './outside/audit-marks.ts'
import { problem } from './problems.ts'

export interface AppOptions {
  database: Database
  authenticator: Authenticator
  passwords?: Passwords
  /** Shown on the sign-in page. */
  signInHelp?: () => Promise<SignInHelp>
  /** A session ends after this long without a request. */
  sessionIdleMs?: number
  /** How many requests a minute a key may make that has no limit of its own; 0 or left out, as many as it likes. */
  requestsPerMinute?: number
  /** An owner who has opened the page and not decided for this long is in the inbox. */
  undecidedMs?: number
  /** Shared by all interfaces of the process; the code that made it writes it out. */
  accessLog?: AccessLog
  /** The same; without it requests of keys are not kept. */
  requestLog?: RequestLog | undefined
  /** How long they are kept, for those who read them. */
  requestLogDays?: number
  baseUrl: () => string
  /** The demo's pages on plain loopback HTTP: everything but the interface of the DMS (H1). */
  isLocal?: boolean
  /** Proxies that may name the address of a caller. */
  proxy?: readonly string[] | undefined
  clock?: () => Date
  bodyLimit: number
  /** For packages and price lists (A10). */
  priceListBodyLimit?: number
  /** Asked about vehicles that local sources do not know (F3). */
  vinProvider?: VinProvider
  /** Files of photos and videos, and the workers that make them. */
  media: Media
  /** Shared by all interfaces of the process; the code that made it ends it. */
  updates?: LiveUpdates
  /** Needed to seal keys of receivers and to judge their addresses; without it those operations are not available. */
  callbacks?: CallbackDoor
  /** Needed to send messages; without it those operations are not available. */
  post?: PostOffice
  /** Where the DMS simulator plays in the demo; undefined if there is no demo. */
  demoPlace?: () => DemoPlace | undefined
  /** To the interface of the DMS, for doors that do not have it themselves. */
  sendToInterface?: ReturnType<typeof sendInto>
  /** What the pages of the first start offer besides an own dealership. */
  firstStart?: FirstStart
  /** Draws printed forms. */
  formPool: FormPool
  logger?: Logger
  tls?: SecureContextOptions
  /** Time limits for callers. */
  patience?: Patience
  /** False while the database has not been reached or migrated yet. */
  isPrepared: () => boolean
  readiness: Readiness
  pages: PageOptions
}

// The longest URL Node accepts has 16 kB; an identifier of more than 128 characters gets a message about that, not a 404.
const LONGEST_PARAM = 16_384
const UNDECIDED_MS = 24 * 3_600_000
/** A quarter of a password's: hashes of PINs are sealed beside, and somebody with gloves on is waiting. */
const pinWork = { memoryKiB: 32 * 1024, targetMs: 250 }
const PRICE_LIST_BODY_LIMIT = 8 * 1024 * 1024

const dmsPaths = knownPaths(dmsInterface.prefix, dmsInterface.operations)

export async function buildApp(given: AppOptions): Promise<FastifyInstance> {
  const accessLog = given.accessLog ?? createAccessLog(given.database)
  const keyLimit = createKeyLimit(given.requestsPerMinute ?? 0, given.clock ?? (() => new Date()))
  const options = { ...given, accessLog, keyLimit }
  const patience = options.patience ?? usualPatience
  const app = Fastify({
    ...(options.tls
      ? {
          http2: true,
          http2SessionTimeout: patience.idleMs,
          https: { ...options.tls, ...tlsOptions(patience), ...wireOptions(patience), allowHTTP1: true },
        }
      : { http: wireOptions(patience) }),
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) =>
      answerBrokenRequest(error, socket, options),
    ...(options.logger ? { loggerInstance: options.logger } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimit,
    routerOptions: { maxParamLength: LONGEST_PARAM, ignoreTrailingSlash: false, caseSensitive: true },
    genReqId: (request) => requestId(request.headers['x-request-id']),
    requestIdHeader: false,
    return503OnClosing: true,
    forceCloseConnections: options.isLocal ?? false,
    frameworkErrors: (error, request, reply) => {
      // A path that cannot be decoded still comes from a caller: without a key it is 401 like any other (B2).
      const answer =
        request.url.startsWith('/v1') && !options.isLocal
          ? admit(request, { authenticator: options.authenticator, known: dmsPaths }).catch(
              (refusal: unknown) => {
                const isAboutPath = (refusal as { status?: number }).status === 404
                return isAboutPath ? error : refusal
              },
            )
          : Promise.resolve(error)
      answer
        .then((failure) => writeProblem(failure ?? error, request, reply as never))
        .catch(() => reply.raw.destroy())
    },
  } as FastifyServerOptions) as unknown as FastifyInstance

  // Bodies are read as bytes whatever their type; the operation decides what they must be (B4).
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.setErrorHandler(writeProblem)
  // Hooks that await nothing call back at once: a promise each would cost every request a turn.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  prepareWire(app, patience, options)
  secureReplies(app, options.baseUrl)
  compressReplies(app)
  logRequests(app)
  healthRoutes(app, options.readiness)
  pageRoutes(app, options.pages)

  const packageTexts = createPackageTexts()
  app.addHook('onClose', () => packageTexts.close())
  const updates = options.updates ?? createLiveUpdates(options.database, { teller: callbackTeller })
  if (!options.updates) app.addHook('preClose', () => updates.close())
  await openInterface(app, options, dmsInterface, (door) => {
    serviceOrderRoutes(door)
    workPlanRoutes(door)
    surveyRoutes(door)
    templateRoutes(door)
    assignmentRoutes(door)
    packageRoutes(door, packageTexts)
    quoteRoutes(door)
    vehicleInformationRoutes(door, options.vinProvider)
    vehicleHistoryRoutes(door)
    leadRoutes(door)
    photoRoutes(door, options.media)
    videoRoutes(door, options.media)
    damageRoutes(door)
    printedFormRoutes(door, { media: options.media, pool: options.formPool, box: options.post?.box })
    eventRoutes(door, updates)
    figureRoutes(door)
    partRoutes(door)
    selfRoutes(door, {
      bodyLimit: options.bodyLimit,
      waitingRequests: WAITS_PER_KEY,
      requestsPerMinute: options.requestsPerMinute ?? 0,
    })
    sandboxRoutes(door, {
      media: options.media,
      post: options.post,
      forgetClients: () => options.authenticator.forget(),
    })
  })
  const cookie = options.isLocal ? plainCookie : secureCookie
  const { authenticator, passwords = installationPasswords(options.database) } = options
  await openInterface(app, options, { ...appInterface, cookie }, (door) => {
    sessionRoutes(door, {
      authenticator,
      accessLog,
      passwords,
      cookie,
      limits: options.media.limits,
      help: options.signInHelp ?? (async () => ({})),
      labelOf: (clientId, id) => findLabel(options.database, clientId, id),
      hasProviders: async () => !options.isLocal && (await hasProviders(options.database)),
      idleMs: options.sessionIdleMs ?? Number.POSITIVE_INFINITY,
    })
    editAppRoutes(door)
    liveUpdateAppRoutes(door, updates)
    surveyAppRoutes(door)
    photoAppRoutes(door, options.media)
    videoAppRoutes(door, options.media)
    printedFormAppRoutes(door, { media: options.media, pool: options.formPool, box: options.post?.box })
    uploadAppRoutes(door, options.media)
    damageAppRoutes(door)
    if (options.callbacks) callbackAppRoutes(door, options.callbacks)
    vehicleHistoryAppRoutes(door, { media: options.media, pool: options.formPool })
    workshopAppRoutes(door, { undecidedMs: options.undecidedMs ?? UNDECIDED_MS })
    todayAppRoutes(door)
    requestLogAppRoutes(door, options.requestLogDays ?? 0)
    workPlanAppRoutes(door)
    carNoteAppRoutes(door)
    figureAppRoutes(door)
    partAppRoutes(door)
    followUpAppRoutes(door)
    ownerPageAppRoutes(door, { media: options.media, pool: options.formPool })
    accessRoutes(door, {
      authenticator,
      idleMs: options.sessionIdleMs ?? Number.POSITIVE_INFINITY,
    })
    if (options.callbacks)
      singleSignOnAppRoutes(door, {
        outgoing: options.callbacks,
        forget: () => authenticator.forget(),
        cookie,
        passwords,
        accessLog,
      })
    placeRoutes(door)
    assignmentAppRoutes(door)
    administrationAppRoutes(door, { media: options.media, forget: () => authenticator.forget() })
    messageTextRoutes(door)
    wordRoutes(door)
    if (options.post) invitationAppRoutes(door, { ...options.post, forget: () => authenticator.forget() })
    if (options.post) auditRoutes(door, { markKeys: auditMarkKeys(options.post.box) })
    if (options.post)
      tabletAppRoutes(door, {
        database: options.database,
        authenticator,
        accessLog,
        passwords,
        pinBox: {
          box: options.post.box,
          work: options.passwords ?? installationPasswords(options.database, pinWork),
        },
        cookie,
        limits: options.media.limits,
        idleMs: options.sessionIdleMs ?? Number.POSITIVE_INFINITY,
      })
    if (options.post) messageAppRoutes(door, options.post)
    if (options.post) messageChannelRoutes(door, options.post)
    if (options.post) reminderAppRoutes(door, options.post)
    if (options.post) lineQuestionAppRoutes(door, options.post)
  })
  const clock = options.clock ?? (() => new Date())
  mediaRoutes(app, options.media, clock)
  ownerPageRoutes(app, {
    database: options.database,
    clock,
    media: options.media,
    pool: options.formPool,
    box: options.post?.box,
    baseUrl: options.baseUrl,
    addressOf: addressReader(options.proxy),
    isPrepared: options.isPrepared,
  })
  if (options.post)
    reminderRoutes(app, {
      database: options.database,
      clock,
      baseUrl: options.baseUrl,
      addressOf: addressReader(options.proxy),
      isPrepared: options.isPrepared,
    })
  // The way back leads to the address of the service, not to the demo's plain one.
  if (options.callbacks && !options.isLocal)
    singleSignOnRoutes(app, {
      database: options.database,
      clock,
      outgoing: options.callbacks,
      accessLog,
      forget: () => authenticator.forget(),
      cookie,
      baseUrl: options.baseUrl,
      addressOf: addressReader(options.proxy),
      isPrepared: options.isPrepared,
    })
  invitationRoutes(app, {
    database: options.database,
    clock,
    passwords,
    accessLog,
    baseUrl: options.baseUrl,
    addressOf: addressReader(options.proxy),
    isPrepared: options.isPrepared,
  })
  simulatorRoutes(app, {
    send: options.sendToInterface ?? sendInto((request) => app.inject(request)),
    demo: options.demoPlace ?? (() => undefined),
    baseUrl: options.baseUrl,
    isSecure: !options.isLocal,
    isPrepared: options.isPrepared,
    clock,
  })
  if (options.isLocal) return app
  setUpRoutes(app, {
    database: options.database,
    clock,
    passwords,
    baseUrl: options.baseUrl,
    addressOf: addressReader(options.proxy),
    isPrepared: options.isPrepared,
    firstStart: options.firstStart,
    hasAuthority: () => options.pages.authority() !== undefined,
    sendInside: sendInto((request) => app.inject(request)),
  })
  // Public, so outside the routes that need a key (B2).
  app.get('/v1/openapi.json', { config: { isPublic: true } }, (_request, reply) =>
    reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' })
      .send(openApiText(options.baseUrl())),
  )
  return app
}

/** Everything under one prefix: the caller is checked first, whatever the path. */
async function openInterface(
  app: FastifyInstance,
  options: AppOptions & { accessLog: AccessLog; keyLimit: KeyLimit },
  {
    prefix,
    operations,
    cookie,
  }: { prefix: string; operations: readonly Operation[]; cookie?: SessionCookie },
  open: (door: Door) => void,
): Promise<void> {
  // The interface of the DMS is never on plain HTTP (H1).
  if (options.isLocal && !cookie) return
  const { authenticator, baseUrl } = options
  const addressOf = addressReader(options.proxy)
  const clock = options.clock ?? (() => new Date())
  const entrance: Entrance = {
    authenticator,
    addressOf,
    onCaller: options.keyLimit.count,
    onRefusal: (request, refusal) =>
      options.accessLog.note({ ...refusal, address: addressOf(request) }, clock()),
    known: knownPaths(prefix, operations),
    ...(cookie ? { sessions: { cookie, baseUrl } } : {}),
  }
  await app.register(
    async (inner) => {
      inner.addHook('onRequest', async (request) => {
        if (!options.isPrepared()) {
          throw problem('unavailable', 'the service is starting; try again', { 'retry-after': '5' })
        }
        await admit(request, entrance)
      })
      options.keyLimit.tell(inner)
      if (cookie) tellTime(inner, clock)
      const { requestLog } = options
      const isLogged = !cookie && requestLog !== undefined
      if (isLogged) logRequestsOf(inner, requestLog.note, clock)
      inner.setNotFoundHandler(() => {
        throw problem('noSuchPath', 'this interface has no such path')
      })
      await inner.register(async (streams) => {
        streams.removeAllContentTypeParsers()
        streams.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
        open({
          app: inner,
          streams,
          prefix,
          database: options.database,
          baseUrl: options.baseUrl,
          clock,
          priceListBodyLimit: options.priceListBodyLimit ?? PRICE_LIST_BODY_LIMIT,
          addressOf,
          isLogged,
        })
      })
    },
    { prefix },
  )
}

/** With every reply, so that a device knows how wrong its clock is (I1). */
function tellTime(app: FastifyInstance, clock: () => Date): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('x-walkaround-time', clock().toISOString())
    done(null, payload)
  })
}

/** A caller's own id is kept if it is safe in a log line. */
function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID()
}

/** One line per request: no query, no key, and only the pattern of the path, since ids may be personal data. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
    done()
  })
}
