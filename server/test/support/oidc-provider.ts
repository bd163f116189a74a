// A real sign-in provider of OpenID Connect on this machine, with people and groups, and a browser that goes there and comes back.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import Provider, { type Configuration } from 'oidc-provider'

export interface ProviderPerson {
  sub: string
  [claim: string]: unknown
}

export interface ProviderClient {
  /** Where it sends people back to. */
  callback: string
  backChannel?: string
  signedOut?: string
  secret?: string
  method?: 'client_secret_post' | 'client_secret_basic' | 'none'
}

export const APPLICATION = 'walkaround'
export const APPLICATION_SECRET = 'a secret of the provider, long enough'

interface Options {
  client: ProviderClient
  people: readonly ProviderPerson[]
  /** Claims go into the ID token; otherwise they are asked for. */
  inIdToken?: boolean
  /** A page asks who signs in; otherwise it is whoever was named last. */
  hasPage?: boolean
  /** Takes calls of the provider: of its back channel. */
  send?: (url: string, body: string) => Promise<number>
}

export interface TestProvider {
  issuer: string
  /** Who signs in next, in a browser that is not signed in there. */
  as(sub: string): void
  /** Other keys from now on; the former ones are gone. */
  rotateKeys(): void
  /** What people have: groups, names. */
  change(sub: string, claims: Record<string, unknown>): void
  stop(): Promise<void>
}

const newKeys = () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = privateKey.export({ format: 'jwk' })
  return { keys: [{ ...jwk, use: 'sig', alg: 'RS256', kid: randomBytes(6).toString('hex') }] }
}

/** Where a person proves who they are, in short. */
const pageOf = (
  people: readonly ProviderPerson[],
): string => `<!doctype html><html lang="en"><title>Provider</title>
<h1>Who are you?</h1><form method="post">${[
  ...people.map(({ sub, name = sub }) => `<button name="person" value="${sub}">${name}</button>`),
  '<button name="person" value="">Cancel</button>',
].join('\n')}</form>`

export async function startProvider({
  client,
  people,
  inIdToken = true,
  hasPage = false,
  send,
}: Options): Promise<TestProvider> {
  const known = new Map(people.map((one) => [one.sub, { ...one }]))
  let next = people[0]?.sub ?? ''
  let current: Provider
  const server: Server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const make = (): Provider => {
    const { method = 'client_secret_post' } = client
    const configuration: Configuration = {
      jwks: newKeys() as never,
      cookies: { keys: [randomBytes(16).toString('hex')] },
      clients: [
        {
          client_id: APPLICATION,
          ...(method === 'none' ? {} : { client_secret: client.secret ?? APPLICATION_SECRET }),
          token_endpoint_auth_method: method,
          redirect_uris: [client.callback],
          ...(client.signedOut ? { post_logout_redirect_uris: [client.signedOut] } : {}),
          ...(client.backChannel
            ? { backchannel_logout_uri: client.backChannel, backchannel_logout_session_required: true }
            : {}),
        },
      ],
      claims: {
        openid: ['sub'],
        profile: ['name', 'preferred_username'],
        email: ['email', 'email_verified'],
        groups: ['groups', 'realm_access'],
      },
      conformIdTokenClaims: !inIdToken,
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: { enabled: true },
      },
      pkce: { required: () => true },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, sub) => ({
        accountId: sub,
        claims: () => ({ ...known.get(sub), sub }),
      }),
      loadExistingGrant: async (ctx) => {
        const { provider, client: asking, session } = ctx.oidc
        const grant = new provider.Grant({
          clientId: asking?.clientId ?? '',
          accountId: session?.accountId ?? '',
        })
        grant.addOIDCScope('openid profile email groups')
        await grant.save()
        return grant
      },
      fetch: async (url, options) => {
        const status = await send?.(String(url), String(options?.body ?? ''))
        return new Response(null, { status: status ?? 404 })
      },
      ttl: {
        Session: 3600,
        IdToken: 600,
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 600,
        Interaction: 600,
      },
    }
    return new Provider(issuer, configuration)
  }
  current = make()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!request.url?.startsWith('/interaction/')) return void current.callback()(request, response)
    if (hasPage && request.method === 'GET')
      return void response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(pageOf([...known.values()]))
    if (hasPage) next = new URLSearchParams(await textOf(request)).get('person') ?? ''
    if (next === '')
      return void (await current.interactionFinished(request, response, {
        error: 'access_denied',
        error_description: 'the person said no',
      }))
    await current.interactionFinished(request, response, { login: { accountId: next } })
  }

  return {
    issuer,
    as: (sub) => {
      next = sub
    },
    rotateKeys: () => {
      current = make()
    },
    change: (sub, claims) => {
      known.set(sub, { ...known.get(sub), ...claims, sub })
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Keeps the cookies of the provider, and follows it until it leads elsewhere. */
export class ProviderBrowser {
  readonly #cookies = new Map<string, string>()

  async #go(address: string, form?: URLSearchParams): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, {
      redirect: 'manual',
      headers: cookie === '' ? {} : { cookie },
      ...(form ? { method: 'POST', body: form } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1)
      const at = pair.indexOf('=')
      const value = pair.slice(at + 1)
      if (value === '' || /expires=thu, 01 jan 1970/i.test(line)) this.#cookies.delete(pair.slice(0, at))
      else this.#cookies.set(pair.slice(0, at), value)
    }
    return response
  }

  async #follow(address: string, form?: URLSearchParams): Promise<URL> {
    const home = new URL(address).origin
    let [at, sent] = [address, form]
    for (let steps = 0; steps < 10; steps++) {
      const response = await this.#go(at, sent)
      sent = undefined
      const location = response.headers.get('location')
      if (location === null) throw new Error(`${at}: ${response.status} ${await response.text()}`)
      const next = new URL(location, at)
      if (next.origin !== home) return next
      at = next.href
    }
    throw new Error('the provider leads nowhere')
  }

  /** To the provider and through it: where it sends the person back to. */
  signIn(address: string): Promise<URL> {
    return this.#follow(address)
  }

  /** The page on which a person confirms that they sign out. */
  async signOut(address: string): Promise<URL> {
    const page = await (await this.#go(address)).text()
    const action = /action="([^"]+)"/.exec(page)?.[1] ?? ''
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
    return this.#follow(action, new URLSearchParams({ xsrf, logout: 'yes' }))
  }
}
