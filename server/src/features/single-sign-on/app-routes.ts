// Routes of the sign-in page that lead to a provider, and of the admins who set providers up.
import * as contract from '@walkaround/contract/app/sign-in-providers.ts'
import { type Door, serve, type Visitor } from '../../http/door.ts'
import { noContent, ok } from '../../http/reply.ts'
import {
  deviceCookieOf,
  removeCookie,
  type SessionCookie,
  setCookie,
  signInCookieOf,
  tokenIn,
} from '../../http/session-cookie.ts'
import { notAuthorized } from '../../http/who.ts'
import type { Actor } from '../../scope.ts'
import { ATTEMPT_MS, beginSignIn } from './begin-sign-in.ts'
import { signOut } from './end-session.ts'
import { confirmOwn, type PasswordPlace, readOwnProviders, separateOwn } from './own-providers.ts'
import { readPasswords, setPasswords } from './set-passwords.ts'
import * as providers from './set-provider.ts'

interface Options extends Pick<PasswordPlace, 'passwords' | 'accessLog'> {
  outgoing: providers.Outgoing
  /** What is remembered of sessions is read again. */
  forget: () => void
  cookie: SessionCookie
}

const uncached = { 'cache-control': 'no-store' }

interface PersonCall {
  visitor: Visitor
  header(name: string): string | undefined
}

export function singleSignOnAppRoutes(door: Door, options: Options): void {
  const { outgoing, forget, cookie, passwords, accessLog } = options
  const { database, clock, baseUrl } = door
  const place = { database, outgoing, clock, baseUrl, passwords, accessLog }
  /** Where a password comes from: wrong ones are counted by it. */
  const browserOf = (call: PersonCall) => ({
    address: call.visitor.address(),
    deviceToken: tokenIn(call.header('cookie'), deviceCookieOf(cookie)),
  })

  serve(door, contract.findSignInProviders, async (call) => ({
    ...ok(await providers.offerProviders(database, call.fields.get())),
    headers: uncached,
  }))

  serve(door, contract.beginProviderSignIn, async (call) => {
    const { session } = call.visitor
    const given = call.header('cookie')
    const { address, browserToken } = await beginSignIn(place, call.fields.get(), {
      address: call.visitor.address(),
      token: tokenIn(given, signInCookieOf(cookie)),
      formerToken: session?.token,
      session: session && {
        login: session.caller.login,
        isByPassword: session.isByPassword,
        confirm: (password) =>
          confirmOwn(place, { login: session.caller.login, ...browserOf(call) }, password),
      },
      deviceToken: tokenIn(given, deviceCookieOf(cookie)),
    })
    return {
      ...ok({ address }),
      headers: {
        ...uncached,
        // Lax: it has to come along when the provider sends the person back.
        'set-cookie': setCookie(signInCookieOf(cookie), browserToken, ATTEMPT_MS / 1000, 'Lax'),
      },
    }
  })

  serve(door, contract.getOwnProviders, async (call) => {
    const { session } = call.visitor
    if (!session) throw notAuthorized()
    const { caller, isByPassword } = session
    const who = { login: caller.login, clientIds: [...caller.reaches.keys()], isByPassword }
    return { ...ok(await readOwnProviders(database, who)), headers: uncached }
  })

  serve(door, contract.separateOwnProvider, async (call) => {
    const { session } = call.visitor
    if (!session) throw notAuthorized()
    const { caller, isByPassword } = session
    const { loginId, login, name } = caller
    const who = { loginId, login, name, isByPassword, clientIds: [...caller.reaches.keys()] }
    const from = { ...browserOf(call), origin: call.visitor.origin }
    await separateOwn(place, { ...who, ...from }, call.fields.get())
    forget()
    return noContent
  })

  serve(door, contract.endProviderSession, async (call) => {
    const { session } = call.visitor
    if (!session) throw notAuthorized()
    const { isSupport, loginId } = session.caller
    const actor: Actor = { kind: isSupport ? 'support' : 'login', id: loginId }
    const left = await signOut(place, { token: session.token, actor })
    forget()
    return { ...ok(left), headers: { ...uncached, 'set-cookie': removeCookie(cookie) } }
  })

  serve(door, contract.listSignInProviders, async (call) =>
    ok(await call.read((scope) => providers.listProviders(scope, baseUrl()))),
  )

  serve(door, contract.getSignInProvider, async (call) =>
    ok(await call.read((scope) => providers.getProvider(scope, call.params.provider_id, baseUrl()))),
  )

  serve(door, contract.putSignInProvider, async (call) => {
    const { provider_id: id } = call.params
    const sealed = await providers.sealProvider(outgoing, call.clientId, id, call.fields.get())
    const provider = await call.change(
      async (scope) => {
        const found = await providers.findProvider(scope, id, baseUrl())
        return found && JSON.stringify(found)
      },
      (scope, precondition) => providers.setProvider(scope, id, sealed, precondition, baseUrl()),
      JSON.stringify,
    )
    forget()
    return ok(provider)
  })

  serve(door, contract.deleteSignInProvider, async (call) => {
    const { provider_id: id } = call.params
    await call.change(
      async (scope) => {
        const found = await providers.findProvider(scope, id, baseUrl())
        return found && JSON.stringify(found)
      },
      (scope, precondition) => providers.removeProvider(scope, id, precondition),
    )
    forget()
    return noContent
  })

  serve(door, contract.testSignInProvider, async (call) => {
    const scope = { db: database, clientId: call.clientId }
    return ok(await providers.testProvider(outgoing, scope, call.params.provider_id, clock()))
  })

  serve(door, contract.previewClaims, async (call) => {
    const fields = call.fields.get()
    return ok(await call.read((scope) => providers.previewClaims(scope, call.params.provider_id, fields)))
  })

  serve(door, contract.getSignInSettings, async (call) => ok(await call.read(readPasswords)))

  serve(door, contract.putSignInSettings, async (call) => {
    const settings = await call.change(
      async (scope) => JSON.stringify(await readPasswords(scope)),
      (scope, precondition) => setPasswords(scope, call.fields.get(), precondition),
      JSON.stringify,
    )
    forget()
    return ok(settings)
  })
}
