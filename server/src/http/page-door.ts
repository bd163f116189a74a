// Registers pages that people open by a link, next to the API's operations. Decides for every page what no page should decide
// itself: headers, language, size and origin of forms, and the pages of refusals. A GET gets no form and changes nothing (G4);
// caches keep nothing. Reads nothing of any system client.
import type { OwnerNotice } from '@walkaround/contract/owner-page.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Form, parseForm } from '../lib/form-body.ts'
import type { PostedFile } from '../lib/multipart-body.ts'
import type { AddressReader } from './addresses.ts'
import { findAskedLanguage, isOwnForm, ownerHeaders, renderOwnerNotice, viewOf } from './owner-pages.ts'

export interface PageDoorOptions {
  baseUrl: () => string
  addressOf: AddressReader
  isPrepared: () => boolean
  /** What the paths of these pages begin with. */
  prefix?: 'o' | 'r' | 'j' | 'set-up'
}

export interface PageReply {
  status: number
  body?: string | Buffer
  headers?: Record<string, string | string[]>
}

/** Path segments between the page and the link it belongs to. */
type Depth = 0 | 1 | 2
type View = ReturnType<typeof viewOf>

export interface PageCall {
  /** Name of the link. */
  name: string
  params: Record<string, string>
  /** The network the caller comes from. */
  address(): string
  /** Asked for by the person or the browser; undefined if there are no texts in it. */
  asked: Language | undefined
  view(language: Language, timeZone?: string): View
  header(name: string): string | undefined
  /** For a request to another door of this process in the name of this one. */
  sender(): { remoteAddress: string | undefined; headers: Record<string, string> }
}

/** Who calls, and from where. */
const handedOn = ['cookie', 'user-agent', 'x-forwarded-for', 'forwarded'] as const

/** Larger than a form with hundreds of lines: a line takes about 400 bytes in five fields. */
const FORM_BYTES = 128 * 1024
const MOST_FIELDS = 1500

export const page = (html: string, status = 200): PageReply => ({
  status,
  body: html,
  headers: { 'content-type': 'text/html; charset=utf-8' },
})

export const redirect = (status: 302 | 303, location: string): PageReply => ({
  status,
  headers: { location },
})

/** Says why there is nothing to see and whom to call; shows nothing of the survey. */
export const notice = (
  call: PageCall,
  status: number,
  shown: OwnerNotice,
  otherwise: Language = 'en',
): PageReply => page(renderOwnerNotice(call.view(call.asked ?? otherwise), shown), status)

export const retryAfter = (seconds: number, reply: PageReply): PageReply => ({
  ...reply,
  headers: { ...reply.headers, 'retry-after': String(seconds) },
})

const send = (reply: FastifyReply, { status, body, headers }: PageReply): FastifyReply =>
  reply
    .code(status)
    .headers({ ...ownerHeaders, ...headers })
    .send(body)

export function openPageDoor(
  app: FastifyInstance,
  { baseUrl, addressOf, isPrepared, prefix = 'o' }: PageDoorOptions,
) {
  const callOf = (request: FastifyRequest, depth: Depth): PageCall => {
    const params = request.params as Record<string, string>
    const { name = '' } = params
    const header = (wanted: string) => {
      const value = request.headers[wanted]
      return typeof value === 'string' ? value : undefined
    }
    return {
      name,
      params,
      address: () => addressOf(request),
      asked: findAskedLanguage(request),
      view: (language, timeZone) => viewOf({ name, depth }, language, timeZone),
      header,
      sender: () => ({
        remoteAddress: request.raw.socket.remoteAddress,
        headers: Object.fromEntries(
          handedOn.flatMap((one) => {
            const value = header(one)
            return value === undefined ? [] : [[one, value]]
          }),
        ),
      }),
    }
  }
  const whileStarting = (call: PageCall) =>
    isPrepared() ? undefined : retryAfter(5, notice(call, 503, { kind: 'starting' }))

  type Refuse = (call: PageCall) => Promise<PageReply | undefined>
  const refusing = (refuse: Refuse, depth: Depth) => async (request: FastifyRequest, reply: FastifyReply) => {
    const call = callOf(request, depth)
    const isOwn = isOwnForm(request, baseUrl())
    const refused =
      whileStarting(call) ?? (isOwn ? await refuse(call) : notice(call, 403, { kind: 'foreign' }))
    return refused && send(reply, refused)
  }

  return {
    get(path: string, depth: Depth, show: (call: PageCall) => Promise<PageReply>) {
      app.get(`/${prefix}/:name${path}`, async (request, reply) => {
        const call = callOf(request, depth)
        return send(reply, whileStarting(call) ?? (await show(call)))
      })
    },

    /** `refuse` is called before the body is read: a caller without a link costs only a look-up. */
    post(
      path: string,
      refuse: Refuse,
      take: (call: PageCall, form: Form) => Promise<PageReply>,
      depth: Depth = 1,
    ) {
      const onRequest = refusing(refuse, depth)
      app.post(`/${prefix}/:name${path}`, { bodyLimit: FORM_BYTES, onRequest }, async (request, reply) => {
        const call = callOf(request, depth)
        const form = parseForm(String(request.body ?? ''), MOST_FIELDS)
        return send(reply, form ? await take(call, form) : notice(call, 400, { kind: 'broken' }))
      })
    },

    /** A form with a file: its body is handed on as it arrives. */
    upload(path: string, refuse: Refuse, take: (call: PageCall, body: PostedFile) => Promise<PageReply>) {
      app.register(async (own) => {
        own.removeAllContentTypeParsers()
        own.addContentTypeParser('*', (_request, body, done) => done(null, body))
        own.post(`/${prefix}/:name${path}`, { onRequest: refusing(refuse, 1) }, async (request, reply) => {
          const contentType = request.headers['content-type'] ?? ''
          const stream = (request.body ?? []) as AsyncIterable<Buffer>
          return send(reply, await take(callOf(request, 1), { contentType, stream }))
        })
      })
    },
  }
}
