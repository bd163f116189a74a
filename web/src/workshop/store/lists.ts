// Lists as last read, for times without a network: people of a client, notes of a car. Deleted with the data of the person they were
// read for.
import type { Store } from './database.ts'

const keyOf = (clientId: string, name: string) => `${clientId}\n${name}`

export async function findList<T>(
  store: Store,
  clientId: string,
  name: string,
  login: string,
): Promise<T | undefined> {
  const row = await store.lists.get(keyOf(clientId, name))
  return row?.login === login ? (row.list as T) : undefined
}

export async function saveList(
  store: Store,
  { clientId, login }: { clientId: string; login: string },
  name: string,
  list: unknown,
): Promise<void> {
  await store.lists.put({ key: keyOf(clientId, name), clientId, list, login })
}
