// The settings of a client as one form: what it keeps about itself, and how long links of customers work. Some are for support alone.
import { isDeepStrictEqual } from 'node:util'
import type { ClientSettings, ClientSettingsChange } from '@walkaround/contract/app/client-settings.ts'
import type { Role } from '@walkaround/contract/rules/roles.ts'
import { relyingPartyOf } from '../../identity/passkeys.ts'
import { impossible } from '../../identity/second-factor.ts'
import { findOwnerLinkDays } from '../../organisation/client-store.ts'
import { getClient, getClientForUpdate } from '../../organisation/clients.ts'
import { problem } from '../../problems.ts'
import type { Precondition, Scope, ClientSettings as Stored } from '../../scope.ts'
import { setOwnerLinkDays } from '../owner-links/owner-links.ts'
import { changeClient } from './change-client.ts'

/** They touch other clients, or what the machine is asked for. */
const ofSupport = ['masters', 'vinLookupsPerMinute', 'vinLookupsPerDay'] as const

export const readClientForm = async (scope: Scope): Promise<ClientSettings> =>
  toForm(await getClient(scope, scope.clientId), (await findOwnerLinkDays(scope)) ?? 0)

function toForm(client: Stored, ownerLinkDays: number): ClientSettings {
  const { clientId, isDemo, isSandbox, clockAheadMs, places, strictBranches, namedFigures, ...settings } =
    client
  return {
    ...settings,
    ...(strictBranches ? { strictBranches } : {}),
    ...(namedFigures ? { namedFigures } : {}),
    ownerLinkDays,
  } as ClientSettings
}

export async function saveClientForm(
  scope: Scope,
  by: { role: Role | 'support'; baseUrl: string },
  change: ClientSettingsChange,
  precondition: Precondition,
): Promise<ClientSettings> {
  const before = await getClientForUpdate(scope, scope.clientId)
  await precondition.check()
  const foreign = ofSupport.find(
    (field) => change[field] !== undefined && !isDeepStrictEqual(change[field], before[field]),
  )
  if (foreign && by.role !== 'support')
    throw problem('notYours', `${foreign}: only platform support changes it`)
  if (change.secondFactor !== before.secondFactor && by.role !== 'admin' && by.role !== 'support')
    throw problem('notYours', 'secondFactor: only an admin changes it')
  // Otherwise nobody who needs one could sign in any more.
  if (change.secondFactor && !before.secondFactor && !relyingPartyOf(by.baseUrl)) throw impossible()
  const {
    ownerLinkDays,
    currency = null,
    decisionCodeAbove = null,
    secondFactor = null,
    strictBranches = false,
    namedFigures = false,
    ...rest
  } = change
  const changes = { ...rest, currency, decisionCodeAbove, secondFactor, strictBranches, namedFigures }
  await changeClient(scope, { clientId: scope.clientId, changes })
  await setOwnerLinkDays(scope, ownerLinkDays)
  return readClientForm(scope)
}
