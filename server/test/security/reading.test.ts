// Reading changes nothing: every GET of both interfaces, and the owner's pages, leave the rows of their client as they were.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appInterface, dmsInterface } from '@walkaround/contract/openapi.ts'
import { fillPath } from '@walkaround/contract/paths.ts'
import { sql } from '../../src/db/sql.ts'
import { listStored, rowText } from '../support/all-rows.ts'
import { request, testApp } from '../support/api.ts'
import { person } from '../support/app.ts'
import { decide, makeOwnerScene } from '../support/owner.ts'

/** Rows that count or tell of reading itself, for limits and for the audit, whose chain also goes on in the background. */
const COUNTERS = ['vin_lookups', 'audit_entries', 'audit_heads']

/** One text per table: equal only when every row is. */
async function rowsOf(clientId: string): Promise<Record<string, string>> {
  const { database } = await testApp()
  const owned = await database.rows<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'system_client_id'`)
  const isOwned = new Set(owned.map(({ name }) => name))
  const found: Record<string, string> = {}
  for (const name of await listStored(database)) {
    if (COUNTERS.includes(name) || !isOwned.has(name)) continue
    const line = rowText(name)
    const text = `select coalesce(string_agg(${line}, ' ' order by ${line}), '') as all_rows from ${name} t where system_client_id = $1`
    const row = await database.row<{ allRows: string }>({
      name: `rows of ${name}`,
      text,
      values: [clientId],
    })
    found[name] = row?.allRows ?? ''
  }
  return found
}

test('no GET of either interface, nor of an owner, changes a row of its client', async () => {
  const scene = await makeOwnerScene()
  const { client, surveyId } = scene
  const me = await person(client.id, 'admin')
  const decided = await decide(scene, { [scene.ids.pads]: 'approve' })
  const receipt = `${scene.path}/${String(decided.headers.location).split('?')[0]?.replace('./', '')}`
  const key = { 'x-api-key': client.key }
  const order = (await client.get('/service-orders/1')).json<{ id: string }>().id
  const known: Record<string, string> = {
    system_client_id: client.id,
    survey_id: surveyId,
    order_id: order,
    quote_id: scene.ids.pads,
    package_id: 'pads',
    template_id: 'open!vc',
    question_id: 'vc.padFL',
    form: 'survey-summary',
    size: 'small',
  }
  const before = await rowsOf(client.id)
  assert.ok(before.surveys?.includes(surveyId) && before.owner_decisions !== '')
  let answered = 0
  for (const { prefix, operations } of [dmsInterface, appInterface])
    for (const { id, method, path, params } of operations) {
      // Server-sent events have no end.
      if (method !== 'GET' || id === 'listenToEvents' || path.endsWith('/events')) continue
      const isOfSurvey = /\/surveys\/\{id\}/.test(path)
      const values = Object.fromEntries(
        ['system_client_id', ...Object.keys(params)].map((name) => [
          name,
          name === 'id' ? (isOfSurvey ? surveyId : order) : (known[name] ?? 'p1'),
        ]),
      )
      const url = `${prefix}${fillPath(path, values)}`
      const response = await request({
        method: 'GET',
        url,
        headers: prefix === '/v1' ? key : { cookie: me.cookie },
      })
      assert.ok(response.statusCode < 500, `${id}: ${response.statusCode} ${response.body}`)
      if (response.statusCode < 400) answered++
    }
  assert.ok(answered > 20, `only ${answered} were answered`)
  for (const url of [scene.path, receipt, `${receipt}.pdf`, `${receipt}.json`])
    assert.equal((await request({ method: 'GET', url })).statusCode, 200, url)
  assert.deepEqual(await rowsOf(client.id), before)
})
