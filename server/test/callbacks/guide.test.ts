// The receiver of the guide, unchanged, in a separate process: it accepts only what is signed.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { callbackKindNames, callbackKinds } from '@walkaround/contract/callback-kinds.ts'
import { sampleEvent } from '@walkaround/contract/dms/event-callbacks.ts'
import { headersOf } from '../../src/features/callbacks/rules.ts'
import { startGuideReceiver } from '../support/guide-receiver.ts'

const guide = readFileSync(new URL('../../../docs/callbacks.md', import.meta.url), 'utf8')
const of = { id: 'event-1', systemClientId: 'acme', occurredTimestamp: '2026-03-01T12:00:00.000Z' }
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

test('the receiver of the guide takes what is signed, and nothing else', async () => {
  const receiver = await startGuideReceiver(secret)
  let told = ''
  try {
    const id = 'm-1'
    const body = JSON.stringify({ id, outputType: 'surveyResultsEmail', customer: { firstName: 'Zoë' } })
    const put = async (headers: Record<string, string>, sent = body) =>
      (await fetch(`http://127.0.0.1:${receiver.port}/in/${id}`, { method: 'PUT', headers, body: sent }))
        .status
    const sending = { id, url: 'http://a.example', body, key: 'k' }
    const signed = (now = new Date(), ...secrets: string[]) =>
      headersOf({ ...sending, secrets: secrets.length === 0 ? [secret] : secrets }, now, '1')
    assert.equal(await put(signed()), 204)
    // While the secret is being changed, there are two signatures.
    const other = secret.replace('Bw', 'Bx')
    assert.equal(await put(signed(new Date(), other, secret)), 204)
    assert.equal(await put(signed(), body.replace('Zoë', 'Zoe')), 401)
    assert.equal(await put(signed(new Date(Date.now() - 400_000))), 401)
    assert.equal(await put(signed(new Date(), secret.replace('Bw', 'Bx'))), 401)
    assert.equal(await put({ 'x-api-key': 'k' }), 401)
    assert.equal(await put({ ...signed(), 'webhook-timestamp': 'soon' }), 401)
    const event = JSON.stringify(sampleEvent('photoReady', { ...of, id }))
    const ours = { ...sending, kind: 'photoReady', body: event, secrets: [secret] }
    assert.equal(await put(headersOf(ours, new Date(), '1'), event), 204)
  } finally {
    told = await receiver.stop()
  }
  assert.equal(told, `${'/in/m-1 surveyResultsEmail\n'.repeat(2)}/in/m-1 photoReady\n`)
})

test('the guide lists every kind with its fields, and shows one as it is', () => {
  const rows = callbackKindNames.map((kind) => {
    const { when, has } = callbackKinds[kind]
    return `| \`${kind}\` | ${when} | ${has.map((name) => `\`${name}\``).join(', ')} |`
  })
  assert.ok(guide.includes(`|---|---|---|\n${rows.join('\n')}\n\n`), rows.join('\n'))
  const shown = /```json\n(.*?)```/s.exec(guide)?.[1] ?? ''
  assert.deepEqual(JSON.parse(shown), sampleEvent('ownerDecided', of))
})
