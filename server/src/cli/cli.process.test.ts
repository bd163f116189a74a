// Real processes: the command line next to a running service, without one, and after one was killed.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { briefFlags } from '../../../scripts/setup/launch.mjs'
import { makeData, onlyEmbedded, startServer } from '../../test/support/process.ts'
import { until } from '../../test/support/until.ts'
import { openPostgres } from '../db/postgres.ts'

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url))

const { DATABASE_URL: _, WALKAROUND_TEST_DATABASE_URL: url, ...inherited } = process.env
const plain = Object.fromEntries(
  Object.entries(inherited).filter(([name]) => !name.startsWith('WALKAROUND_')),
)

// One red pixel.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walkaround-cli-'))
})
after(() => rm(folder, { recursive: true, force: true }))

function start(words: readonly string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [...briefFlags, cli, ...words], {
    cwd: folder,
    env: { ...plain, WALKAROUND_PORT: '0', WALKAROUND_LOCAL_HTTP_PORT: '0', WALKAROUND_DEMO: '0', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

function run(words: readonly string[], env: Record<string, string>, input = ''): Promise<Ended> {
  const child = start(words, env)
  let [stdout, stderr] = ['', '']
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  child.stdin?.on('error', () => {}).end(input)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}

async function json(words: readonly string[], env: Record<string, string>, input = ''): Promise<unknown> {
  const { code, stdout, stderr } = await run([...words, '--json'], env, input)
  assert.equal(code, 0, `${words.join(' ')}: ${stdout}${stderr}`)
  return JSON.parse(stdout)
}

const NAMES_FILES = `import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) { console.error('loads ' + url); return next(url, context) } })`

/** The addresses of all modules a command loads. */
async function loadedBy(words: readonly string[], env: Record<string, string>): Promise<string[]> {
  const hook = `--import=data:text/javascript,${encodeURIComponent(NAMES_FILES)}`
  const { code, stderr } = await run(words, { ...env, NODE_OPTIONS: hook })
  assert.equal(code, 0, stderr)
  return [...stderr.matchAll(/^loads (.*)$/gm)].map(([, url]) => url as string)
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

async function startService(dataDir: string): Promise<ChildProcess> {
  const service = start(['serve'], { WALKAROUND_DATA: dataDir })
  let [log, hasEnded] = ['', false]
  for (const stream of [service.stdout, service.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      log += text
    })
  }
  service.once('exit', () => {
    hasEnded = true
  })
  await until('the service listens', async () => {
    if (hasEnded) throw new Error(`the service did not start: ${log}`)
    const pid = await readFile(join(dataDir, 'control.json'), 'utf8').then(
      (text) => (JSON.parse(text) as { pid: number }).pid,
      () => undefined,
    )
    return pid === service.pid
  })
  return service
}

function stopService(service: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (service.exitCode !== null || service.signalCode !== null) return resolve()
    service.once('exit', () => resolve())
    service.kill(signal)
  })
}

describe('the command line on the embedded database', { skip: onlyEmbedded }, () => {
  let dataDir: string
  let env: Record<string, string>
  let service: ChildProcess | undefined
  before(() => {
    // Many home folders contain spaces and letters of other scripts.
    dataDir = join(folder, 'Daten für uns')
    env = { WALKAROUND_DATA: dataDir }
  })
  after(async () => {
    if (service) await stopService(service, 'SIGKILL')
  })

  test('a command that needs a database says where it looked, and makes nothing', async () => {
    const { code, stdout, stderr } = await run(['client', 'list'], env)
    assert.equal(code, 3)
    assert.equal(stdout, '')
    assert.match(stderr, /error: there is no database in .*Daten für uns yet/)
    assert.equal(await exists(dataDir), false)
  })

  test('without a service, two first commands at once make the database and both succeed', async () => {
    const ended = await Promise.all([
      run(['client', 'add', 'acme', '--name', 'Acme Motors'], env),
      run(['client', 'add', 'beta'], env),
    ])
    for (const { code, stderr } of ended) assert.equal(code, 0, stderr)
    const clients = (await json(['client', 'list'], env)) as { clientId: string }[]
    assert.deepEqual(
      clients.map(({ clientId }) => clientId),
      ['acme', 'beta', 'open'],
    )
    assert.equal((await stat(dataDir)).mode & 0o777, process.platform === 'win32' ? 0o666 : 0o700)
  })

  test('with a service, commands go through it and see one another', async () => {
    service = await startService(dataDir)
    await json(['login', 'add', 'acme-dms', '--client', 'acme', '--role', 'dms'], env)
    const issued = (await json(['key', 'issue', 'acme-dms'], env)) as Record<string, string>
    assert.deepEqual(Object.keys(issued), ['key', 'prefix'])
    const { stdout, stderr } = await run(['key', 'issue', 'acme-dms', '--label', 'script'], env)
    assert.match(stdout, /^wa_[0-9A-Za-z_]+\n$/, 'the key alone, for a script')
    assert.match(stderr, /The key is shown only once/)
    const many = await Promise.all(
      Array.from({ length: 4 }, (_, index) => run(['site', 'add', 'acme', `s${index}`], env)),
    )
    for (const { code, stderr: said } of many) assert.equal(code, 0, said)
    assert.equal(((await json(['site', 'list', 'acme'], env)) as unknown[]).length, 5)
  })

  test('a command that the service does loads no database and no other commands', async () => {
    const loaded = await loadedBy(['client', 'list'], env)
    assert.ok(loaded.some((url) => url.endsWith('/cli/commands/access.ts')))
    const needless = /\/(pg|pglite|undici)\/|\/cli\/(on-database|commands\/(?!access|define).*)\.ts$/
    assert.deepEqual(
      loaded.filter((url) => needless.test(url)),
      [],
    )
  })

  test('a refusal is the same through the service: code 1, its number, its words', async () => {
    const refused = await run(['client', 'add', 'acme', '--json'], env)
    assert.equal(refused.code, 1)
    assert.deepEqual(JSON.parse(refused.stdout), {
      errorCode: 40060,
      error: 'It exists already',
      errorInfo: 'id: there is a system client "acme" already',
    })
    const told = await run(['client', 'add', 'acme'], env)
    assert.equal(told.code, 1)
    assert.equal(told.stdout, '')
    assert.equal(told.stderr, 'error: It exists already\n  id: there is a system client "acme" already\n')
  })

  test('a password comes by standard input, one line of it', async () => {
    const words = ['login', 'add', 'anna', '--client', 'acme', '--role', 'manager', '--password-stdin']
    const added = (await json(words, env, 'correct horse battery\r\nsecond line\n')) as Record<
      string,
      unknown
    >
    assert.equal(added.hasPassword, true)
    const empty = await run(['login', 'password', 'anna', '--password-stdin'], env, '\n')
    assert.equal(empty.code, 2)
    assert.match(empty.stderr, /first line of standard input is empty/)
    const none = await run(['login', 'password', 'anna'], env)
    assert.equal(none.code, 2)
    assert.match(none.stderr, /--password-stdin/)
  })

  test('a backup is made beside a running service and lies where it was asked for', async () => {
    const file = join(folder, 'acme.gz')
    const made = (await json(['backup', file], env)) as { file: string; files: number }
    assert.equal(made.file, file)
    assert.ok(made.files >= 3)
    assert.equal((await stat(file)).mode & 0o077, 0)
    const again = await run(['backup', file], env)
    assert.equal(again.code, 1)
    assert.match(again.stderr, /exists already/)
    assert.deepEqual(
      (await readdir(dataDir)).filter((name) => name.includes('backup')),
      [],
    )
  })

  test('a logo goes through the service into its files, and with them into a backup', async () => {
    const picture = join(folder, 'logo.png')
    await writeFile(picture, PNG)
    const { logo } = (await json(['site', 'logo', 'acme', 'main', picture], env)) as { logo: string }
    const stored = (data: string) => join(data, 'files', 'c-acme', 'photos', logo)
    assert.equal(
      createHash('sha256')
        .update(await readFile(stored(dataDir)))
        .digest('hex'),
      logo,
    )
    const file = join(folder, 'with-logo.gz')
    const told = await run(['backup', file], env)
    assert.match(told.stdout, /the certificates, the installation's key, 1 photo, video or logo \(1 kB\)/)
    const without = await run(['backup', join(folder, 'without.gz'), '--without-files'], env)
    assert.match(without.stderr, /does not hold 1 photo, video or logo: copy the folder .*files as well/)
    const elsewhere = join(folder, 'with logo')
    const restored = await run(['restore', file], { WALKAROUND_DATA: elsewhere })
    assert.match(restored.stdout, /are restored, at schema \d+, with 1 photo, video or logo\./)
    assert.deepEqual(await readFile(stored(elsewhere)), await readFile(stored(dataDir)))
    const poorer = await run(['restore', join(folder, 'without.gz')], {
      WALKAROUND_DATA: join(folder, 'poorer'),
    })
    assert.equal(poorer.code, 0, poorer.stderr)
    assert.match(poorer.stderr, /warning: 1 photo, video or logo .* neither in the backup nor in the folder/)
    const both = await run(['backup', join(folder, 'x.gz'), '--with-files', '--without-files'], env)
    assert.equal(both.code, 2)
  })

  test('a restore waits for nobody: while the service runs it is refused', async () => {
    const { code, stderr } = await run(['restore', join(folder, 'acme.gz'), '--replace'], env)
    assert.equal(code, 3)
    assert.match(stderr, /is in use by process \d+ .*walkaround serve/)
  })

  test('another user is told whose service it is', async (t) => {
    if (process.getuid?.() !== 0) return t.skip('only root can become another user')
    const nobody = 65534
    const child = spawn(process.execPath, [cli, 'client', 'list'], {
      env: { ...plain, ...env },
      cwd: '/',
      uid: nobody,
      gid: nobody,
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text
    })
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
    if (/ERR_MODULE_NOT_FOUND|EACCES.*cli\.ts/.test(said))
      return t.skip('the checkout is private to this user')
    assert.equal(code, 3, said)
    assert.match(said, /may not be read by/)
  })

  test('after kill -9 of the service, commands and the next service go on', async () => {
    await stopService(service as ChildProcess, 'SIGKILL')
    assert.ok(await exists(join(dataDir, 'control.json')), 'the dead service left its address behind')
    const clients = (await json(['client', 'list'], env)) as unknown[]
    assert.equal(clients.length, 3)
    service = await startService(dataDir)
    await json(['client', 'show', 'acme'], env)
    await stopService(service, 'SIGTERM')
    assert.equal(service.exitCode, 0)
    assert.equal(await exists(join(dataDir, 'control.json')), false)
  })

  test('a backup becomes a new installation', async () => {
    const elsewhere = { WALKAROUND_DATA: join(folder, 'elsewhere') }
    const restored = (await json(['restore', join(folder, 'acme.gz')], elsewhere)) as { certificates: string }
    assert.equal(restored.certificates, 'restored')
    const keys = (await json(['key', 'list', 'acme-dms'], elsewhere)) as unknown[]
    assert.equal(keys.length, 2)
    const ca = (name: string) => readFile(join(folder, name, 'tls', 'walkaround-ca.crt'), 'utf8')
    assert.equal(await ca('elsewhere'), await ca('Daten für uns'))
    const twice = await run(['restore', join(folder, 'acme.gz')], elsewhere)
    assert.equal(twice.code, 1)
    assert.match(twice.stderr, /not empty/)
  })

  test('the doctor and the authority are told without a service', async () => {
    const { ok } = (await json(['doctor'], env)) as { ok: boolean }
    assert.equal(ok, true)
    const out = join(folder, 'copy.crt')
    const { sha256, file } = (await json(['ca', '--out', out], env)) as Record<string, string>
    assert.equal(file, out)
    assert.match(sha256 ?? '', /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
    assert.match(await readFile(out, 'utf8'), /BEGIN CERTIFICATE/)
    await writeFile(out, 'precious')
    assert.equal((await run(['ca', '--out', out], env)).code, 1)
    assert.equal(await readFile(out, 'utf8'), 'precious')
  })
})

describe('a command beside requests', { skip: onlyEmbedded }, () => {
  test('that blocks a key has blocked it when it ends, however busy the key is', async () => {
    const { env, access } = await makeData()
    const server = await startServer(env)
    const path = `/v1/system-clients/${access.clientId}/service-orders/none`
    const ask = async () => (await server.send({ path, headers: { 'x-api-key': access.key } })).status
    const blocked = run(['key', 'block', access.key], env)
    let hasEnded = false
    blocked.finally(() => {
      hasEnded = true
    })
    while (!hasEnded) assert.ok([404, 401].includes(await ask()))
    const { code, stderr } = await blocked
    assert.equal(code, 0, stderr)
    assert.equal(await ask(), 401)
    server.kill('SIGTERM')
    await server.ended
  })
})

describe('version and help', { skip: onlyEmbedded }, () => {
  for (const words of [['version'], ['--help']]) {
    test(`${words} loads no use case and no schema, which is most of the time of other commands`, async () => {
      const loaded = await loadedBy(words, {})
      assert.ok(loaded.some((url) => url.endsWith('/cli/program.ts')))
      assert.deepEqual(
        loaded.filter((url) => /\/(typebox|features|identity|organisation|cli\/commands)\//.test(url)),
        [],
      )
    })
  }
})

describe('misuse', { skip: onlyEmbedded }, () => {
  test('is told on stderr with code 2 and a way to the help', async () => {
    const { code, stdout, stderr } = await run(['key', 'isue', 'x'], {})
    assert.equal(code, 2)
    assert.equal(stdout, '')
    assert.equal(
      stderr,
      "error: unknown command 'isue'\n  (Did you mean issue?)\nRun walkaround key --help to see what it takes.\n",
    )
  })

  test('with --json it is JSON on stdout', async () => {
    const { code, stdout, stderr } = await run(['key', 'issue', '--json'], {})
    assert.equal(code, 2)
    assert.equal(stderr, '')
    assert.deepEqual(JSON.parse(stdout), {
      errorCode: 40061,
      error: 'An argument is invalid',
      errorInfo: "missing required argument 'login'",
    })
  })

  test('a wrong setting is named', async () => {
    const { code, stderr } = await run(['client', 'list'], { WALKAROUND_PORT: 'many' })
    assert.equal(code, 2)
    assert.match(stderr, /WALKAROUND_PORT: "many" is refused/)
  })

  test('a folder that cannot be used is code 3', async () => {
    const file = join(folder, 'a-file')
    await mkdir(folder, { recursive: true })
    await writeFile(file, '')
    await chmod(file, 0o600)
    const { code, stderr } = await run(['client', 'add', 'x'], { WALKAROUND_DATA: file })
    assert.equal(code, 3, stderr)
    assert.match(stderr, /a-file/)
  })

  test('a reader that goes away is no failure', async () => {
    const child = start(['--help'], {})
    child.stdout?.destroy()
    child.stdin?.end()
    const code = await new Promise((resolve) => child.once('close', resolve))
    assert.equal(code, 0)
  })
})

describe('the command line on PostgreSQL', {
  skip: url ? false : 'runs with the suite on PostgreSQL: npm run test:postgres',
}, () => {
  const schema = `cli_${randomBytes(6).toString('hex')}`
  let env: Record<string, string>
  before(async () => {
    const owner = openPostgres({ url: url as string, poolSize: 1 })
    await owner.script(`create schema ${schema}`)
    await owner.close()
    const inside = new URL(url as string)
    inside.searchParams.set('options', `-c search_path=${schema}`)
    env = { DATABASE_URL: inside.href, WALKAROUND_DATA: join(folder, 'postgres') }
  })
  after(async () => {
    const owner = openPostgres({ url: url as string, poolSize: 1 })
    await owner.script(`drop schema ${schema} cascade`)
    await owner.close()
  })

  test('the first commands, at once, bring a new database to its schema', async () => {
    const ended = await Promise.all(['one', 'two', 'three'].map((id) => run(['client', 'add', id], env)))
    for (const { code, stderr } of ended) assert.equal(code, 0, stderr)
    const clients = (await json(['client', 'list'], env)) as { clientId: string }[]
    assert.deepEqual(
      clients.map(({ clientId }) => clientId),
      ['one', 'open', 'three', 'two'],
    )
    assert.deepEqual(((await json(['migrate'], env)) as { applied: string[] }).applied, [])
  })

  test('a backup goes over to the embedded database', async () => {
    const file = join(folder, 'postgres.gz')
    await json(['backup', file], env)
    const embedded = { WALKAROUND_DATA: join(folder, 'moved') }
    await json(['restore', file], embedded)
    assert.equal(((await json(['client', 'list'], embedded)) as unknown[]).length, 4)
  })

  test('a server that is away and a database that is not there are code 3, and no password is shown', async () => {
    const away = { ...env, DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' }
    const { code, stderr } = await run(['client', 'list'], away)
    assert.equal(code, 3)
    assert.match(stderr, /cannot use the database x at 127\.0\.0\.1:1: .*ECONNREFUSED/)
    assert.ok(!stderr.includes('secret'))
    const missing = new URL(url as string)
    missing.pathname = '/there_is_no_such_database'
    const none = await run(['client', 'list'], { ...env, DATABASE_URL: missing.href })
    assert.equal(none.code, 3)
    assert.match(none.stderr, /there_is_no_such_database/)
  })
})
