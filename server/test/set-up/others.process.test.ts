// What the pages of the first start offer besides an own dealership: the demo, and a backup, for which the service stops and starts again.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { cliResult, runCli } from '../support/cli.ts'
import {
  admin,
  linkOf,
  open,
  PASSWORD,
  press,
  titleOf,
  upload,
  walkToAdmin,
  workedOff,
} from '../support/first-start.ts'
import { type Env, makeFolder, onlyEmbedded, type Server, startServer } from '../support/process.ts'

const emptyFolder = async (more: Env = {}): Promise<Env> => ({
  WALKAROUND_DATA: join(await makeFolder(), 'data'),
  WALKAROUND_DEMO: '0',
  ...more,
})

async function stop(server: Server): Promise<void> {
  server.kill('SIGTERM')
  await server.ended
}

const postDemo = (server: Server, path: string) =>
  server.send({
    method: 'POST',
    path: `${path}/demo?lang=en`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: '',
  })

const signIn = (server: Server, login: string, password: string) =>
  server.send({ method: 'POST', path: '/app/session', body: { login, password } })

describe('the demo on the pages of the first start', { skip: onlyEmbedded }, () => {
  test('is made behind the page, which then has logins and a key', async () => {
    const env = await emptyFolder()
    const server = await startServer(env)
    const path = linkOf(server.output())
    const begun = await postDemo(server, path)
    assert.equal(begun.status, 303)
    assert.equal(new URL(String(begun.headers.location), `https://localhost${path}/demo`).pathname, path)
    // A second press begins nothing.
    assert.ok([200, 303].includes((await postDemo(server, path)).status))
    const done = await workedOff(server, path, env)
    assert.equal(titleOf(done), 'The demo is ready')
    const [, password = ''] = /demo-admin<\/th><td class="code">([^<]+)</.exec(done.text) ?? []
    assert.equal((await signIn(server, 'demo-admin', password)).status, 200)
    const [, key = ''] = /(wa_[\w-]{20,})/.exec(done.text) ?? []
    const self = await server.send({ path: '/v1/self', headers: { 'x-api-key': key } })
    assert.equal(self.status, 200, self.text)
    assert.ok(existsSync(join(env.WALKAROUND_DATA as string, 'demo-passwords.txt')))
    await stop(server)
  })

  test('is not offered where other machines reach the service', async () => {
    const server = await startServer(await emptyFolder({ WALKAROUND_HOST: '0.0.0.0' }))
    const path = linkOf(server.output())
    assert.match((await open(server, path)).text, /WALKAROUND_DEMO=1/)
    await postDemo(server, path)
    assert.equal(titleOf(await open(server, path)), 'Set up Walkaround')
    await stop(server)
  })
})

describe('a backup on the pages of the first start', { skip: onlyEmbedded }, () => {
  const passphrase = 'copper otter violin harvest'
  let content: Buffer
  let installationKey: string

  before(async () => {
    const env = await emptyFolder()
    const server = await startServer(env)
    const path = linkOf(server.output())
    const done = await press(server, path, await walkToAdmin(server, path), admin)
    assert.equal(titleOf(done), 'Your mail server')
    const folder = env.WALKAROUND_DATA as string
    await writeFile(join(folder, 'passphrase'), passphrase)
    await writeFile(join(folder, 'receiver.key'), 'the-key-of-the-receiver')
    const receiver = ['--url', 'https://dms.example.com/in', '--key-file', join(folder, 'receiver.key')]
    await cliResult(['callback', 'set', 'autohaus-sud-sohne', ...receiver], env)
    const file = join(folder, 'mine.backup')
    const options = ['--passphrase-file', join(folder, 'passphrase'), '--without-key']
    const made = await runCli(['backup', file, ...options], env)
    assert.equal(made.code, 0, made.stderr)
    content = await readFile(file)
    installationKey = await readFile(join(folder, 'secret.key'), 'utf8')
    await stop(server)
  })

  test('is refused without changing anything, or restored by the service itself, which goes on with it', async () => {
    const env = await emptyFolder()
    const server = await startServer(env)
    const path = linkOf(server.output())
    const name = 'mine.backup'
    const foreign = await upload(server, `/set-up/${'y'.repeat(32)}`, { name, content })
    assert.equal(foreign.status, 404)
    assert.match((await upload(server, path, undefined)).text, /Choose the file of a backup/)
    const tries: Record<string, string>[] = [{}, { secret: 'another one, quite long' }]
    for (const texts of tries) {
      const refused = await upload(server, path, { name, content }, texts)
      assert.equal(refused.status, 400)
      assert.match(refused.text, /what you typed does not open it/)
    }
    const wrong = await upload(server, path, { name, content }, { secret: passphrase, key: 'nonsense' })
    assert.match(wrong.text, /This is no key of an installation/)

    // What can be told only after all of it was read is told by the page.
    const failing = [
      { name, content: Buffer.from('no backup at all') },
      { name, content: content.subarray(0, content.length - 100) },
    ]
    for (const file of failing) {
      assert.equal((await upload(server, path, file, { secret: passphrase })).status, 303)
      const failed = await workedOff(server, path, env)
      assert.match(failed.text, /The backup was not restored, and nothing was changed/)
      assert.match(failed.text, /class="code" lang="en">[^<]*mine\.backup/)
    }
    await upload(server, path, { name, content }, { secret: passphrase })
    assert.match((await workedOff(server, path, env)).text, /made without the installation&#39;s key/)

    const given = { secret: passphrase, key: installationKey }
    assert.equal((await upload(server, path, { name, content }, given)).status, 303)
    const done = await workedOff(server, path, env)
    assert.equal(titleOf(done), 'The backup is restored')
    assert.match(done.text, /[\d,]+ rows of /)
    const folder = env.WALKAROUND_DATA as string
    const ca = await readFile(join(folder, 'tls', 'walkaround-ca.crt'), 'utf8')
    assert.notEqual(ca, server.ca, 'the certificates are those of the backup')
    assert.equal((await readFile(join(folder, 'secret.key'), 'utf8')).trim(), installationKey.trim())
    assert.deepEqual(await readdir(join(folder, 'set-up')), [], 'the uploads are gone')
    await stop(server)

    const again = await startServer(env)
    assert.ok(!again.output().includes('/set-up/'), 'there is a client, so there is no link')
    assert.equal((await signIn(again, 'ada@example.org', PASSWORD)).status, 200)
    assert.equal((await open(again, path)).status, 404)
    await stop(again)
  })
})
