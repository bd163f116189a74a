import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openSecretBox, SecretBoxError } from './secret-box.ts'
import { addKey, dropFormerKeys, findKeyIds } from './secret-key.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walkaround-box-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const newKey = () => randomBytes(32).toString('base64')
const withKey = (secretKey: string) => openSecretBox({ dataDir: folder, secretKey })

test('what is sealed opens again for its purpose, and looks different each time', async () => {
  const box = withKey(newKey())
  const [one, other] = [await box.seal('schlüssel 🔑', 'a'), await box.seal('schlüssel 🔑', 'a')]
  assert.equal(await box.open(one, 'a'), 'schlüssel 🔑')
  assert.notDeepEqual(one, other)
  assert.ok(!one.includes('schlüssel'))
  await assert.rejects(box.open(one, 'b'), SecretBoxError)
})

test('derived bytes are the same for key, text and purpose, and others for any other', async () => {
  const key = newKey()
  const bytes = await withKey(key).derive('link', 'a', 24)
  assert.equal(bytes.length, 24)
  assert.deepEqual(await withKey(key).derive('link', 'a', 24), bytes)
  for (const other of [
    withKey(key).derive('link', 'b', 24),
    withKey(key).derive('link2', 'a', 24),
    withKey(newKey()).derive('link', 'a', 24),
  ])
    assert.notDeepEqual(await other, bytes)
})

test('a changed bit, a cut end and an unknown version are refused in words', async () => {
  const box = withKey(newKey())
  const sealed = await box.seal('secret', 'a')
  for (const at of [0, 6, 20, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] as number) ^ 1
    await assert.rejects(box.open(changed, 'a'), /set it again/)
  }
  await assert.rejects(box.open(sealed.subarray(0, 10), 'a'), /damaged/)
  await assert.rejects(box.open(Buffer.alloc(0), 'a'), /damaged/)
})

test('another key is named as the reason, and no secret is', async () => {
  const sealed = await withKey(newKey()).seal('secret', 'a')
  await assert.rejects(withKey(newKey()).open(sealed, 'a'), (error: Error) => {
    assert.match(error.message, /another key/)
    assert.doesNotMatch(error.message, /secret'/)
    return error instanceof SecretBoxError
  })
})

test('without a setting the key is made once, private to the user, and shared by all who come', async () => {
  const dataDir = join(folder, 'new')
  const boxes = [openSecretBox({ dataDir }), openSecretBox({ dataDir }), openSecretBox({ dataDir })]
  const sealed = await Promise.all(boxes.map((box) => box.seal('x', 'p')))
  for (const one of sealed) assert.equal(await openSecretBox({ dataDir }).open(one, 'p'), 'x')
  const file = join(dataDir, 'secret.key')
  assert.equal(Buffer.from(await readFile(file, 'utf8'), 'base64').length, 32)
  if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600)
})

test('a damaged file is a clear failure, and works again once it is repaired', async () => {
  const dataDir = join(folder, 'damaged')
  const box = openSecretBox({ dataDir })
  const sealed = await openSecretBox({ dataDir }).seal('x', 'p')
  const file = join(dataDir, 'secret.key')
  const good = await readFile(file, 'utf8')
  await writeFile(file, 'not a key')
  await assert.rejects(box.open(sealed, 'p'), /secret\.key holds no key/)
  await writeFile(file, good)
  assert.equal(await box.open(sealed, 'p'), 'x')
})

test('of several keys the first seals and all open, so that one can be changed', async () => {
  const [old, next] = [newKey(), newKey()]
  const before = await withKey(old).seal('x', 'p')
  const both = withKey(`${next}, ${old}`)
  assert.equal(await both.open(before, 'p'), 'x')
  const since = await both.seal('y', 'p')
  assert.equal(await withKey(next).open(since, 'p'), 'y')
  await assert.rejects(withKey(old).open(since, 'p'), /another key/)
  assert.deepEqual(await both.derivations('t', 'p', 8), [
    await withKey(next).derive('t', 'p', 8),
    await withKey(old).derive('t', 'p', 8),
  ])
})

test('a key changed in its file is known to who has it open, at once and whole', async () => {
  const dataDir = join(folder, 'changed')
  const [running, other] = [openSecretBox({ dataDir }), openSecretBox({ dataDir })]
  const before = await running.seal('x', 'p')
  assert.equal(await addKey(dataDir), 'added')
  const since = await running.seal('y', 'p')
  assert.notDeepEqual(since.subarray(1, 5), before.subarray(1, 5))
  for (const box of [running, other]) {
    assert.equal(await box.open(before, 'p'), 'x')
    assert.equal(await box.open(since, 'p'), 'y')
  }
  assert.equal(await addKey(dataDir), 'under way', 'a change that was interrupted goes on with the same key')
  assert.equal(await openSecretBox({ dataDir }).open(since, 'p'), 'y')
  await dropFormerKeys(dataDir)
  assert.equal(await running.open(since, 'p'), 'y')
  await assert.rejects(running.open(before, 'p'), /another key/)
  assert.deepEqual(await readdir(dataDir), ['secret.key'])
  if (process.platform !== 'win32')
    assert.equal((await stat(join(dataDir, 'secret.key'))).mode & 0o777, 0o600)
})

test('several that change the key at once make one new key', async () => {
  const dataDir = join(folder, 'at once')
  const before = await openSecretBox({ dataDir }).seal('x', 'p')
  await Promise.all([addKey(dataDir), addKey(dataDir), addKey(dataDir)])
  assert.equal((await findKeyIds({ dataDir })).length, 2)
  assert.equal(await openSecretBox({ dataDir }).open(before, 'p'), 'x')
})

test('a next key that a killed process left is the one the change goes on with', async () => {
  const dataDir = join(folder, 'killed')
  await openSecretBox({ dataDir }).seal('x', 'p')
  const left = newKey()
  await writeFile(join(dataDir, 'secret.key.next'), `${left}\n`)
  assert.equal(await addKey(dataDir), 'added')
  assert.equal((await readFile(join(dataDir, 'secret.key'), 'utf8')).split('\n')[0], left)
})

test('a file that is lost or broken under a running service leaves it the key it has', async () => {
  const dataDir = join(folder, 'lost')
  const box = openSecretBox({ dataDir })
  const sealed = await box.seal('x', 'p')
  await writeFile(join(dataDir, 'secret.key'), 'not a key')
  assert.equal(await box.open(sealed, 'p'), 'x')
  await rm(join(dataDir, 'secret.key'))
  assert.deepEqual((await box.seal('y', 'p')).subarray(1, 5), sealed.subarray(1, 5))
  assert.deepEqual(await readdir(dataDir), [], 'no other key is made in its place')
})
