// A sandbox beside the demo dealership: no orders, and the packages and prices of the dealership, for a DMS to try out.
import { createSandbox, type Sandbox } from '@walkaround/server/features/sandbox/create-sandbox.ts'
import { findClient } from '@walkaround/server/organisation/client-store.ts'
import { scopeOfClient } from '@walkaround/server/organisation/clients.ts'
import type { AccessScope } from '@walkaround/server/organisation/scope.ts'
import { addCatalogue } from './add-catalogue.ts'
import type { Catalogue } from './catalogue.ts'
import { DEMO_CLIENT, SANDBOX_CLIENT, SANDBOX_CODE } from './ids.ts'
import { CURRENCY } from './lines.ts'
import { TIME_ZONE } from './workshop-clock.ts'

/** Undefined if somebody has made a client of this name before. */
export async function addSandbox(
  scope: AccessScope,
  demoId: string,
  catalogue: Catalogue,
): Promise<Sandbox | undefined> {
  const id = demoId === DEMO_CLIENT ? SANDBOX_CLIENT : `${demoId}-${SANDBOX_CLIENT}`
  if (await findClient(scope.db, id)) return undefined
  const made = await createSandbox(scope, {
    id,
    name: 'Sandbox',
    timeZone: TIME_ZONE,
    currency: CURRENCY,
    code: SANDBOX_CODE,
  })
  await addCatalogue(await scopeOfClient(scope, id), catalogue, { isOneSite: true })
  return made
}
