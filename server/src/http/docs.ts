// Serves the guides under /docs: pages, their Markdown, pictures, the search and its index, and llms.txt. Reads nothing of any system
// client, and changes nothing.
import { createGuides } from '@walkaround/web/pages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openApi } from './openapi.ts'
import { languageOf, sendPage } from './page-reply.ts'

const PREFIX = '/docs/'
const isPublic = { config: { isPublic: true } }

export function docsRoutes(
  app: FastifyInstance,
  baseUrl: () => string,
  notFound: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  const guides = createGuides(() => ({
    baseUrl: baseUrl(),
    openapi: () => openApi(baseUrl()),
  }))
  const pageOf = (request: FastifyRequest) => (request.url.split('?', 1)[0] ?? '').slice(PREFIX.length)
  const text = (reply: FastifyReply, type: string, body: string | Buffer) =>
    reply.headers({ 'content-type': type, 'cache-control': 'no-cache' }).send(body)

  app.get('/docs', isPublic, (request, reply) => sendPage(reply, guides.page('', languageOf(request)) ?? ''))

  app.get(`${PREFIX}*`, isPublic, (request, reply) => {
    const path = pageOf(request)
    const language = languageOf(request)
    if (path.endsWith('.md')) {
      const markdown = guides.markdown(path.slice(0, -'.md'.length))
      return markdown === undefined
        ? notFound(request, reply)
        : text(reply, 'text/markdown; charset=utf-8', markdown)
    }
    if (path.endsWith('/') || path === '') {
      const slug = path.replace(/\/+$/, '')
      // Relative, because a proxy may add a path in front.
      if (guides.page(slug, language) !== undefined)
        return reply
          .code(308)
          .header('location', `../${slug.split('/').at(-1) || 'docs'}`)
          .send()
    }
    const html = path === '' ? undefined : guides.page(path, language)
    return html === undefined ? notFound(request, reply) : sendPage(reply, html)
  })

  // Not public in the sense of compression: there is no end of such pages.
  app.get(`${PREFIX}search`, (request, reply) => {
    const { q } = request.query as { q?: string | string[] }
    const query = typeof q === 'string' ? q : (q?.[0] ?? '')
    return sendPage(reply, guides.search(query, languageOf(request)))
  })
  app.get(`${PREFIX}search-index.json`, isPublic, (_request, reply) =>
    text(reply, 'application/json; charset=utf-8', guides.index()),
  )
  app.get(`${PREFIX}images/:name`, isPublic, (request, reply) => {
    const image = guides.image((request.params as { name: string }).name)
    return image ? text(reply, image.contentType, image.body) : notFound(request, reply)
  })
  for (const path of ['/llms.txt', `${PREFIX}llms.txt`])
    app.get(path, isPublic, (_request, reply) => text(reply, 'text/plain; charset=utf-8', guides.llms()))
}
