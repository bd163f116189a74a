// System clients for tests: every test makes its own, which isolates it and tests the separation at the same time.
import { randomBytes } from 'node:crypto'
import { addClient, type NewClient } from '../../src/organisation/clients.ts'
import type { AccessScope } from '../../src/organisation/scope.ts'
import type { ClientSettings, Scope } from '../../src/scope.ts'
import { testDatabase } from './database.ts'

export function uniqueId(stem: string): string {
  return `${stem}-${randomBytes(6).toString('hex')}`
}

/** One transaction as the service itself. */
export async function asSystem<T>(work: (scope: AccessScope) => Promise<T>, now = new Date()): Promise<T> {
  const database = await testDatabase()
  return database.transaction((db) => work({ db, actor: { kind: 'system', id: 'test' }, now }))
}

/** Without masters unless named: no test hangs on what another one put into the default master. */
export function newClient(args: Partial<NewClient> = {}): Promise<ClientSettings> {
  return asSystem((scope) => addClient(scope, { id: uniqueId('client'), masters: [], ...args }))
}

/** One transaction inside a client. */
export function inClient<T>(
  client: ClientSettings,
  work: (scope: Scope) => Promise<T>,
  now = new Date(),
): Promise<T> {
  return asSystem((scope) => work({ ...scope, clientId: client.clientId, client }), now)
}
