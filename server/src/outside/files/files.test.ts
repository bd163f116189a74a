// One suite on both stores: a folder, and a bucket of a real S3 server that checks signatures.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { type S3Server, startS3Server } from '../../../test/fixtures/s3-server.ts'
import { type Files, openFiles, type StoredFile } from './files.ts'
import { FilesError } from './files-error.ts'
import type { S3Settings } from './s3-call.ts'

let folder: string
let server: S3Server

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walkaround-files-'))
  server = await startS3Server(join(folder, 's3'))
})
after(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const s3 = (more: Partial<S3Settings> = {}): Files =>
  openFiles({ s3: { ...server.settings, ...more }, spool: join(folder, 'spool') })

const stores: [string, () => Files][] = [
  ['folder', () => openFiles({ folder: join(folder, 'files') })],
  ['S3', () => s3()],
  ['S3 under a prefix', () => s3({ prefix: '/Our Shop/2026/' })],
]

async function entries(files: Files, prefix: string): Promise<StoredFile[]> {
  const found: StoredFile[] = []
  for await (const file of files.list(prefix)) found.push(file)
  return found
}
const listed = async (files: Files, prefix: string) =>
  (await entries(files, prefix)).map(({ key }) => key).sort()
const opened = async (files: Files, key: string, start: number, end: number) => {
  const found = await files.open(key, { start, end })
  assert.ok(found)
  return { text: (await buffer(found.stream)).toString(), size: found.size }
}

for (const [name, openStore] of stores)
  describe(`files in a ${name}`, () => {
    let files: Files
    before(() => {
      files = openStore()
    })
    after(() => files.close())

    it('gives back what was put, from memory and from a path', async () => {
      const bytes = randomBytes(300_000)
      await files.put('c-a/photos/one.jpg', bytes, 'image/jpeg')
      assert.deepEqual(await files.read('c-a/photos/one.jpg'), bytes)
      const path = files.tempPath()
      await writeFile(path, bytes)
      await files.put('c-a/photos/two.jpg', { path })
      await rm(path)
      const outside = join(folder, 'outside')
      await writeFile(outside, bytes)
      await files.put('c-a/photos/three.jpg', { path: outside })
      await writeFile(outside, 'changed')
      for (const key of ['c-a/photos/two.jpg', 'c-a/photos/three.jpg']) {
        const found = await files.open(key)
        assert.equal(found?.size, bytes.length)
        assert.deepEqual(await buffer(found.stream), bytes)
        assert.deepEqual(await files.find(key), { size: bytes.length })
      }
      await files.put('c-a/photos/empty', Buffer.alloc(0))
      assert.deepEqual(await files.read('c-a/photos/empty'), Buffer.alloc(0))
    })

    it('knows nothing of what is absent, and removes it without complaint', async () => {
      for (const key of ['c-a/photos/none', 'c-a/photos/one.jpg/below', 'c-a/photos']) {
        assert.equal(await files.open(key), undefined)
        assert.equal(await files.read(key), undefined)
        assert.equal(await files.find(key), undefined)
        await files.remove(key)
      }
      await files.put('c-a/gone', Buffer.from('x'))
      await files.remove('c-a/gone')
      assert.equal(await files.find('c-a/gone'), undefined)
    })

    it('leaves a file of the same size alone and replaces another', async () => {
      await files.put('c-b/same', Buffer.from('first'))
      await files.put('c-b/same', Buffer.from('other'))
      assert.equal((await files.read('c-b/same'))?.toString(), 'first')
      await files.put('c-b/same', Buffer.from('longer'))
      assert.equal((await files.read('c-b/same'))?.toString(), 'longer')
    })

    it('removes what is old, and only that', async () => {
      const hour = 3_600_000
      await files.put('c-o/photos/one', Buffer.from('x'))
      assert.equal(await files.removeOld('c-o/photos/one', new Date(Date.now() - hour)), false)
      assert.equal((await files.read('c-o/photos/one'))?.toString(), 'x')
      assert.equal(await files.removeOld('c-o/photos/one', new Date(Date.now() + hour)), true)
      assert.equal(await files.find('c-o/photos/one'), undefined)
      assert.equal(await files.removeOld('c-o/photos/one', new Date(Date.now() + hour)), false)
    })

    it('reads ranges, and says when one begins behind the end', async () => {
      await files.put('c-r/ten', Buffer.from('0123456789'))
      assert.deepEqual(await opened(files, 'c-r/ten', 0, 1), { text: '01', size: 10 })
      assert.deepEqual(await opened(files, 'c-r/ten', 9, 9), { text: '9', size: 10 })
      assert.deepEqual(await opened(files, 'c-r/ten', 3, 5), { text: '345', size: 10 })
      assert.deepEqual(await opened(files, 'c-r/ten', 8, 99), { text: '89', size: 10 })
      await assert.rejects(files.open('c-r/ten', { start: 10, end: 12 }), RangeError)
      for (const [start, end] of [
        [-1, 2],
        [3, 2],
        [0.5, 2],
      ] as const)
        await assert.rejects(files.open('c-r/ten', { start, end }), RangeError)
      assert.equal(await files.open('c-r/none', { start: 0, end: 1 }), undefined)
    })

    it('bears many writing one key at once', async () => {
      const bytes = randomBytes(100_000)
      await Promise.all(Array.from({ length: 12 }, () => files.put('c-c/photos/deep/same', bytes)))
      assert.deepEqual(await files.read('c-c/photos/deep/same'), bytes)
      assert.deepEqual(await listed(files, 'c-c/'), ['c-c/photos/deep/same'])
    })

    it('lists by prefix, also in the middle of a name', async () => {
      const all = ['c-l/a/1', 'c-l/a/2', 'c-l/ab', 'c-l/b/x/y', 'c-l2/a/1']
      for (const key of all) await files.put(key, Buffer.from(key))
      assert.deepEqual(await listed(files, 'c-l/'), all.slice(0, 4))
      assert.deepEqual(await listed(files, 'c-l/a'), all.slice(0, 3))
      assert.deepEqual(await listed(files, 'c-l/a/'), all.slice(0, 2))
      assert.deepEqual(await listed(files, 'c-l'), all)
      assert.deepEqual(await listed(files, 'c-none/'), [])
      const [one] = await entries(files, 'c-l/b/')
      assert.equal(one?.size, 'c-l/b/x/y'.length)
      assert.ok(Math.abs((one?.changedAt.getTime() ?? 0) - Date.now()) < 600_000)
    })

    it('refuses keys that lead out of it', async () => {
      for (const key of [
        '../x',
        'c-a/../../x',
        '/etc/passwd',
        '.temp/x',
        'c-a//x',
        'c-a/..',
        'C-a/x',
        'c-a\\x',
        'c-a/\0',
      ]) {
        await assert.rejects(files.put(key, Buffer.from('x')), TypeError, key)
        await assert.rejects(files.open(key), TypeError, key)
        await assert.rejects(files.read(key), TypeError, key)
        await assert.rejects(files.find(key), TypeError, key)
        await assert.rejects(files.remove(key), TypeError, key)
      }
    })

    it('is found sound by its check, which leaves nothing behind', async () => {
      await files.check()
      assert.deepEqual(await listed(files, '_probe/'), [])
    })

    it('sweeps old temporary files and leaves young ones', async () => {
      const [old, young] = [files.tempPath(), files.tempPath()]
      await writeFile(old, 'x')
      await writeFile(young, 'x')
      await utimes(old, new Date('2020-01-01'), new Date('2020-01-01'))
      assert.equal(await files.sweepTemps(new Date('2021-01-01')), 1)
      await assert.rejects(readFile(old), { code: 'ENOENT' })
      assert.equal(await readFile(young, 'utf8'), 'x')
      assert.equal(await files.sweepTemps(new Date(Date.now() + 60_000)), 1)
    })

    it('rejects a source that is not there and stores nothing', async () => {
      await assert.rejects(files.put('c-a/lost', { path: files.tempPath() }), { code: 'ENOENT' })
      assert.equal(await files.find('c-a/lost'), undefined)
    })
  })

describe('files in a folder, on the disk', () => {
  it('shows neither what is being written nor foreign names', async () => {
    const root = join(folder, 'crash')
    const files = openFiles({ folder: root })
    await files.put('c-a/photos/done', Buffer.from('whole'))
    const left = files.tempPath()
    await writeFile(left, 'hal')
    await writeFile(join(root, 'c-a', 'photos', 'Thumbs.db'), 'x')
    await mkdir(join(root, 'c-a', '.git'))
    await writeFile(join(root, 'c-a', '.git', 'x'), 'x')
    await symlink('/etc', join(root, 'c-a', 'etc'))
    assert.deepEqual(await listed(files, ''), ['c-a/photos/done'])
    assert.ok(left.startsWith(root), 'on the same disk')
    assert.deepEqual(await readdir(join(root, '.temp')), [left.slice(-24)], 'put leaves nothing of its own')
  })

  it('keeps what is put while the old copy is being swept', async () => {
    const root = join(folder, 'swept')
    const files = openFiles({ folder: root })
    const old = new Date('2020-01-01')
    const hourAgo = new Date(Date.now() - 3_600_000)
    const removed: boolean[] = []
    for (let round = 0; round < 100; round++) {
      await files.put('c-a/photos/same', Buffer.from('again'))
      await utimes(join(root, 'c-a/photos/same'), old, old)
      const sweep = files.removeOld('c-a/photos/same', hourAgo)
      // The moments from before the sweep looks until after it has removed.
      for (let turn = 0; turn < round % 10; turn++) await new Promise(setImmediate)
      await files.put('c-a/photos/same', Buffer.from('again'))
      removed.push(await sweep)
      assert.equal((await files.read('c-a/photos/same'))?.toString(), 'again')
    }
    assert.ok(removed.includes(true), 'the sweep came first at least once')
    assert.deepEqual(await readdir(join(root, '.temp')), [])
  })

  it('says in words that it cannot write', async () => {
    const root = join(folder, 'blocked')
    const files = openFiles({ folder: root })
    await writeFile(join(root, '_probe'), 'a file where a folder should be')
    await assert.rejects(files.check(), (error) => {
      assert.ok(error instanceof FilesError)
      assert.match(error.message, /folder for files cannot be used: .*blocked \((EEXIST|ENOTDIR)\)/)
      return true
    })
  })
})
