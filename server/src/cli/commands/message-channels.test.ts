// The commands of a client's own channels, as typed.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { makeClient, type TestClient } from '../../../test/support/api.ts'
import { type MailServer, startMailServer } from '../../../test/support/mail-server.ts'
import { typeCommand } from '../../../test/support/typed-command.ts'
import type { Problem } from '../../problems.ts'

describe('message-channel', () => {
  let folder: string
  let mail: MailServer
  let client: TestClient
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'walkaround-message-channels-'))
    mail = await startMailServer()
    client = await makeClient()
  })
  after(async () => {
    await mail.close()
    await rm(folder, { recursive: true, force: true })
  })

  const typed = (...words: string[]) =>
    typeCommand({ WALKAROUND_DATA: folder, WALKAROUND_MESSAGE_ALLOW: '127.0.0.0/8' }, words)

  test('set, list, test and remove', async () => {
    const { hostname, port } = new URL(mail.url)
    const where = ['--host', hostname, '--port', port, '--security', 'starttls']
    const set = await typed('message-channel', 'set', client.id, 'email', ...where, '--from', 'a@example.com')
    assert.equal(set, `email: the client's own, a@example.com by ${hostname}`)
    assert.match(
      await typed('message-channel', 'list', client.id),
      /^email: the client's own.*\nsms: none: messages stay in the outbox\ntelegram: none/,
    )
    const tried = await typed('message-channel', 'test', client.id, 'email', '--to', 'b@example.org')
    assert.match(tried, /ok {5}connect .*\nok {5}tls .*220 .*\nok {5}send .*250 .*\nIt works\.$/)
    assert.deepEqual(mail.taken.at(-1)?.to, ['b@example.org'])
    assert.match(await typed('message-channel', 'remove', client.id, 'email'), /no email of its own any more/)
  })

  test('takes a secret from a file, and headers line by line', async () => {
    const secret = join(folder, 'key.txt')
    await writeFile(secret, 'hush\n')
    const headers = 'Authorization: Bearer {key};Content-Type: application/json'
    const where = ['--url', 'https://sms.example.com/send', '--headers', headers]
    const set = await typed('message-channel', 'set', client.id, 'sms', ...where, '--secret-file', secret)
    assert.equal(set, "sms: the client's own, https://sms.example.com/send, with a secret")
    await assert.rejects(
      typed('message-channel', 'set', client.id, 'sms', '--url', 'https://sms.example.com', '--headers', 'x'),
      (error: Problem) => /"x" is not of the form/.test(error.errorInfo),
    )
    await assert.rejects(
      typed('message-channel', 'set', client.id, 'email', '--host', 'mail.example.com'),
      (error: Problem) => /email\.from/.test(error.errorInfo),
    )
  })
})
