// What sign-in providers call themselves: the way back of a person, which is OpenID Connect's own GET and works once for the browser that
// went out; the end of a session there; and where people come after it.
import type { FastifyInstance } from 'fastify'
import type { AddressReader } from '../../http/addresses.ts'
import { DATA_POLICY } from '../../http/safe-replies.ts'
import {
  deviceCookieOf,
  type SessionCookie,
  setCookie,
  signInCookieOf,
  tokenIn,
} from '../../http/session-cookie.ts'
import { parseForm } from '../../lib/form-body.ts'
import { endByProvider } from './end-session.ts'
import { type FinishPlace, finishSignIn } from './finish-sign-in.ts'
import { addressesOf } from './rules.ts'

interface Options extends FinishPlace {
  /** What is remembered of sessions is read again. */
  forget: () => void
  cookie: SessionCookie
  addressOf: AddressReader
  isPrepared: () => boolean
}

interface Named {
  clientId: string
  providerId: string
}

const TOKEN_BYTES = 64 * 1024

export function singleSignOnRoutes(app: FastifyInstance, options: Options): void {
  const { cookie, baseUrl, isPrepared } = options
  const [ofSignIn, ofDevice] = [signInCookieOf(cookie), deviceCookieOf(cookie)]
  const uncached = { 'cache-control': 'no-store', 'content-security-policy': DATA_POLICY }
  const pageOf = (goesTo: string) => `${baseUrl()}/${goesTo}`

  app.get('/sign-in/:clientId/:providerId/callback', async (request, reply) => {
    if (!isPrepared()) return reply.code(503).header('retry-after', '5').send()
    const named = request.params as Named
    const { callback } = addressesOf(baseUrl(), named.clientId, named.providerId)
    const query = request.url.indexOf('?')
    const arrival = await finishSignIn(options, {
      ...named,
      // The address as the provider knows it, whatever a proxy made of it.
      returned: new URL(query < 0 ? callback : `${callback}${request.url.slice(query)}`),
      browserToken: tokenIn(request.headers.cookie, ofSignIn),
      address: options.addressOf(request),
      agent: request.headers['user-agent'],
    })
    reply.headers(uncached)
    if ('refusal' in arrival) {
      const to = new URL(pageOf(arrival.goesTo))
      to.searchParams.set('sign-in', arrival.refusal)
      return reply.code(303).header('location', to.href).send()
    }
    options.forget()
    const seconds = Math.floor((arrival.expiresAt.getTime() - options.clock().getTime()) / 1000)
    return reply
      .code(303)
      .header('set-cookie', [
        setCookie(cookie, arrival.token, seconds),
        setCookie(ofSignIn, '', 0, 'Lax'),
        ...(arrival.device ? [setCookie(ofDevice, arrival.device.token, arrival.device.seconds)] : []),
      ])
      .header('location', pageOf(arrival.goesTo))
      .send()
  })

  app.post(
    '/sign-in/:clientId/:providerId/back-channel-logout',
    { bodyLimit: TOKEN_BYTES },
    async (request, reply) => {
      if (!isPrepared()) return reply.code(503).header('retry-after', '5').send()
      const token = parseForm(String(request.body ?? ''), 10)?.get('logout_token') ?? ''
      reply.headers({ 'cache-control': 'no-store' })
      const outcome = await endByProvider(options, { ...(request.params as Named), token })
      if (!outcome) return reply.code(404).send()
      // As the specification wants it.
      if ('refused' in outcome)
        return reply.code(400).send({ error: 'invalid_request', error_description: outcome.refused })
      options.forget()
      return reply.code(200).send()
    },
  )

  app.get('/sign-in/signed-out', (_request, reply) =>
    reply.headers(uncached).code(303).header('location', pageOf('workshop/?sign-in=signed-out')).send(),
  )
}
