// The clock of a sandbox on a service that remembers clients for half a second, as every running one does.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeClient } from '../support/api.ts'
import { openOnWire } from '../support/on-wire.ts'

test('the request after a move has the new time, and so has the one after a reset', async () => {
  const client = await makeClient({ isSandbox: true })
  const wire = await openOnWire({})
  try {
    const send = async (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) => {
      const reply = await wire.app.inject({
        method,
        url: `/v1/system-clients/${client.id}/sandbox/${path}`,
        headers: { 'x-api-key': client.key, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { payload: JSON.stringify(body) } : {}),
      })
      assert.equal(reply.statusCode, 200, reply.body)
      return reply.json<{ aheadSeconds: number }>()
    }
    const ahead = async () => (await send('GET', 'clock')).aheadSeconds
    assert.equal(await ahead(), 0)
    await send('PUT', 'clock', { forward: '3d' })
    assert.equal(await ahead(), 3 * 86_400)
    await send('POST', 'reset')
    assert.equal(await ahead(), 0)
  } finally {
    await wire.close()
  }
})
