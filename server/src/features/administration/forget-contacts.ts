// Erases the former and new e-mail addresses and telephone numbers that are kept when a contact changes. What the order or lead says now
// is the DMS's: it is changed there.
import { recordClientEvent } from '../../organisation/scope.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { deleteContactChanges, type WhoseContacts } from '../origins/rows.ts'

export async function forgetContacts(scope: Scope, whose: WhoseContacts): Promise<{ changes: number }> {
  const given = Object.values(whose).filter((one) => one !== undefined)
  if (given.length !== 1 || given[0]?.trim() === '') {
    throw problem('invalidArgument', 'say whose contacts: one of --order, --lead and --value')
  }
  const changes = await deleteContactChanges(scope, whose)
  // Not whose: the log is kept.
  if (changes > 0) {
    await recordClientEvent(scope, scope.clientId, {
      kind: 'client.changed',
      subject: `client/${scope.clientId}`,
      payload: { forgottenContactChanges: changes },
    })
  }
  return { changes }
}
