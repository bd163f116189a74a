// The console's routes of invitations.
import * as contract from '@walkaround/contract/app/logins.ts'
import { type Door, serve } from '../../http/door.ts'
import { noContent, ok } from '../../http/reply.ts'
import { managerOf } from '../../http/who-manages.ts'
import type { Scope } from '../../scope.ts'
import { clearFactorsAndTell } from './clear-factors.ts'
import {
  addInvitation,
  addInvitations,
  addPasswordLink,
  type InvitationOffice,
  type InvitationPost,
  listInvitations,
  renewInvitation,
  withdrawInvitation,
} from './invite.ts'

/** Links are shown once, and kept by no cache. */
const once = { 'cache-control': 'no-store' }

interface Options extends InvitationPost {
  /** What is remembered of sessions is read again. */
  forget: () => void
}

export function invitationAppRoutes(door: Door, { box, channels, nudge, forget }: Options): void {
  const office = async (): Promise<(scope: Scope) => Promise<InvitationOffice>> => {
    const unlocked = await box.unlock()
    return async (scope) => ({
      baseUrl: door.baseUrl(),
      box: unlocked,
      keepsMails: await channels.isKept(scope, 'email'),
    })
  }

  serve(door, contract.listInvitations, async (call) =>
    ok(await call.read((scope) => listInvitations(scope, managerOf(call)))),
  )

  serve(door, contract.addInvitation, async (call) => {
    const fields = call.fields.get()
    const of = await office()
    const made = await call.write(async (scope) =>
      addInvitation(scope, managerOf(call), fields, await of(scope)),
    )
    nudge()
    return { ...ok(made), headers: once }
  })

  serve(door, contract.addInvitations, async (call) => {
    const { invitations } = call.fields.get()
    const of = await office()
    const made = await call.write(async (scope) =>
      addInvitations(scope, managerOf(call), invitations, await of(scope)),
    )
    nudge()
    return { ...ok(made), headers: once }
  })

  serve(door, contract.renewInvitation, async (call) => {
    const of = await office()
    const { invitation_id: id } = call.params
    const made = await call.write(async (scope) =>
      renewInvitation(scope, managerOf(call), id, await of(scope)),
    )
    nudge()
    return { ...ok(made), headers: once }
  })

  serve(door, contract.deleteInvitation, async (call) => {
    await call.write((scope) => withdrawInvitation(scope, managerOf(call), call.params.invitation_id))
    return noContent
  })

  serve(door, contract.addPasswordLink, async (call) => {
    const fields = call.fields.get()
    const of = await office()
    const made = await call.write(async (scope) =>
      addPasswordLink(scope, managerOf(call), call.params.login_id, fields, await of(scope)),
    )
    nudge()
    return { ...ok(made), headers: once }
  })

  serve(door, contract.clearSecondFactor, async (call) => {
    const { login_id: id } = call.params
    const cleared = await call.write(async (scope) =>
      clearFactorsAndTell(scope, managerOf(call), id, await channels.isKept(scope, 'email')),
    )
    forget()
    nudge()
    return ok(cleared)
  })
}
