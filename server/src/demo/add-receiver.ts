// Gives the demo dealership a receiver of callbacks that always says yes: the service's own one.
import { getClient } from '../access/clients.ts'
import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { demoReceiverUrl } from '../features/callbacks/demo-receiver.ts'
import { findReceiver, type Outside, sealReceiver, setReceiver } from '../features/callbacks/set-receiver.ts'
import { DEMO_CLIENT } from './dealership.ts'

/** Where the dealership has one already, it stays. */
export async function addDemoReceiver(database: Database, outside: Outside, now: Date): Promise<void> {
  if (await findReceiver({ db: database, clientId: DEMO_CLIENT })) return
  const sealed = await sealReceiver(outside, DEMO_CLIENT, {
    url: demoReceiverUrl('204'),
    key: 'demo-receiver-key',
    secret: 'new',
  })
  await inTransaction(database, async (db) => {
    const scope = { db, actor: { kind: 'system', id: 'demo' } as const, now }
    const client = await getClient(scope, DEMO_CLIENT)
    await setReceiver({ ...scope, clientId: DEMO_CLIENT, client }, sealed)
  })
}
