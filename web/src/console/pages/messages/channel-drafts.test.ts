import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MessageChannel } from '@walkaround/contract/app/message-channels.ts'
import { emptyChannel, toChannelChange, toChannelDraft } from './channel-drafts.ts'

describe('a channel in its form', () => {
  test('mail is sent as it was read, and no password unless one was typed', () => {
    const email = {
      host: 'smtp.example.com',
      security: 'tls',
      from: 'a@example.com',
      port: 465,
      user: 'us',
    } as const
    const read: MessageChannel = { channel: 'email', source: 'client', email, hasSecret: true }
    const draft = toChannelDraft(read)
    assert.deepEqual(toChannelChange('email', draft), { email })
    assert.deepEqual(toChannelChange('email', { ...draft, secret: 'new' }), {
      email: { ...email, password: 'new' },
    })
  })

  test('a gateway keeps its headers, a line each', () => {
    const sms = {
      url: 'https://sms.example.com',
      method: 'PUT',
      headers: [{ name: 'Authorization', value: 'Bearer {key}' }],
      body: '{"to":"{to}","text":"{text}"}',
    } as const
    const draft = toChannelDraft({
      channel: 'sms',
      source: 'client',
      sms: { ...sms, headers: [...sms.headers] },
    })
    assert.equal(draft.headers, 'Authorization: Bearer {key}')
    assert.deepEqual(toChannelChange('sms', draft), { sms })
  })

  test("nothing of the installation's is in it", () => {
    const email = { host: 'internal', security: 'tls', from: 'x@example.com' } as const
    assert.deepEqual(toChannelDraft({ channel: 'email', source: 'installation', email }), emptyChannel)
  })

  test('a preset takes no method', () => {
    const draft = {
      ...emptyChannel,
      preset: 'twilio',
      account: 'AC1',
      from: '+49',
      secret: 'k',
      method: 'PUT',
    } as const
    assert.deepEqual(toChannelChange('sms', draft), {
      sms: { preset: 'twilio', account: 'AC1', from: '+49', key: 'k' },
    })
  })
})
