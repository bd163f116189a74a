// A test: a real delivery to the real receiver, with a body that says that it is a test. Tried once.
import type { CallbackKind } from '@walkaround/contract/callback-kinds.ts'
import { sampleEvent } from '@walkaround/contract/dms/event-callbacks.ts'
import type { WebhookOutputInfo } from '@walkaround/contract/dms/events.ts'
import { newId } from '../../lib/ids.ts'
import { getSite } from '../../organisation/sites.ts'
import type { SecretBox } from '../../outside/secret-box.ts'
import { problem } from '../../problems.ts'
import { realTimeOf, type Scope } from '../../scope.ts'
import { sealBody } from './bodies.ts'
import { insertDelivery } from './delivery-store.ts'
import { TEST_PREFIX } from './rules.ts'

/** Every field a callback can have; ids begin with `test-`, other values are from ranges reserved for examples. */
export function sampleInfo(clientId: string, id: string, now: Date): WebhookOutputInfo {
  const person = { id: 'test-customer', firstName: 'Test', lastName: 'Test', email: 'test@example.com' }
  return {
    id,
    systemClientId: clientId,
    referenceObjectCategory: 'serviceOrder',
    referenceObjectId: 'test-order',
    surveyId: 'test-survey',
    outputId: 'test-output',
    outputCategory: 'email',
    outputType: 'surveyResultsEmail',
    outputTimestamp: now.toISOString(),
    destinations: [
      { id: 'test-destination', address: person.email, name: 'Test Test', sourcePartnerType: 'customer' },
    ],
    linkUrl: 'https://example.com/test',
    linkValidUntil: now.toISOString(),
    vin: 'TEST0000000000000',
    customer: { category: 'person', ...person },
    owner: { category: 'legalEntity', id: 'test-owner', name: 'Test', email: person.email },
    driver: person,
  }
}

/** Which receiver is tried, and with what. */
interface TestFields {
  /** To the receiver that cars of this site have. */
  siteId?: string | undefined
  /** Of this kind, whether or not the receiver asks for it; otherwise the callback of the interface. */
  kind?: CallbackKind | undefined
}

/** Returns its id in the log. */
export async function sendTest(
  scope: Scope,
  box: SecretBox,
  { siteId, kind }: TestFields = {},
): Promise<{ id: string }> {
  const { clientId, now } = scope
  if (siteId !== undefined) await getSite(scope, { clientId, id: siteId })
  const id = `${TEST_PREFIX}${newId(now.getTime())}`
  const info = sampleInfo(clientId, id, now)
  const text = JSON.stringify(
    kind === undefined
      ? info
      : sampleEvent(
          kind,
          { id, systemClientId: clientId, occurredTimestamp: now.toISOString() },
          TEST_PREFIX,
        ),
  )
  const isWritten = await insertDelivery(scope.db, clientId, {
    id,
    outputType: kind ?? info.outputType,
    referenceObjectId: null,
    ...(kind === undefined ? {} : { kind }),
    siteId: siteId ?? null,
    ...(await sealBody(box, { clientId, id, text })),
    mostAttempts: 1,
    now: realTimeOf(scope.client, scope.now),
  })
  if (!isWritten) throw problem('noSuchResource', 'there is no receiver of callbacks yet')
  return { id }
}
