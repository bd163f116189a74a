// `walkaround ledger …` on a real database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeClient, testApp } from '../../../test/support/api.ts'
import { person } from '../../../test/support/app.ts'
import { answer, send } from '../../../test/support/edits.ts'
import { readLedger } from '../../../test/support/rebuilt-ledger.ts'
import { putOrder, smallQuestion, surveyIdOf, useOwnTemplate } from '../../../test/support/scenes.ts'
import { loadConfig } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { cliActor, runCommand } from '../run-command.ts'
import { views } from '../views.ts'

const contextOf = (database: Database, progress: (text: string) => void = () => {}) => ({
  database,
  config: loadConfig({}),
  media: async () => assert.fail('no files are needed'),
  now: new Date(),
  actor: cliActor('anna'),
  progress,
})

test('ledger rebuild gives back what was lost, and says how much it read', async () => {
  const client = await makeClient({ releaseTypes: ['VC'] })
  await useOwnTemplate(client, { surveyType: 'VC', contents: [smallQuestion] })
  const surveyId = surveyIdOf(await putOrder(client), 'VC')
  await send({ me: await person(client.id, 'technician'), surveyId }, answer('glass', 'bad'))
  const { database } = await testApp()
  const before = await readLedger(database, client.id)
  assert.equal(before.size, 2)
  for (const statement of [
    sql`delete from findings where system_client_id = ${client.id}`,
    sql`delete from finding_visits where system_client_id = ${client.id}`,
  ])
    await database.run(statement)
  const said: string[] = []
  const context = contextOf(database, (text) => said.push(text))
  const result = await runCommand(context, 'ledger rebuild', { client: client.id })
  assert.deepEqual(await readLedger(database, client.id), before)
  const view = views['ledger rebuild'] ?? assert.fail('it has no view')
  assert.equal(
    view(result as never, { cells: 80, args: {}, now: new Date() }),
    'Written again. Orders read: 1; surveys: 1',
  )
  assert.ok(said.includes('orders read: 1; surveys: 1'))
  await assert.rejects(runCommand(context, 'ledger rebuild', { client: 'nobody' }), {
    kind: 'noSuchResource',
  })
})

test('ledger close closes a finding by hand with its reason, and ledger reopen takes it back', async () => {
  const client = await makeClient({ releaseTypes: ['VC'] })
  await useOwnTemplate(client, { surveyType: 'VC', contents: [smallQuestion] })
  const surveyId = surveyIdOf(await putOrder(client), 'VC')
  await send({ me: await person(client.id, 'technician'), surveyId }, answer('glass', 'bad'))
  const { database } = await testApp()
  const at = { client: client.id, survey: surveyId, question: 'glass' }
  const run = (name: string, more = {}) => runCommand(contextOf(database), name, { ...at, ...more })
  const endsOf = async () =>
    (
      await database.rows<{ closedAs: string | null }>(
        sql`select closed_as from findings where system_client_id = ${client.id}`,
      )
    ).map(({ closedAs }) => closedAs)
  await run('ledger close', { reason: 'doneElsewhere' })
  assert.deepEqual(await endsOf(), ['byHand'])
  await assert.rejects(run('ledger close', { reason: 'carSold' }), { kind: 'preconditionFailed' })
  await run('ledger reopen')
  assert.deepEqual(await endsOf(), [null])
  await assert.rejects(run('ledger close', { reason: 'carSold', question: 'none' }), {
    kind: 'noSuchResource',
  })
})
