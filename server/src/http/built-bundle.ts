// Serves a bundle that was built for browsers: its page under every path, its files by their names. Reads nothing of any system
// client; the bundle gets its data under /app.
import {
  type BuiltFile,
  type BuiltFiles,
  type OfficeBundle,
  pickLanguage,
  renderNotBuilt,
} from '@walkaround/web/pages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { announce, codingOf } from './compression.ts'
import { isListed } from './etag.ts'

interface Bundle<Loads> {
  name: 'workshop' | OfficeBundle
  /** The folder under which it is served. */
  address: string
  /** Which paths are files; any other is the page. */
  filePath: RegExp
  load: () => BuiltFiles<Loads> | undefined
  render: (files: BuiltFiles<Loads>, path: string, language: ReturnType<typeof pickLanguage>) => string
  securityPolicy: string
  permissions: string
}

export function serveBundle<Loads>(app: FastifyInstance, bundle: Bundle<Loads>): void {
  const { name, address, filePath, securityPolicy } = bundle
  const prefix = `/${address}/`
  let loaded: BuiltFiles<Loads> | undefined
  // Searched again until it is found: a build may finish after the start.
  const built = () => {
    loaded ??= bundle.load()
    return loaded
  }

  const sendFile = (request: FastifyRequest, reply: FastifyReply, file: BuiltFile) => {
    reply.headers({
      'content-type': file.contentType,
      'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      'x-content-type-options': 'nosniff',
      // Also for the service worker: its own requests obey the policy it came with.
      'content-security-policy': securityPolicy,
      vary: 'accept-encoding',
      etag: file.etag,
    })
    const known = request.headers['if-none-match']
    if (known !== undefined && isListed(known, file.etag, true)) return reply.code(304).send()
    const coding = codingOf(request.headers['accept-encoding'])
    if (!coding || !file.packed) return reply.send(file.body)
    announce(reply, coding)
    return reply.send(file.packed[coding])
  }

  const sendPage = (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const { lang } = request.query as { lang?: string | string[] }
    const language = pickLanguage(
      request.headers['accept-language'],
      typeof lang === 'string' ? lang : undefined,
    )
    const files = built()
    return reply
      .code(files ? 200 : 503)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': securityPolicy,
        'permissions-policy': bundle.permissions,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
        vary: 'accept-language',
      })
      .send(
        files
          ? bundle.render(files, path, language)
          : renderNotBuilt('../'.repeat(path.split('/').length), language, name),
      )
  }

  // Relative, because a proxy may add a path in front.
  app.get(`/${address}`, (_request, reply) => reply.code(308).header('location', `${address}/`).send())
  app.get(`${prefix}*`, { config: { isPublic: true } }, (request, reply) => {
    const path = (request.url.split('?', 1)[0] ?? '').slice(prefix.length)
    if (!filePath.test(path)) return sendPage(request, reply, path)
    const file = built()?.files.get(path)
    return file ? sendFile(request, reply, file) : reply.code(404).type('text/plain').send('')
  })
}
