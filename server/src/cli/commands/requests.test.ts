// The commands on the log of requests on a real database: list, follow and show.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LoggedRequest } from '@walkaround/contract/app/requests.ts'
import { putServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import { newClient } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { loadConfig } from '../../config/config.ts'
import { createRequestLog } from '../../features/request-log/keep-requests.ts'
import { followRequests } from '../follow-requests.ts'
import { cliActor, runCommand } from '../run-command.ts'
import { views } from '../views.ts'

// biome-ignore lint/suspicious/noExplicitAny: results are JSON, their shapes those of the use cases
type Json = any

async function run(name: string, args: object): Promise<Json> {
  const database = await testDatabase()
  const media = async () => assert.fail('no files are needed')
  const context = { database, config: loadConfig({}), media, now: new Date(), actor: cliActor('anna') }
  return runCommand({ ...context, progress: () => {} }, name, args)
}

const seen = (name: string, result: Json) =>
  views[name]?.(result, { cells: 200, args: {}, now: new Date() }) ?? assert.fail(`${name} has no view`)

async function scene() {
  const { clientId } = await newClient()
  const log = createRequestLog(await testDatabase())
  const send = async (requestId: string) => {
    log.note({
      clientId,
      at: new Date(),
      keyId: 'abc',
      operation: putServiceOrder,
      params: { system_client_id: clientId, id: '4711' },
      status: 400,
      ms: 2.5,
      requestId,
      refusal: { kind: 'missingField', errorCode: 40010, errorInfo: 'externalBranchId: is required' },
      body: Buffer.from('{"description":"Ada"}'),
    })
    await log.flush()
  }
  const stray = async (requestId: string) => {
    log.note({
      clientId,
      at: new Date(),
      keyId: 'abc',
      asked: { method: 'PATCH', path: `/system-clients/${clientId}/service-orders/Ada` },
      params: {},
      status: 405,
      ms: 1,
      requestId,
      refusal: {
        kind: 'methodNotAllowed',
        errorCode: 40500,
        errorInfo: 'PATCH is not one of GET, PUT, HEAD',
      },
    })
    await log.flush()
  }
  return { client: clientId, send, stray }
}

describe('request commands', () => {
  test('log lists repeats as one, show tells the rule and how to send it again', async () => {
    const { client, send } = await scene()
    assert.equal(seen('request log', await run('request log', { client })), 'There are no such requests.')
    for (const id of ['r1', 'r2']) await send(id)
    const list = seen('request log', await run('request log', { client, status: '4xx', object: '4711' }))
    assert.match(list, /400 40010 +putServiceOrder +4711 +2 +r2 +externalBranchId: is required/)
    const shown = seen('request show', await run('request show', { client, id: 'r1' }))
    assert.match(shown, /A required field is missing/)
    assert.match(shown, /"description": "\(3 letters\)"/)
    assert.match(shown, /X-API-KEY: \$KEY/)
    await assert.rejects(run('request show', { client, id: 'none' }), { kind: 'noSuchResource' })
    await assert.rejects(run('request log', { client, limit: 500 }), { kind: 'invalidArgument' })
  })

  test('a request that no operation takes is shown by method and path, with the paragraphs of the rule', async () => {
    const { client, stray } = await scene()
    await stray('r1')
    const list = seen('request log', await run('request log', { client }))
    assert.match(
      list,
      /405 40500 +PATCH \/v1\/system-clients\/…\/service-orders\/… +1 +r1 +PATCH is not one of/,
    )
    const shown = seen('request show', await run('request show', { client, id: 'r1' }))
    assert.match(shown, /operation +none: PATCH \/v1\/system-clients\/…\/service-orders\/…\n/)
    assert.match(shown, /paragraphs +B2, B5/)
    assert.doesNotMatch(shown, /curl|Ada/)
  })

  test('follow tells each request once, until the caller goes', async () => {
    const { client, send } = await scene()
    await send('first')
    const leaving = new AbortController()
    const told: string[] = []
    const write = ({ requestId }: LoggedRequest) => {
      told.push(requestId)
      if (told.length === 1) void send('second')
      else leaving.abort()
    }
    const list = (args: object) => run('request log', args)
    await followRequests({ client, follow: true, status: '4xx' }, list, { write, signal: leaving.signal })
    assert.deepEqual(told, ['first', 'second'])
  })
})
