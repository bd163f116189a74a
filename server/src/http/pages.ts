// The pages a person opens in the browser: landing page, guides, API reference, how to trust the certificate. Reads nothing of any
// system client.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import {
  assets,
  contentSecurityPolicy,
  pickLanguage,
  referenceSecurityPolicy,
  renderLanding,
  renderNotFound,
  renderReference,
  renderTrust,
} from '@walkaround/web/pages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../problems.ts'
import { docsRoutes } from './docs.ts'
import { openApi, serviceVersion } from './openapi.ts'
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
  const page = (reply: FastifyReply, html: string, policy = contentSecurityPolicy) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
        vary: 'accept-language',
      })
      .send(html)
  const languageOf = (request: FastifyRequest): Language => {
    const { lang } = request.query as { lang?: string | string[] }
    return pickLanguage(request.headers['accept-language'], typeof lang === 'string' ? lang : undefined)
  }

  app.get('/', { config: { isPublic: true } }, (request, reply) =>
    page(
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
    return page(reply, html, referenceSecurityPolicy)
  })

  app.get('/trust', { config: { isPublic: true } }, (request, reply) => {
    const authority = options.authority()
    return page(
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

  const notFound = (request: FastifyRequest, reply: FastifyReply) =>
    page(
      reply.code(404),
      renderNotFound({ language: languageOf(request), path: request.url.split('?', 1)[0] ?? '' }),
    )
  docsRoutes(app, options.baseUrl, { languageOf, page, notFound })
  app.setNotFoundHandler(notFound)
}
