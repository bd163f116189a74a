// One installation at a time, whatever happened to the process that held the lock before.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { withInstallLock } from './lock.mjs'

describe('the lock of an installation', () => {
  let root: string
  let lock: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'walkaround-lock-'))
    lock = join(root, '.setup.lock')
  })
  afterEach(() => rmSync(root, { recursive: true }))

  const hold = (pids: number[], host = hostname()) => {
    mkdirSync(lock)
    writeFileSync(join(lock, 'holders'), JSON.stringify({ host, pids }))
  }
  const deadPid = () => spawnSync(process.execPath, ['--version']).pid

  it('lets one in at a time and leaves nothing behind', async () => {
    let inside = 0
    const work = async () => {
      assert.equal(++inside, 1)
      for (let turn = 0; turn < 20; turn++) await setImmediate()
      inside--
    }
    await Promise.all([1, 2, 3].map(() => withInstallLock(root, work)))
    assert.deepEqual(readdirSync(root), [])
  })

  it('is released when the work fails', async () => {
    const work = () => Promise.reject(new Error('no space'))
    await assert.rejects(withInstallLock(root, work), /no space/)
    assert.equal(existsSync(lock), false)
  })

  it('is taken over when every holder is dead', async () => {
    hold([deadPid(), deadPid()])
    assert.equal(await withInstallLock(root, async () => 'mine'), 'mine')
    assert.deepEqual(readdirSync(root), [])
  })

  it('is taken over when its maker died before naming itself', async () => {
    mkdirSync(lock)
    const longAgo = new Date(Date.now() - 60_000)
    utimesSync(lock, longAgo, longAgo)
    assert.equal(await withInstallLock(root, async () => 'mine'), 'mine')
  })

  it('waits for an npm that outlived the start that began it', async () => {
    const npm = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    hold([deadPid(), npm.pid as number])
    const order: string[] = []
    const ended = new Promise<void>((resolve) => {
      npm.once('exit', () => {
        order.push('npm ended')
        resolve()
      })
    })
    const acquired = withInstallLock(root, async () => order.push('acquired'))
    for (let turn = 0; turn < 20; turn++) await setImmediate()
    npm.stdin.end()
    await Promise.all([ended, acquired])
    assert.deepEqual(order, ['npm ended', 'acquired'])
  })
})
