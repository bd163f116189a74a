// What sign-in providers call themselves: the way back of a person, which is OpenID Connect's own GET and works once for the browser that
// went out; and the end of a session there. Also the page on which people choose
// their provider.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AddressReader } from '../../http/addresses.ts'
import { isOwnForm, ownerHeaders, pickLanguage, renderProviderPage, viewOf } from '../../http/owner-pages.ts'
import { DATA_POLICY } from '../../http/safe-replies.ts'
import {
  deviceCookieOf,
  providerCookieOf,
  providerIn,
  type SessionCookie,
  setCookie,
  signInCookieOf,
  tokenIn,
  toProviderToken,
} from '../../http/session-cookie.ts'
import { type Form, parseForm } from '../../lib/form-body.ts'
import { Problem } from '../../problems.ts'
import { ATTEMPT_MS, beginSignIn } from './begin-sign-in.ts'
import { endByProvider } from './end-session.ts'
import { type FinishPlace, finishSignIn } from './finish-sign-in.ts'
import { addressesOf, goalIn, type ShownRefusal } from './rules.ts'
import { findLabel, offerFormer, offerProviders } from './set-provider.ts'

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
/** Nobody who worked here has to type an address again after a holiday. */
const REMEMBERED_SECONDS = 180 * 86_400

export function singleSignOnRoutes(app: FastifyInstance, options: Options): void {
  const { cookie, baseUrl, isPrepared } = options
  const [ofSignIn, ofDevice] = [signInCookieOf(cookie), deviceCookieOf(cookie)]
  const ofProvider = providerCookieOf(cookie)
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
      const to = new URL(pageOf(arrival.joins ? arrival.goesTo : 'sign-in/start'))
      if (!arrival.joins) to.searchParams.set('to', arrival.goesTo)
      to.searchParams.set('refused', arrival.refusal)
      return reply.code(303).header('location', to.href).send()
    }
    options.forget()
    const seconds = Math.floor((arrival.expiresAt.getTime() - options.clock().getTime()) / 1000)
    return reply
      .code(303)
      .header('set-cookie', [
        setCookie(cookie, arrival.token, seconds),
        setCookie(ofSignIn, '', 0, 'Lax'),
        // Whoever comes back from a refusal over there comes from another site.
        setCookie(ofProvider, toProviderToken(named.clientId, named.providerId), REMEMBERED_SECONDS, 'Lax'),
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

  providerPageRoutes(app, options)
}

const FORM_BYTES = 16 * 1024
const refusals: Readonly<Record<string, ShownRefusal>> = {
  ...{ over: 'over', refused: 'refused', unreachable: 'unreachable', failed: 'failed', noAccess: 'noAccess' },
  ...{ unknown: 'unknown', taken: 'taken', disabled: 'disabled', off: 'off' },
}

/** Where people choose their provider. Looking changes nothing; only its forms do. */
function providerPageRoutes(app: FastifyInstance, options: Options): void {
  const { cookie, database, baseUrl } = options
  type Page = Parameters<typeof renderProviderPage>[1]

  const send = (request: FastifyRequest, reply: FastifyReply, page: Page, status = 200) => {
    const { lang } = request.query as { lang?: string | string[] }
    const language = pickLanguage(
      request.headers['accept-language'],
      typeof lang === 'string' ? lang : undefined,
    )
    const view = viewOf({ name: 'start', depth: 0, root: '../' }, language)
    return reply
      .code(status)
      .headers({ ...ownerHeaders, 'content-type': 'text/html; charset=utf-8' })
      .send(renderProviderPage(view, page))
  }

  /** Undefined if a page elsewhere sent it, or nothing of ours. */
  const formOf = (request: FastifyRequest): Form | undefined =>
    isOwnForm(request, baseUrl()) ? parseForm(String(request.body ?? ''), 10) : undefined

  app.get('/sign-in/start', async (request, reply) => {
    if (!options.isPrepared()) return reply.code(503).header('retry-after', '5').send()
    const { to, refused, client } = request.query as Record<string, unknown>
    const offered =
      typeof client === 'string'
        ? await offerProviders(database, { client })
        : await offerFormer(database, providerIn(request.headers.cookie, providerCookieOf(cookie)))
    const refusal = typeof refused === 'string' ? refusals[refused] : undefined
    const kept = {
      to: goalIn(to),
      ...(refusal && { refused: refusal }),
      ...(typeof client === 'string' && { client }),
    }
    return send(request, reply, { state: 'ask', to: kept.to, offered, refusal, kept })
  })

  app.get('/sign-in/signed-out', (request, reply) => send(request, reply, { state: 'signedOut' }))

  app.post('/sign-in/find', { bodyLimit: FORM_BYTES }, async (request, reply) => {
    if (!options.isPrepared()) return reply.code(503).header('retry-after', '5').send()
    const form = formOf(request)
    if (!form) return send(request, reply, { state: 'ask', to: goalIn(undefined), refusal: 'over' }, 403)
    const login = (form.get('login') ?? '').trim().slice(0, 200)
    const offered = await offerProviders(database, { login })
    return send(request, reply, { state: 'ask', to: goalIn(form.get('to')), login, offered })
  })

  app.post('/sign-in/go', { bodyLimit: FORM_BYTES }, async (request, reply) => {
    if (!options.isPrepared()) return reply.code(503).header('retry-after', '5').send()
    const form = formOf(request)
    const to = goalIn(form?.get('to'))
    if (!form) return send(request, reply, { state: 'ask', to, refusal: 'over' }, 403)
    const [client, provider] = [form.get('client') ?? '', form.get('provider') ?? '']
    const given = request.headers.cookie
    const [goesTo, path] = [to.slice(0, to.indexOf('/')), to.slice(to.indexOf('/') + 1)]
    try {
      const { address, browserToken } = await beginSignIn(
        options,
        // Several people share a tablet: whoever was there before may still be signed in at the provider.
        { client, provider, goesTo: goesTo as 'workshop', path, isFresh: goesTo === 'workshop' },
        {
          address: options.addressOf(request),
          token: tokenIn(given, signInCookieOf(cookie)),
          formerToken: tokenIn(given, cookie),
          deviceToken: tokenIn(given, deviceCookieOf(cookie)),
        },
      )
      const { label = provider } = (await findLabel(database, client, provider)) ?? {}
      reply.headers({
        'set-cookie': setCookie(signInCookieOf(cookie), browserToken, ATTEMPT_MS / 1000, 'Lax'),
        // The policy of the page lets no form lead elsewhere, not even by a redirect.
        refresh: `0; url=${address}`,
      })
      return send(request, reply, { state: 'going', to, label, address })
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      const refusal =
        error.kind === 'tooManySignIns' ? 'tooMany' : error.kind === 'noSuchResource' ? 'off' : 'unreachable'
      return send(request, reply, { state: 'ask', to, refusal }, error.status)
    }
  })
}
