// Serves the workshop app: its page under every path of the app, its files, its service worker. Reads nothing of any system client;
// the app gets its data under /app.
import {
  loadWorkshop,
  pickLanguage,
  renderNotBuilt,
  renderWorkshop,
  type WorkshopFile,
  type WorkshopFiles,
  workshopSecurityPolicy,
} from '@walkaround/web/pages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { announce, codingOf } from './compression.ts'
import { isListed } from './etag.ts'

const PREFIX = '/workshop/'
const FILE = /^(?:assets|icons)\/|^sw\.js$|^manifest\.webmanifest$/

export function workshopRoutes(app: FastifyInstance): void {
  let loaded: WorkshopFiles | undefined
  // Searched again until it is found: a build may finish after the start.
  const workshop = () => {
    loaded ??= loadWorkshop()
    return loaded
  }

  const sendFile = (request: FastifyRequest, reply: FastifyReply, file: WorkshopFile) => {
    reply.headers({
      'content-type': file.contentType,
      'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      'x-content-type-options': 'nosniff',
      // Also for the service worker: its own requests obey the policy it came with.
      'content-security-policy': workshopSecurityPolicy,
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
    const files = workshop()
    return reply
      .code(files ? 200 : 503)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': workshopSecurityPolicy,
        'permissions-policy': 'camera=(self), microphone=(self), geolocation=()',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
        vary: 'accept-language',
      })
      .send(
        files
          ? renderWorkshop(files, path, language)
          : renderNotBuilt('../'.repeat(path.split('/').length), language),
      )
  }

  // Relative, because a proxy may add a path in front.
  app.get('/workshop', (_request, reply) => reply.code(308).header('location', 'workshop/').send())
  app.get(`${PREFIX}*`, { config: { isPublic: true } }, (request, reply) => {
    const path = (request.url.split('?', 1)[0] ?? '').slice(PREFIX.length)
    if (!FILE.test(path)) return sendPage(request, reply, path)
    const file = workshop()?.files.get(path)
    return file ? sendFile(request, reply, file) : reply.code(404).type('text/plain').send('')
  })
}
