import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inClient, newClient } from '../../../test/support/clients.ts'
import { sql } from '../../db/sql.ts'
import { catalogueSignature } from './catalogue.ts'
import { moveCatalogue } from './rows.ts'

test('E5: the state of the catalogues is told by owner, ordered, 0 for one that never changed', async () => {
  const masters = [await newClient(), await newClient()]
  const client = await newClient({ masters: masters.map(({ clientId }) => clientId).toReversed() })
  const moves = new Map([
    [client.clientId, 2],
    [masters[1]?.clientId, 3],
  ])
  for (const one of [client, ...masters])
    for (let move = 0; move < (moves.get(one.clientId) ?? 0); move++)
      await inClient(one, (scope) => scope.db.run(sql`${moveCatalogue(scope)}`))
  const owners = [client, ...masters].map(({ clientId }) => clientId).sort()
  const wanted = owners.map((id) => `${id}:${moves.get(id) ?? 0}`).join(',')
  const given = { ...client, masters: [...client.masters, client.clientId] }
  assert.equal(await inClient(given, catalogueSignature), wanted)
})
