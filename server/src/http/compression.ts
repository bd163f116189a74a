// Compresses text for callers who ask for it. Replies that are the same for everybody get an ETag and are compressed once. Never
// compresses a reply with both a secret and text that an attacker can choose: its length would reveal the secret bit by bit.

import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { etagOf } from '../lib/etag.ts'
import { Recent } from '../lib/recent.ts'
import { codedTag, isListed } from './etag.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The reply is the same for everybody with the same language and has no secret: it gets an ETag and is compressed once. */
    isPublic?: boolean
  }
}

type Coding = 'br' | 'gzip'

const TEXT = /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?json\b|image\/svg\+xml)/
/** Below this size compression gains nothing: it is one packet either way. */
const LEAST_BYTES = 1024
/** Fast enough for a reply that is made now; the work is done off the event loop. */
const QUALITY = { br: 4, gzip: 5 }
const PUBLIC_QUALITY = { br: 10, gzip: 9 }
/** All public texts of the service in three languages and both codings take less than half of it. */
const MOST_KEPT_BYTES = 4_000_000

const brotliOptions = (quality: number, bytes?: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    ...(bytes === undefined ? {} : { [constants.BROTLI_PARAM_SIZE_HINT]: bytes }),
  },
})

const compress = (coding: Coding, body: Buffer, quality: typeof QUALITY): Promise<Buffer> =>
  coding === 'br'
    ? promisify(brotliCompress)(body, brotliOptions(quality.br, body.length))
    : promisify(gzip)(body, { level: quality.gzip })

/** The best coding the caller accepts; a weight of zero means never. */
export function codingOf(accepted: string | undefined): Coding | undefined {
  if (accepted === undefined) return undefined
  const taken = new Set<string>()
  for (const entry of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
    if (!parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) taken.add(name)
  }
  return (['br', 'gzip'] as const).find((coding) => taken.has(coding))
}

/**
 * A page on another site can make a browser send a request with the person's cookie and may see the length of the reply. Replies to
 * such requests, and replies that hand out a session, are not compressed.
 */
function isGuarded(request: FastifyRequest, reply: FastifyReply): boolean {
  if (reply.hasHeader('set-cookie')) return true
  if (request.headers.cookie === undefined) return false
  const site = request.headers['sec-fetch-site']
  return (
    site === undefined ||
    site === 'cross-site' ||
    site === 'same-site' ||
    request.url.startsWith('/app/session')
  )
}

export function compressReplies(app: FastifyInstance): void {
  const kept = new Recent<Buffer>(MOST_KEPT_BYTES, (bytes) => bytes.length)
  /** Several first callers share the work. */
  const running = new Map<string, Promise<Buffer>>()
  app.addHook('onSend', (request, reply, payload, done) => {
    const packed = pack(request, reply, payload)
    if (packed instanceof Promise) packed.then((bytes) => done(null, bytes), done)
    else done(null, packed)
  })

  function pack(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    // A part of a file is a part of its plain bytes.
    if (reply.statusCode === 206 || reply.hasHeader('content-encoding')) return payload
    if (!TEXT.test(String(reply.getHeader('content-type') ?? ''))) return payload
    // The page of an unknown path repeats the path, so there is no end of such pages.
    const isPublic = request.routeOptions.config?.isPublic === true && reply.statusCode === 200
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload
    addVary(reply)
    if (isPublic && Buffer.isBuffer(body)) {
      const tag = String(reply.getHeader('etag') ?? etagOf(body))
      reply.header('etag', tag)
      const known = request.headers['if-none-match']
      if (known !== undefined && isListed(known, tag, true)) {
        reply.code(304).removeHeader('content-type')
        return ''
      }
    }
    const coding = codingOf(request.headers['accept-encoding'])
    if (!coding || (!isPublic && isGuarded(request, reply))) return payload
    if (body instanceof Readable) {
      announce(reply, coding)
      const packer = coding === 'br' ? createBrotliCompress(brotliOptions(QUALITY.br)) : createGzip()
      return pipeline(body, packer, () => {})
    }
    if (!Buffer.isBuffer(body) || body.length < LEAST_BYTES) return payload
    return packBytes(reply, coding, body, isPublic)
  }

  async function packBytes(reply: FastifyReply, coding: Coding, body: Buffer, isPublic: boolean) {
    const packed = await (isPublic
      ? packOnce(`${coding} ${reply.getHeader('etag')}`, coding, body)
      : compress(coding, body, QUALITY))
    announce(reply, coding)
    return packed
  }

  function packOnce(key: string, coding: Coding, body: Buffer): Buffer | Promise<Buffer> {
    const known = kept.get(key) ?? running.get(key)
    if (known) return known
    const work = compress(coding, body, PUBLIC_QUALITY)
      .then((packed) => {
        kept.set(key, packed)
        return packed
      })
      .finally(() => running.delete(key))
    running.set(key, work)
    return work
  }
}

/** Sets the headers of a reply that is sent compressed. */
export function announce(reply: FastifyReply, coding: Coding): void {
  reply.header('content-encoding', coding).removeHeader('content-length')
  const tag = reply.getHeader('etag')
  if (typeof tag === 'string') reply.header('etag', codedTag(tag, coding))
}

function addVary(reply: FastifyReply): void {
  const vary = String(reply.getHeader('vary') ?? '')
  if (!/\baccept-encoding\b/i.test(vary))
    reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding')
}
