// Routes of the logins and keys of a client, for those who set them up. Who they are decides what they may change.
import * as keys from '@walkaround/contract/app/keys.ts'
import * as logins from '@walkaround/contract/app/logins.ts'
import type { Authenticator } from '../identity/authenticate.ts'
import * as manageKeys from '../identity/manage-keys.ts'
import * as manage from '../identity/manage-logins.ts'
import { type Door, serve } from './door.ts'
import { noContent, ok } from './reply.ts'
import { managerOf } from './who-manages.ts'

interface AccessOptions {
  authenticator: Pick<Authenticator, 'forget'>
  /** A session ends after this long without a request. */
  idleMs: number
}

const once = { 'cache-control': 'no-store' }

export function accessRoutes(door: Door, { authenticator, idleMs }: AccessOptions): void {
  loginRoutes(door, authenticator, idleMs)
  keyRoutes(door, authenticator)
}

function loginRoutes(door: Door, authenticator: AccessOptions['authenticator'], idleMs: number): void {
  serve(door, logins.listLogins, async (call) =>
    ok({ logins: await call.read((scope) => manage.listLogins(scope, managerOf(call))) }),
  )

  serve(door, logins.getLogin, async (call) =>
    ok(await call.read((scope) => manage.getLoginDetails(scope, managerOf(call), call.params.login_id))),
  )

  serve(door, logins.putLogin, async (call) => {
    const [by, id] = [managerOf(call), call.params.login_id]
    const changed = await call.change(
      async (scope) => JSON.stringify(await manage.findLogin(scope, by, id)),
      (scope, precondition) => manage.changeLogin(scope, by, id, call.fields.get(), precondition),
      (after) => JSON.stringify(after),
    )
    // Takes effect here at once, in other processes within a second.
    authenticator.forget()
    return ok(changed)
  })

  serve(door, logins.deleteLogin, async (call) => {
    const [by, id] = [managerOf(call), call.params.login_id]
    await call.change(
      async (scope) => {
        const found = await manage.findLogin(scope, by, id)
        return found && JSON.stringify(found)
      },
      (scope, precondition) => manage.removeLogin(scope, by, id, precondition),
    )
    authenticator.forget()
    return noContent
  })

  serve(door, logins.listLoginSessions, async (call) => {
    const seenAfter = (now: Date) => new Date(Math.max(0, now.getTime() - idleMs))
    return ok(
      await call.read((scope) =>
        manage.listSessions(scope, managerOf(call), call.params.login_id, seenAfter(scope.now)),
      ),
    )
  })

  serve(door, logins.endLoginSession, async (call) => {
    const { login_id: id, session_id: sessionId } = call.params
    await call.write((scope) => manage.endSession(scope, managerOf(call), id, sessionId))
    authenticator.forget()
    return noContent
  })

  serve(door, logins.endLoginSessions, async (call) => {
    await call.write((scope) => manage.endSessions(scope, managerOf(call), call.params.login_id))
    authenticator.forget()
    return noContent
  })
}

function keyRoutes(door: Door, authenticator: AccessOptions['authenticator']): void {
  serve(door, keys.listKeys, async (call) => ok(await call.read(manageKeys.listKeysOfClient)))

  serve(door, keys.addKey, async (call) => {
    const issued = await call.write((scope) => manageKeys.addKeyOfClient(scope, call.fields.get()))
    return { ...ok(issued), headers: once }
  })

  serve(door, keys.putKey, async (call) => {
    const changed = await call.write((scope) =>
      manageKeys.changeKey(scope, call.params.key_id, call.fields.get()),
    )
    authenticator.forget()
    return ok(changed)
  })

  serve(door, keys.rotateKey, async (call) => {
    const { overlapDays } = call.fields.get()
    const issued = await call.write((scope) => manageKeys.rotateKey(scope, call.params.key_id, overlapDays))
    authenticator.forget()
    return { ...ok(issued), headers: once }
  })

  serve(door, keys.blockKey, async (call) => {
    await call.write((scope) => manageKeys.blockKeyOfClient(scope, call.params.key_id))
    authenticator.forget()
    return noContent
  })
}
