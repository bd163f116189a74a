// Routes of files: signed links, no key, ranges, caching. What a link names was decided when it was signed.
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { isListed } from '../../http/etag.ts'
import { DATA_POLICY } from '../../http/safe-replies.ts'
import type { Media } from './media.ts'
import { getLinkedFile, nameOf, openLinkedFile } from './serve-file.ts'

export function mediaRoutes(app: FastifyInstance, media: Media, clock: () => Date): void {
  app.get<{ Params: { token: string } }>('/media/:token', async (request, reply) => {
    const { file, secondsLeft } = await getLinkedFile(media, request.params.token, clock())
    const etag = `"${file.etag}"`
    reply.headers({
      etag,
      'cache-control': `private, max-age=${secondsLeft}, immutable`,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename="${nameOf(file)}"`,
      // A file is never treated as one of our pages, whatever it contains.
      'content-security-policy': `${DATA_POLICY}; sandbox`,
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    })
    const known = request.headers['if-none-match']
    if (known !== undefined && isListed(known, etag, true)) return reply.code(304).send()
    const condition = request.headers['if-range']
    const isWanted = condition === undefined || condition === etag
    const opened = await openLinkedFile(media, file, isWanted ? request.headers.range : undefined)
    if ('isOutside' in opened) {
      return reply.code(416).header('content-range', `bytes */${opened.size}`).send()
    }
    const { stream, size, part } = opened
    reply.header('content-type', file.contentType)
    if (part) {
      reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
      reply.header('content-length', part.end - part.start + 1)
    } else {
      reply.header('content-length', size)
    }
    if (request.method === 'HEAD') {
      stream.destroy()
      // An empty stream, not an empty body: otherwise Fastify would send a length of zero.
      return reply.send(Readable.from([]))
    }
    return reply.send(stream)
  })
}
