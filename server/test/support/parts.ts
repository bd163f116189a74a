// The parts step in tests: switched on or off at the site of a client.
import { setSite } from '../../src/organisation/sites.ts'
import type { TestClient } from './api.ts'
import { asSystem } from './clients.ts'

export const usePartsStep = (client: Pick<TestClient, 'id'>, partsStep = true) =>
  asSystem((scope) => setSite(scope, { clientId: client.id, id: 'main', changes: { partsStep } }))
