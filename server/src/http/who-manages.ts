// Whoever sets up logins and keys, as those use cases need them.
import type { Operation } from '@walkaround/contract/operation.ts'
import type { Manager } from '../identity/manage-logins.ts'
import { sessionIdOf } from '../identity/sessions.ts'
import type { Call } from './door.ts'

export function managerOf<O extends Operation>(call: Call<O>): Manager {
  const { loginId, branches } = call.presence()
  const { session } = call.visitor
  return {
    loginId,
    role: call.person().role,
    branches,
    sessionId: session && sessionIdOf(session.token),
  }
}
