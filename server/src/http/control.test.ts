import assert from 'node:assert/strict'
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { callService, findControl, RefusedByService } from '../cli/control-client.ts'
import { problem } from '../problems.ts'
import { type ControlAddress, type ControlOptions, controlFile, startControl } from './control.ts'

describe('control socket', { skip: process.platform === 'win32' ? 'no unix sockets here' : false }, () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wc-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const silent = () => {}

  async function newFolder(name: string): Promise<string> {
    const dataDir = join(folder, name)
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    return dataDir
  }

  async function start(t: TestContext, dataDir: string, run: ControlOptions['run']): Promise<ControlAddress> {
    const control = await startControl({ dataDir, run })
    t.after(() => control.close())
    return (await findControl(dataDir)) as ControlAddress
  }

  test('a command goes in and its result comes back', async (t) => {
    const dataDir = await newFolder('plain')
    const address = await start(t, dataDir, async (command, args, { user }) => ({ command, args, user }))
    const answer = await callService(
      address,
      { command: 'client add', args: { id: 'ü' }, user: 'anna' },
      silent,
    )
    assert.deepEqual(answer, { result: { command: 'client add', args: { id: 'ü' }, user: 'anna' } })
  })

  test('progress comes line by line before the result', async (t) => {
    const dataDir = await newFolder('progress')
    const address = await start(t, dataDir, async (_command, _args, { progress }) => {
      progress('one')
      progress('two\nlines')
    })
    const seen: string[] = []
    const answer = await callService(address, { command: 'x', args: {}, user: 'a' }, (text) =>
      seen.push(text),
    )
    assert.deepEqual(seen, ['one', 'two\nlines'])
    assert.deepEqual(answer, { result: null })
  })

  test('a refusal keeps its number and its words, anything else its message', async (t) => {
    const dataDir = await newFolder('refusal')
    const address = await start(t, dataDir, async (command) => {
      if (command === 'refused') throw problem('alreadyExists', 'id: taken')
      throw new Error('the roof is on fire')
    })
    await assert.rejects(
      callService(address, { command: 'refused', args: {}, user: 'a' }, silent),
      (error) => {
        assert.ok(error instanceof RefusedByService)
        assert.deepEqual(error.body, { errorCode: 40060, error: 'It exists already', errorInfo: 'id: taken' })
        return true
      },
    )
    await assert.rejects(
      callService(address, { command: 'other', args: {}, user: 'a' }, silent),
      /^Error: the roof is on fire$/,
    )
  })

  test('only the same user can get at socket and token', async (t) => {
    const dataDir = await newFolder('rights')
    // A folder the operator made, open to everybody.
    await chmod(dataDir, 0o755)
    const { path } = await start(t, dataDir, async () => 'done')
    assert.equal((await stat(join(path, '..'))).mode & 0o777, 0o700)
    assert.equal((await lstat(path)).mode & 0o777, 0o600)
    assert.equal((await stat(controlFile(dataDir))).mode & 0o777, 0o600)
  })

  test('without the token, by another method or another path nothing runs', async (t) => {
    const dataDir = await newFolder('token')
    const ran: string[] = []
    const { path, token } = await start(t, dataDir, async (command) => ran.push(command))
    const statusOf = (method: string, url: string, authorization?: string) =>
      new Promise((resolve, reject) => {
        const call = request({
          socketPath: path,
          path: url,
          method,
          headers: authorization === undefined ? {} : { authorization },
        })
        call.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject)
        call.end(method === 'POST' ? '{"command":"x"}' : undefined)
      })
    assert.equal(await statusOf('POST', '/run'), 401)
    assert.equal(await statusOf('POST', '/run', `Bearer ${token}x`), 401)
    assert.equal(await statusOf('POST', '/run', token), 401)
    assert.equal(await statusOf('GET', '/run', `Bearer ${token}`), 404)
    assert.equal(await statusOf('POST', '/', `Bearer ${token}`), 404)
    assert.deepEqual(ran, [])
  })

  test('what a dead process left behind is replaced', async (t) => {
    const dataDir = await newFolder('stale')
    await mkdir(join(dataDir, 'control'), { mode: 0o777 })
    await writeFile(join(dataDir, 'control', 'socket'), '')
    await writeFile(controlFile(dataDir), '{"path":"/nowhere","pid":1,"token":"old"}')
    const old = (await findControl(dataDir)) as ControlAddress
    assert.equal(await callService(old, { command: 'x', args: {}, user: 'a' }, silent), undefined)
    const address = await start(t, dataDir, async () => 'new')
    const answer = await callService(address, { command: 'x', args: {}, user: 'a' }, silent)
    assert.deepEqual(answer, { result: 'new' })
  })

  test('a path too long for a socket leads to a private folder elsewhere', async (t) => {
    const dataDir = await newFolder('long'.repeat(30))
    const address = await start(t, dataDir, async () => 'far')
    assert.ok(Buffer.byteLength(address.path) <= 100, address.path)
    assert.equal(join(address.path, '..'), join(tmpdir(), `walkaround-${userInfo().uid}`))
    assert.equal((await stat(join(address.path, '..'))).mode & 0o777, 0o700)
    const answer = await callService(address, { command: 'x', args: {}, user: 'a' }, silent)
    assert.deepEqual(answer, { result: 'far' })
  })

  test('a folder for the socket that is somebody else’s or a link is refused', async () => {
    const dataDir = await newFolder('link')
    const elsewhere = await newFolder('elsewhere')
    await symlink(elsewhere, join(dataDir, 'control'))
    await assert.rejects(startControl({ dataDir, run: async () => {} }), /must be a folder of this user/)
    assert.deepEqual(await readdir(elsewhere), [])
  })

  test('a command whose caller is gone is told so', async (t) => {
    const dataDir = await newFolder('gone')
    const leaving = new AbortController()
    let told: (() => void) | undefined
    const wasTold = new Promise<void>((resolve) => {
      told = resolve
    })
    const address = await start(t, dataDir, async (_command, _args, { progress, signal }) => {
      signal.addEventListener('abort', () => told?.())
      progress('at work')
      await wasTold
      progress('nobody reads this')
    })
    await assert.rejects(
      callService(address, { command: 'x', args: {}, user: 'a' }, () => leaving.abort(), leaving.signal),
      { name: 'AbortError' },
    )
    await wasTold
  })

  test('closing waits for the command at work and takes the address away', async () => {
    const dataDir = await newFolder('closing')
    let finish: ((value: string) => void) | undefined
    const control = await startControl({
      dataDir,
      run: (_command, _args, { progress }) => {
        progress('at work')
        return new Promise((resolve) => {
          finish = resolve
        })
      },
    })
    const address = (await findControl(dataDir)) as ControlAddress
    let closing: Promise<void> | undefined
    const answer = await callService(address, { command: 'x', args: {}, user: 'a' }, () => {
      closing = control.close()
      finish?.('finished')
    })
    assert.deepEqual(answer, { result: 'finished' })
    await closing
    await assert.rejects(readFile(controlFile(dataDir)), { code: 'ENOENT' })
    assert.equal(await callService(address, { command: 'x', args: {}, user: 'a' }, silent), undefined)
  })
})
