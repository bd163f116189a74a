import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openSecretBox, SecretBoxError } from './secret-box.ts'

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
