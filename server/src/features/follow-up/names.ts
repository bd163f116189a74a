// The names of the people of a client, by login id.
import { listLoginsOfClient } from '../../identity/login-store.ts'
import type { Scope } from '../../scope.ts'

export async function namesOfStaff({ db, clientId }: Scope): Promise<ReadonlyMap<string, string>> {
  const logins = await listLoginsOfClient(db, clientId)
  return new Map(logins.map(({ id, login, name }) => [id, name.trim() || login]))
}
