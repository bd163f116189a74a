// The certificate on the pages of the first start: what cannot be used is refused and changes nothing; what can be is used at once.
import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, type TestContext, test } from 'node:test'
import { connect } from 'node:tls'
import { ensureCertificate } from '../../src/outside/certificates.ts'
import { runCli } from '../support/cli.ts'
import {
  admin,
  linkOf,
  open,
  PASSWORD,
  press,
  sendAnew,
  titleOf,
  upload,
  walkToAdmin,
  workedOff,
} from '../support/first-start.ts'
import { type Env, makeFolder, onlyEmbedded, type Server, startServer } from '../support/process.ts'
import { until } from '../support/until.ts'

async function stop(server: Server): Promise<void> {
  server.kill('SIGTERM')
  await server.ended
}

/** Whose certificate a new connection is shown. */
const issuerAt = (port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(
      { host: '127.0.0.1', port, servername: 'localhost', rejectUnauthorized: false },
      () => {
        resolve(socket.getPeerX509Certificate()?.issuer ?? '')
        socket.destroy()
      },
    )
    socket.on('error', reject)
  })

const give = (server: Server, path: string, values: Record<string, string>) =>
  server.send({
    method: 'POST',
    path: `${path}/certificate?lang=en`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(values).toString(),
  })

describe('the certificate on the pages of the first start', { skip: onlyEmbedded }, () => {
  test('is the one that is given, at once and after the next start', async () => {
    const env: Env = { WALKAROUND_DATA: join(await makeFolder(), 'data'), WALKAROUND_DEMO: '0' }
    const folder = join(env.WALKAROUND_DATA as string, 'tls')
    const other = await ensureCertificate({ dir: await makeFolder(), names: ['cars.internal'] })
    const foreign = await ensureCertificate({ dir: await makeFolder(), names: ['cars.internal'] })
    const server = await startServer(env)
    const path = linkOf(server.output())
    assert.match((await open(server, path)).text, /a certificate that it made itself, for localhost/)
    const before = await issuerAt(server.port)

    for (const [given, why] of [
      [{ cert: 'nothing', key: other.key }, /holds no certificate in PEM form/],
      [{ cert: other.cert, key: foreign.key }, /is not the key of the first certificate/],
      [{ cert: other.cert, key: 'nothing' }, /holds no private key in PEM form/],
    ] as const) {
      const refused = await give(server, path, given)
      assert.equal(refused.status, 400)
      assert.match(refused.text, why)
      assert.doesNotMatch(refused.text, /WALKAROUND_TLS|PRIVATE KEY/)
      assert.equal(await issuerAt(server.port), before)
    }
    assert.equal((await give(server, `/set-up/${'x'.repeat(32)}`, { cert: 'a', key: 'b' })).status, 404)

    const { key, cert } = other
    const used = await give(server, path, { key, cert })
    assert.equal(titleOf(used), 'Your certificate is in use')
    assert.match(used.text, /cars\.internal/)
    assert.ok(!used.text.includes('PRIVATE KEY'))
    const after = await issuerAt(server.port)
    assert.notEqual(after, before)
    assert.equal((await stat(join(folder, 'own.pem'))).mode & 0o777, 0o600)
    assert.match((await open(server, path)).text, /your own certificate, for /)
    const ca = await runCli(['ca'], env)
    assert.match(ca.stderr, /given on the pages of the first start/)
    await stop(server)

    const again = await startServer(env)
    assert.equal(await issuerAt(again.port), after)
    await stop(again)

    // A damaged one leaves a service that can be reached, and says so.
    const kept = await readFile(join(folder, 'own.pem'), 'utf8')
    await writeFile(join(folder, 'own.pem'), kept.slice(0, 40))
    const without = await startServer(env)
    assert.equal(await issuerAt(without.port), before)
    assert.match(without.output(), /the local authority serves/)
    await stop(without)
  })

  test('is not asked for where a setting names one', async () => {
    const folder = await makeFolder()
    const { key, cert } = await ensureCertificate({ dir: join(folder, 'given'), names: ['localhost'] })
    await writeFile(join(folder, 'cert.pem'), cert)
    await writeFile(join(folder, 'key.pem'), key)
    const authority = await ensureCertificate({ dir: join(folder, 'given'), names: ['localhost'] })
    const data = join(folder, 'data')
    const env: Env = { WALKAROUND_DATA: data, WALKAROUND_DEMO: '0' }
    // The support trusts the file of the folder.
    const first = await startServer(env)
    await stop(first)
    await writeFile(join(data, 'tls', 'walkaround-ca.crt'), authority.caCertPem ?? '')
    const server = await startServer({
      ...env,
      WALKAROUND_TLS_CERT: join(folder, 'cert.pem'),
      WALKAROUND_TLS_KEY: join(folder, 'key.pem'),
    })
    const path = linkOf(server.output())
    assert.doesNotMatch((await open(server, path)).text, /<h2>Certificate/)
    assert.equal((await give(server, path, { cert, key })).status, 404)
    await stop(server)
  })
})

describe('an own certificate in a backup', { skip: onlyEmbedded }, () => {
  const passphrase = 'copper otter violin harvest'
  const emptyFolder = async (): Promise<Env> => ({
    WALKAROUND_DATA: join(await makeFolder(), 'data'),
    WALKAROUND_DEMO: '0',
  })
  const issue = async () => {
    const made = await ensureCertificate({ dir: await makeFolder(), names: ['localhost'] })
    return { key: made.key, cert: made.cert, authority: made.caCertPem ?? '' }
  }
  const start = async (t: TestContext, env: Env) => {
    const server = await startServer(env)
    t.after(() => stop(server))
    return server
  }
  const signIn = async (server: Server, env: Env, authority: string) => {
    const body = { login: 'ada@example.org', password: PASSWORD }
    const sent = { method: 'POST', path: '/app/session', body }
    assert.equal((await sendAnew(server, env, sent, [authority])).status, 200)
  }
  let given: Awaited<ReturnType<typeof issue>>
  let issuer: string
  let file: string

  before(async () => {
    const env = await emptyFolder()
    const server = await startServer(env)
    try {
      const path = linkOf(server.output())
      const done = await press(server, path, await walkToAdmin(server, path), admin)
      assert.equal(titleOf(done), 'Your mail server')
      given = await issue()
      // As the page keeps it: the link is over, and the operator puts it there.
      await writeFile(join(env.WALKAROUND_DATA as string, 'tls', 'own.pem'), `${given.key}\n${given.cert}\n`)
      const local = await issuerAt(server.port)
      server.kill('SIGHUP')
      await until('it is in use', async () => {
        issuer = await issuerAt(server.port)
        return issuer !== local
      })
      const words = join(env.WALKAROUND_DATA as string, 'passphrase')
      await writeFile(words, passphrase)
      file = join(env.WALKAROUND_DATA as string, 'mine.backup')
      const made = await runCli(['backup', file, '--passphrase-file', words], env)
      assert.equal(made.code, 0, made.stderr)
    } finally {
      await stop(server)
    }
  })

  test('is in use after a restore on the page, which says so, and after the next start', async (t) => {
    const env = await emptyFolder()
    const server = await start(t, env)
    const path = linkOf(server.output())
    assert.notEqual(await issuerAt(server.port), issuer)
    const content = await readFile(file)
    await upload(server, path, { name: 'mine.backup', content }, { secret: passphrase })
    const done = await workedOff(server, path, env, [given.authority])
    assert.equal(titleOf(done), 'The backup is restored')
    assert.match(done.text, /your own certificate, for localhost/)
    assert.equal(await issuerAt(server.port), issuer)
    await signIn(server, env, given.authority)
    await stop(server)
    const again = await start(t, env)
    assert.equal(await issuerAt(again.port), issuer)
    assert.equal((await stat(join(env.WALKAROUND_DATA as string, 'tls', 'own.pem'))).mode & 0o777, 0o600)
  })

  test('gives way to one that was given on the page before', async (t) => {
    const env = await emptyFolder()
    const server = await start(t, env)
    const path = linkOf(server.output())
    const newer = await issue()
    await give(server, path, { cert: newer.cert, key: newer.key })
    const chosen = await issuerAt(server.port)
    assert.notEqual(chosen, issuer)
    const form = { method: 'POST', path: `${path}/restore?lang=en` }
    const body = new FormData()
    body.set('secret', passphrase)
    body.set('file', new File([new Uint8Array(await readFile(file))], 'mine.backup'))
    const request = new Request('https://localhost/', { method: 'POST', body })
    const sent = {
      ...form,
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      body: Buffer.from(await request.arrayBuffer()),
    }
    assert.equal((await sendAnew(server, env, sent, [newer.authority])).status, 303)
    const done = await workedOff(server, path, env, [newer.authority])
    assert.equal(titleOf(done), 'The backup is restored')
    assert.match(done.text, /your own certificate, for localhost/)
    assert.equal(await issuerAt(server.port), chosen)
    await signIn(server, env, newer.authority)
  })

  test('comes back by the command line; one that cannot be used leaves a service that says so', async (t) => {
    const env = await emptyFolder()
    const words = join(await makeFolder(), 'passphrase')
    await writeFile(words, passphrase)
    const restored = await runCli(['restore', file, '--passphrase-file', words], env)
    assert.equal(restored.code, 0, restored.stderr)
    const server = await start(t, env)
    assert.equal(await issuerAt(server.port), issuer)
    await signIn(server, env, given.authority)
    await stop(server)
    const own = join(env.WALKAROUND_DATA as string, 'tls', 'own.pem')
    await writeFile(own, (await readFile(own, 'utf8')).slice(0, 60))
    const without = await start(t, env)
    assert.match(without.output(), /the local authority serves/)
    assert.notEqual(await issuerAt(without.port), issuer)
    await signIn(without, env, given.authority)
  })
})
