// Compares the ledger that tests left with the same ledger written again from its sources: whatever a test did, a change that the
// ledger missed shows here.
import type { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { rebuildLedger } from '../../src/features/ledger/rebuild.ts'

type Rows = Map<string, string>

/** Every row of a client's ledger by its key, as text. */
export async function readLedger(database: Database, clientId: string): Promise<Rows> {
  const rows = await database.rows<{ name: string; row: string }>(sql`
    select 'finding ' || f.id as name, to_jsonb(f)::text as row from findings f where f.system_client_id = ${clientId}
    union all
    select 'visit ' || v.survey_id || ' ' || v.question_id, to_jsonb(v)::text
    from finding_visits v where v.system_client_id = ${clientId}
    union all
    select 'work ' || w.survey_id || ' ' || w.quote_id, to_jsonb(w)::text
    from offered_work w where w.system_client_id = ${clientId}
    union all
    select 'line ' || l.order_id || ' ' || l.position, to_jsonb(l)::text
    from order_work l where l.system_client_id = ${clientId}`)
  return new Map(rows.map(({ name, row }) => [name, row]))
}

/** What differs after the ledger of the client was written again. */
export async function listMissed(database: Database, clientId: string): Promise<string[]> {
  const live = await readLedger(database, clientId)
  await rebuildLedger(database, clientId)
  const rebuilt = await readLedger(database, clientId)
  return [...new Set([...live.keys(), ...rebuilt.keys()])].flatMap((name) => {
    const [was, is] = [live.get(name), rebuilt.get(name)]
    return was === is
      ? []
      : [`${clientId} ${name}\n  live    ${was ?? 'missing'}\n  rebuilt ${is ?? 'missing'}`]
  })
}

/** Of all clients that have anything to found it on; a few of many differences. */
export async function listMissedOfAll(database: Database, most = 5): Promise<string[]> {
  const clients = await database.rows<{ id: string }>(sql`
    select distinct system_client_id as id from survey_answers
    union select system_client_id from survey_quotes union select system_client_id from survey_variants
    union select system_client_id from findings union select system_client_id from offered_work
    union select system_client_id from order_work order by 1`)
  const missed: string[] = []
  for (const { id } of clients) {
    if (missed.length < most) missed.push(...(await listMissed(database, id)))
  }
  return missed.slice(0, most)
}
