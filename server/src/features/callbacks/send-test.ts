// A test: a real delivery to the real receiver, with a body that says that it is a test. Tried once.
import type { WebhookOutputInfo } from '@walkaround/contract/dms/events.ts'
import { newId } from '../../lib/ids.ts'
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

/** Returns its id in the log. */
export async function sendTest(scope: Scope, box: SecretBox): Promise<{ id: string }> {
  const id = `${TEST_PREFIX}${newId(scope.now.getTime())}`
  const info = sampleInfo(scope.clientId, id, scope.now)
  const isWritten = await insertDelivery(scope.db, scope.clientId, {
    id,
    outputType: info.outputType,
    referenceObjectId: null,
    ...(await sealBody(box, { clientId: scope.clientId, id, text: JSON.stringify(info) })),
    mostAttempts: 1,
    now: realTimeOf(scope.client, scope.now),
  })
  if (!isWritten) throw problem('noSuchResource', 'there is no receiver of callbacks yet')
  return { id }
}
