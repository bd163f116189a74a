// The doors: builds the HTTP application from hooks and an explicit list of features, and does nothing else.
import { randomUUID } from 'node:crypto'
import type { SecureContextOptions } from 'node:tls'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Authenticator } from './access/authenticate.ts'
import type { Database } from './db/database.ts'
import { assignmentRoutes } from './features/assignment/routes.ts'
import { leadRoutes } from './features/leads/routes.ts'
import { packageRoutes } from './features/packages/routes.ts'
import { quoteRoutes } from './features/quotes/routes.ts'
import { serviceOrderRoutes } from './features/service-orders/routes.ts'
import { surveyRoutes } from './features/surveys/routes.ts'
import { templateRoutes } from './features/templates/routes.ts'
import { type VinProvider, vehicleInformationRoutes } from './features/vehicles/routes.ts'
import type { Door } from './http/door.ts'
import { writeProblem } from './http/errors.ts'
import { healthRoutes, type Readiness } from './http/health.ts'
import { openApiText } from './http/openapi.ts'
import { type PageOptions, pageRoutes } from './http/pages.ts'
import { admit } from './http/who.ts'
import { answerBrokenRequest, prepareWire, wireOptions } from './http/wire.ts'
import { problem } from './problems.ts'

export interface AppOptions {
  database: Database
  authenticator: Authenticator
  baseUrl: () => string
  clock?: () => Date
  bodyLimit: number
  /** For packages and price lists (A10). */
  priceListBodyLimit?: number
  /** Asked for vehicles that local sources cannot name (F3). */
  vinProvider?: VinProvider
  logger?: Logger
  tls?: SecureContextOptions
  /** False while the database has not been reached or migrated yet. */
  isPrepared: () => boolean
  readiness: Readiness
  pages: PageOptions
}

// The longest URL Node takes is 16 kB; a longer identifier than 128 characters is told so, not lost as a 404.
const LONGEST_PARAM = 16_384
const PRICE_LIST_BODY_LIMIT = 8 * 1024 * 1024

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    ...(options.tls
      ? { http2: true, https: { ...options.tls, ...wireOptions, allowHTTP1: true } }
      : { http: wireOptions }),
    clientErrorHandler: answerBrokenRequest,
    ...(options.logger ? { loggerInstance: options.logger } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimit,
    routerOptions: { maxParamLength: LONGEST_PARAM, ignoreTrailingSlash: false, caseSensitive: true },
    genReqId: (request) => requestId(request.headers['x-request-id']),
    requestIdHeader: false,
    return503OnClosing: true,
    forceCloseConnections: false,
    frameworkErrors: (error, request, reply) => {
      // A path that cannot even be decoded still belongs to a caller: without a key it is 401 like any other (B2).
      const answer = request.url.startsWith('/v1')
        ? admit(request, options.authenticator).catch((refusal: unknown) => {
            const isAboutPath = (refusal as { status?: number }).status === 404
            return isAboutPath ? error : refusal
          })
        : Promise.resolve(error)
      answer
        .then((failure) => writeProblem(failure ?? error, request, reply as never))
        .catch(() => reply.raw.destroy())
    },
  } as FastifyServerOptions) as unknown as FastifyInstance

  // Bodies are taken as bytes whatever they claim to be; what they must be is decided by the operation (B4).
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.setErrorHandler(writeProblem)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  prepareWire(app)
  logRequests(app)
  healthRoutes(app, options.readiness)
  pageRoutes(app, options.pages)

  await app.register(
    async (v1) => {
      v1.addHook('onRequest', async (request) => {
        if (!options.isPrepared()) {
          throw problem('unavailable', 'the service is starting; try again', { 'retry-after': '5' })
        }
        await admit(request, options.authenticator)
      })
      v1.setNotFoundHandler(() => {
        throw problem('noSuchPath', 'the path is none of this interface')
      })
      const door: Door = {
        app: v1,
        database: options.database,
        baseUrl: options.baseUrl,
        clock: options.clock ?? (() => new Date()),
        priceListBodyLimit: options.priceListBodyLimit ?? PRICE_LIST_BODY_LIMIT,
      }
      serviceOrderRoutes(door)
      surveyRoutes(door)
      templateRoutes(door)
      assignmentRoutes(door)
      packageRoutes(door)
      quoteRoutes(door)
      vehicleInformationRoutes(door, options.vinProvider)
      leadRoutes(door)
    },
    { prefix: '/v1' },
  )
  // Public, and so outside of what needs a key (B2).
  app.get('/v1/openapi.json', (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(openApiText(options.baseUrl())),
  )
  return app
}

/** A caller's own id is kept when it is harmless in a log line. */
function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID()
}

/** One line per request: no query, no key, and of the path only its pattern, for ids may be personal data. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })
}
