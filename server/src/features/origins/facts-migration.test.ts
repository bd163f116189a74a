// An installation from before terms and facts: what was stored is found by the same words as what is written now, and what the log
// knew stands beside the rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMemory } from '../../../test/support/in-memory.ts'
import { migrate } from '../../db/migrate.ts'
import { sql } from '../../db/sql.ts'
import { REBUILD_JOB as FIGURES_JOB } from '../figures/update-figures.ts'
import { REBUILD_JOB } from '../ledger/rebuild.ts'
import type { SurveyHeader } from '../surveys/header.ts'
import { RENEW_JOB, renewTermsJob } from '../surveys/renew-terms.ts'
import { searchTextOf } from '../surveys/search-text.ts'

const BEFORE = 30

const headers: Record<string, SurveyHeader> = {
  'K/1': {
    externalId: 'SO-2026/0042',
    vehicle: { numberPlate: 'B–WA 10.42', vin: 'zzz1a2b35px000001' },
    customer: { category: 'person', firstName: 'Änne', middleName: 'Zoë', lastName: 'Größe-Müller' },
  },
  '000123': { vehicle: { numberPlate: 'а123вс77', vin: 'short' }, customer: { category: 'person' } },
  '5f0c7a1e-9b': { customer: { category: 'legalEntity', name: 'Ёж & Söhne  GmbH | Co. KG a b c' } },
  plain: {},
}

test('terms are those of the service, and facts are those of the log', async (t) => {
  const database = await openMemory('new')
  t.after(() => database.close())
  await migrate(database, { upTo: BEFORE })
  await database.script(`
    insert into system_clients (system_client_id, name, default_site_id) values ('acme', 'Acme', 'main');
    insert into sites (system_client_id, id, name) values ('acme', 'main', 'Main');
    insert into branches (system_client_id, id, site_id, name) values ('acme', 'b1', 'main', 'One');
    insert into logins (id, login, name) values ('d1', 'd1', 'DMS'), ('a1', 'a1', 'Jo');
    insert into login_roles (system_client_id, login_id, role) values ('acme', 'd1', 'dms'), ('acme', 'a1', 'advisor')`)
  for (const [id, header] of Object.entries(headers)) {
    const text = JSON.stringify(header)
    await database.run(sql`
      insert into service_orders (system_client_id, id, branch_id, closed, rejected, document, survey_header, search_text,
        surveys, created_at, changed_at)
      values ('acme', ${id}, 'b1', false, false, '{}', ${text}::json, 'x', '[]', '2026-01-01', '2026-01-01')`)
    await database.run(sql`
      insert into surveys (system_client_id, id, survey_type, order_id, master_client_id, template_id, template_version, closed,
        created_at)
      values ('acme', ${`s-${id}`}, 'health', ${id}, 'open', 't', 1, ${id === 'plain'}, '2026-01-01')`)
  }
  await database.script(`
    insert into events (system_client_id, at, kind, subject, actor) values
      ('acme', '2026-01-02', 'order.changed', 'order/K/1', 'login:d1'),
      ('acme', '2026-01-03', 'order.changed', 'order/K/1', 'login:a1'),
      ('acme', '2026-01-04', 'survey.closed', 'survey/s-plain', 'login:d1'),
      ('acme', '2026-01-05', 'survey.closed', 'survey/s-plain', 'login:a1'),
      ('acme', '2026-01-06', 'photo.added', 'survey/s-K/1', 'login:a1'),
      ('acme', '2026-01-07', 'owner.opened', 'survey/s-K/1', 'system:owner')`)
  await migrate(database)
  const planned = await database.rows(sql`select system_client_id as client_id, kind from jobs order by kind`)
  assert.deepEqual(planned, [
    { clientId: 'acme', kind: FIGURES_JOB },
    { clientId: 'acme', kind: REBUILD_JOB },
    { clientId: 'acme', kind: RENEW_JOB },
  ])
  const job = { clientId: 'acme', id: RENEW_JOB, kind: RENEW_JOB, payload: {}, attempt: 1 }
  // It may be killed at any place and starts again.
  for (let run = 0; run < 2; run += 1)
    await renewTermsJob({ database }).work({ ...job, signal: new AbortController().signal })

  const orders = await database.rows<{
    id: string
    searchText: string
    terms: string[]
    changed: string | null
  }>(sql`
    select o.id, o.search_text, o.changed_by_dms::date::text as changed, (
      select array_agg(t.term) from search_terms t
      where t.system_client_id = 'acme' and t.kind = 'order' and t.id = o.id and t.branch_id = 'b1') as terms
    from service_orders o where o.system_client_id = 'acme' order by o.created_at`)
  for (const { id, searchText, terms } of orders) {
    assert.equal(searchText, searchTextOf(id, headers[id] ?? {}), id)
    assert.deepEqual(terms.toSorted(), searchText.slice(1).split('|').toSorted(), id)
  }
  assert.deepEqual(
    orders.flatMap(({ id, changed }) => (changed ? [[id, changed]] : [])),
    [['K/1', '2026-01-02']],
  )
  assert.deepEqual(
    await database.rows(sql`
      select s.id, s.closed_by, w.changed_at::date::text as changed
      from surveys s join surveys_with_origin w on w.system_client_id = s.system_client_id and w.id = s.id
      where s.system_client_id = 'acme' and s.id in ('s-K/1', 's-plain') order by s.id`),
    [
      { id: 's-K/1', closedBy: null, changed: '2026-01-06' },
      { id: 's-plain', closedBy: 'a1', changed: '2026-01-05' },
    ],
  )
})
