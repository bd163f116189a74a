// Routes of shared tablets: for those who set them up, for one's own PIN, and for the tablet itself.
import type { SessionLimits } from '@walkaround/contract/app/session.ts'
import * as contract from '@walkaround/contract/app/tablets.ts'
import type { Call, Door } from '../../http/door.ts'
import { serve } from '../../http/door.ts'
import { noContent, ok } from '../../http/reply.ts'
import {
  deviceCookieOf,
  linkNameIn,
  type SessionCookie,
  setCookie,
  tabletCookieOf,
  tokenIn,
} from '../../http/session-cookie.ts'
import { sessionReply } from '../../http/session-reply.ts'
import { notAuthorized } from '../../http/who.ts'
import { managerOf } from '../../http/who-manages.ts'
import * as tablets from './manage-tablets.ts'
import * as pins from './pins.ts'
import type { TabletPlace } from './place.ts'
import { DEVICE_SECONDS } from './rules.ts'
import { pairDevice, readOwnTablet, unlockTablet } from './unlock-tablet.ts'

interface TabletRouteOptions extends TabletPlace {
  cookie: SessionCookie
  /** Limits of photos and videos, as configured. */
  limits: SessionLimits
  /** A session ends after this long without a request. */
  idleMs: number
}

/** Codes are shown once, and kept by no cache. */
const once = { 'cache-control': 'no-store' }

export function tabletAppRoutes(door: Door, options: TabletRouteOptions): void {
  consoleRoutes(door, options)
  ownPinRoutes(door, options)
  deviceRoutes(door, options)
}

function consoleRoutes(door: Door, { authenticator }: TabletRouteOptions): void {
  serve(door, contract.listTablets, async (call) => ok(await call.read(tablets.listTablets)))

  serve(door, contract.addTablet, async (call) => {
    const made = await call.write((scope) => tablets.addTablet(scope, call.fields.get(), door.baseUrl()))
    return { ...ok(made), headers: once }
  })

  serve(door, contract.getTablet, async (call) =>
    ok(await call.read((scope) => tablets.getShownTablet(scope, call.params.tablet_id))),
  )

  serve(door, contract.putTablet, async (call) => {
    const { tablet_id: id } = call.params
    const changed = await call.change(
      async (scope) => JSON.stringify(await tablets.findShownTablet(scope, id)),
      (scope, precondition) => tablets.changeTablet(scope, id, call.fields.get(), precondition),
      (after) => JSON.stringify(after),
    )
    authenticator.forget()
    return ok(changed)
  })

  serve(door, contract.deleteTablet, async (call) => {
    const { tablet_id: id } = call.params
    await call.change(
      async (scope) => {
        const found = await tablets.findShownTablet(scope, id)
        return found && JSON.stringify(found)
      },
      (scope, precondition) => tablets.revokeTablet(scope, id, precondition),
    )
    // Takes effect here at once, in other processes within a second.
    authenticator.forget()
    return noContent
  })

  serve(door, contract.addTabletCode, async (call) => {
    const made = await call.write((scope) =>
      tablets.addTabletCode(scope, call.params.tablet_id, door.baseUrl()),
    )
    return { ...ok(made), headers: once }
  })

  serve(door, contract.getLoginPin, async (call) =>
    ok(await call.read((scope) => pins.readPinOf(scope, managerOf(call), call.params.login_id))),
  )

  serve(door, contract.deleteLoginPin, async (call) => {
    await call.write((scope) => pins.clearPinOf(scope, managerOf(call), call.params.login_id))
    authenticator.forget()
    return noContent
  })

  serve(door, contract.unlockLoginPin, async (call) => {
    await call.write((scope) => pins.unlockPinOf(scope, managerOf(call), call.params.login_id))
    return noContent
  })
}

/** Only of people who are signed in: a key has no PIN. */
function sessionOf({ visitor }: Pick<Call<typeof contract.getOwnPin>, 'visitor'>) {
  const { session } = visitor
  if (!session) throw notAuthorized('sign in: a PIN belongs to a person')
  return session
}

function ownPinRoutes(door: Door, options: TabletRouteOptions): void {
  serve(door, contract.getOwnPin, async (call) => {
    const { caller } = sessionOf(call)
    return { ...ok(await call.read((scope) => pins.readPin(scope, caller.loginId))), headers: once }
  })

  serve(door, contract.putOwnPin, async (call) => {
    const { startedAt, caller } = sessionOf(call)
    const { loginId, login, isSupport, tablet } = caller
    const { pin, password } = call.fields.get()
    const sealed = await pins.preparePin(options, {
      ...{ clientId: call.clientId, loginId, login, isSupport, startedAt, pin, password },
      isOnTablet: tablet !== undefined,
      address: call.visitor.address(),
      deviceToken: tokenIn(call.header('cookie'), deviceCookieOf(options.cookie)),
      now: door.clock(),
    })
    await call.write((scope) => pins.setOwnPin(scope, loginId, sealed))
    return noContent
  })

  serve(door, contract.deleteOwnPin, async (call) => {
    const { caller } = sessionOf(call)
    await call.write((scope) => pins.clearOwnPin(scope, caller.loginId))
    options.authenticator.forget()
    return noContent
  })
}

function deviceRoutes(door: Door, options: TabletRouteOptions): void {
  const { cookie } = options
  const tabletCookie = tabletCookieOf(cookie)
  const shown = sessionReply(door, options)
  const keep = (name: string) => setCookie(tabletCookie, name, DEVICE_SECONDS)

  serve(door, contract.getOwnTablet, async (call) => {
    const name = linkNameIn(call.header('cookie'), tabletCookie)
    return { ...ok(await readOwnTablet({ db: door.database, now: door.clock() }, name)), headers: once }
  })

  serve(door, contract.pairTablet, async (call) => {
    const { code } = call.fields.get()
    const agent = call.header('user-agent')
    const paired = await pairDevice(options, { code, agent, now: door.clock() })
    return { ...ok(paired.tablet), headers: { ...once, 'set-cookie': keep(paired.cookie) } }
  })

  serve(door, contract.unlockTablet, async (call) => {
    const { person, pin } = call.fields.get()
    const name = linkNameIn(call.header('cookie'), tabletCookie)
    const { session, token, seconds } = await unlockTablet(options, {
      ...{ cookie: name, person, pin },
      address: call.visitor.address(),
      agent: call.header('user-agent'),
      formerToken: call.visitor.session?.token,
      now: door.clock(),
    })
    const cookies = [setCookie(cookie, token, seconds), ...(name === undefined ? [] : [keep(name)])]
    return shown({ ...session, token }, { 'set-cookie': cookies })
  })
}
