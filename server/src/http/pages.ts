// The pages a person opens in the browser: landing page, guides, API reference, how to trust the certificate. Reads nothing of any
// system client.
import {
  assets,
  referenceSecurityPolicy,
  renderLanding,
  renderNotFound,
  renderReference,
  renderTrust,
} from '@walkaround/web/pages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../problems.ts'
import { docsRoutes } from './docs.ts'
import { officeRoutes } from './office.ts'
import { openApi, serviceVersion } from './openapi.ts'
import { languageOf, sendPage } from './page-reply.ts'
import { workshopRoutes } from './workshop.ts'

export interface PageOptions {
  isDemo: () => boolean
  /** False while the database has not been reached or migrated yet. */
  isPrepared: () => boolean
  baseUrl: () => string
  /** The local authority, if the service made one. */
  authority: () => { pem: string; fingerprint: string } | undefined
}

export function pageRoutes(app: FastifyInstance, options: PageOptions): void {
  app.get('/', { config: { isPublic: true } }, (request, reply) =>
    sendPage(
      reply,
      renderLanding({
        version: serviceVersion,
        demo: options.isDemo(),
        baseUrl: options.baseUrl(),
        language: languageOf(request),
        ready: options.isPrepared(),
        caAvailable: options.authority() !== undefined,
      }),
    ),
  )

  // Made once per language: the description does not change while the service runs.
  const references = new Map<string, string>()
  app.get('/reference', { config: { isPublic: true } }, (request, reply) => {
    const language = languageOf(request)
    const demo = options.isDemo()
    const key = `${language} ${demo} ${options.baseUrl()}`
    const ownAuthority = options.authority() !== undefined
    const html =
      references.get(key) ??
      renderReference({ openapi: openApi(options.baseUrl()), language, ownAuthority, demo })
    references.set(key, html)
    return sendPage(reply, html, referenceSecurityPolicy)
  })

  app.get('/trust', { config: { isPublic: true } }, (request, reply) => {
    const authority = options.authority()
    return sendPage(
      reply,
      renderTrust({
        baseUrl: options.baseUrl(),
        caAvailable: authority !== undefined,
        ...(authority ? { fingerprint: authority.fingerprint } : {}),
        language: languageOf(request),
      }),
    )
  })

  app.get('/ca.crt', (_request, reply) => {
    const authority = options.authority()
    if (!authority)
      throw problem('noSuchPath', 'this service uses a given certificate and has no authority of its own')
    return reply
      .headers({
        'content-type': 'application/x-x509-ca-cert',
        'content-disposition': 'attachment; filename="walkaround-ca.crt"',
      })
      .send(authority.pem)
  })

  app.get('/assets/*', { config: { isPublic: true } }, (request, reply) => {
    const asset = assets.get(request.url.split('?', 1)[0] ?? '')
    if (!asset) return notFound(request, reply)
    return reply
      .headers({
        'content-type': asset.contentType,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        etag: asset.etag,
      })
      .send(asset.body)
  })

  workshopRoutes(app)
  officeRoutes(app)

  const notFound = (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(
      reply.code(404),
      renderNotFound({ language: languageOf(request), path: request.url.split('?', 1)[0] ?? '' }),
    )
  docsRoutes(app, options.baseUrl, notFound)
  app.setNotFoundHandler(notFound)
}
