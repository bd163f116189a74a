// A client with two branches, cars at both, and people limited to one of them.
import assert from 'node:assert/strict'
import type { Role } from '@walkaround/contract/rules/roles.ts'
import { grantRole } from '../../src/identity/logins.ts'
import { makeClient, makeKey, type TestClient } from './api.ts'
import { type AppPerson, person } from './app.ts'
import { asSystem } from './clients.ts'
import { putOrder, surveyIdOf } from './scenes.ts'

/** The branch people are limited to, and the one they must not see. */
export const OWN = 'B1'
export const FOREIGN = 'B2'

export const limit = (clientId: string, login: string, role: Role, branches: string[] | null = [OWN]) =>
  asSystem((scope) => grantRole(scope, { login, clientId, role, branches }))

export async function limitedPerson(
  clientId: string,
  role: Role = 'manager',
  branches?: string[],
): Promise<AppPerson> {
  const me = await person(clientId, role)
  await limit(clientId, me.login, role, branches)
  return me
}

/** A login with a key for `/v1`, limited to OWN. */
export async function limitedKey(clientId: string, role: Role = 'manager'): Promise<TestClient> {
  const caller = await makeKey(clientId, role)
  await limit(clientId, caller.login, role)
  return { id: clientId, ...caller }
}

export interface Branches {
  client: TestClient
  /** Limited to OWN. */
  me: AppPerson
  /** Of the same role, and not limited. */
  colleague: AppPerson
  /** Surveys of the orders `own` and `foreign`. */
  own: string
  foreign: string
}

export async function makeBranches(more: { isSandbox?: true } = {}): Promise<Branches> {
  const client = await makeClient({ releaseTypes: ['health', 'VC'], ...more })
  const customer = { id: 'P-1', firstName: 'Ada', lastName: 'Test', email: 'ada@example.org' }
  const vehicle = { vin: 'ZZZ1A2B35PX000001', numberPlate: 'B-AB 123' }
  const make = async (id: string, externalBranchId: string) =>
    surveyIdOf(await putOrder(client, { externalBranchId, customer, vehicle }, id), 'health')
  const own = await make('own', OWN)
  const foreign = await make('foreign', FOREIGN)
  for (const [id, externalBranchId] of [
    ['own', OWN],
    ['foreign', FOREIGN],
  ]) {
    const response = await client.put(`/leads/${id}`, { externalBranchId, customer, vehicle })
    assert.equal(response.statusCode, 201, response.body)
  }
  const me = await limitedPerson(client.id)
  return { client, me, colleague: await person(client.id, 'manager'), own, foreign }
}
