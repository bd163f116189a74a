import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createPasswords } from './passwords.ts'

const cheap = { memoryKiB: 64, passes: 1 }
const parameters = (hash: string) =>
  /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(hash)?.slice(1).map(Number)

describe('a password', () => {
  test('is kept as Argon2id with salt, and only itself is right', async () => {
    const passwords = createPasswords(cheap)
    const [one, two] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')])
    assert.notEqual(one, two)
    assert.deepEqual(parameters(one), [64, 1])
    assert.equal(await passwords.isRight(one, 'correct horse'), true)
    assert.equal(await passwords.isRight(one, 'Correct horse'), false)
    assert.equal(await passwords.isRight(one, ''), false)
  })

  test('is the same on keyboards that compose letters differently', async () => {
    const passwords = createPasswords(cheap)
    const hash = await passwords.hash('ma\u0308rz und mai')
    assert.equal(await passwords.isRight(hash, 'm\u00e4rz und mai'), true)
  })

  test('has 10 to 256 characters; the message does not repeat it', async () => {
    const passwords = createPasswords(cheap)
    for (const password of ['short', 'abcdef'.repeat(50)]) {
      await assert.rejects(passwords.hash(password), {
        kind: 'weakPassword',
        errorInfo: 'password: must be 10 to 256 characters long',
      })
    }
    const longest = 'a long one '.repeat(24).slice(0, 256)
    assert.equal(await passwords.isRight(await passwords.hash(longest), `${longest}x`), false)
  })

  test('of a login that is unknown is never right', async () => {
    const passwords = createPasswords(cheap)
    for (const password of ['', 'correct horse'])
      assert.equal(await passwords.isRight(undefined, password), false)
  })

  test('is as much work to check when the login is unknown, or its hash is of other days', async () => {
    const done: number[] = []
    const passwords = createPasswords({
      memoryKiB: 64,
      agree: async () => 5,
      onWork: ({ memoryKiB, passes }) => done.push(memoryKiB * passes),
    })
    const older = await createPasswords({ memoryKiB: 64, passes: 2 }).hash('correct horse')
    const work = async (hash: string | undefined, password: string) => {
      done.length = 0
      await passwords.isRight(hash, password)
      return done.reduce((sum, each) => sum + each, 0)
    }
    const now = await passwords.hash('correct horse')
    for (const hash of [now, older, undefined]) {
      assert.equal(await work(hash, 'correct horse'), 5 * 64)
      assert.equal(await work(hash, 'wrong'), 5 * 64)
    }
    assert.equal(await passwords.isCurrent(now), true)
    assert.equal(await passwords.isCurrent(older), false)
  })

  test('is checked with the parameters it was made with', async () => {
    const hash = await createPasswords({ memoryKiB: 128, passes: 2 }).hash('correct horse')
    assert.deepEqual(parameters(hash), [128, 2])
    assert.equal(await createPasswords(cheap).isRight(hash, 'correct horse'), true)
  })
})

test('passes are measured once, at first use, towards the time a check shall take', async () => {
  const measured = createPasswords({ memoryKiB: 1_024, targetMs: 200 })
  const hashes = [await measured.hash('correct horse'), await measured.hash('correct horse')]
  const [first, second] = hashes.map(parameters)
  assert.deepEqual(first, second)
  assert.equal(first?.[0], 1_024)
  const least = await createPasswords({ memoryKiB: 1_024, targetMs: 0.001 }).hash('correct horse')
  assert.deepEqual(parameters(least), [1_024, 3], 'never fewer than three')
  assert.ok((first?.[1] ?? 0) > 3, 'more time, more passes')
})

test('a few checks run, a few wait, the rest is told when to come back', async () => {
  const passwords = createPasswords({ memoryKiB: 8_192, passes: 3, parallel: 2, waiting: 3, targetMs: 1_000 })
  const tries = await Promise.allSettled(
    Array.from({ length: 9 }, () => passwords.isRight(undefined, 'correct horse')),
  )
  const refused = tries.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  assert.equal(refused.length, 4)
  for (const reason of refused) {
    assert.equal(reason.kind, 'rateExceeded')
    assert.equal(reason.status, 429)
    assert.equal(reason.headers['retry-after'], '3')
  }
  assert.equal(await passwords.isRight(undefined, 'correct horse'), false, 'afterwards there is room again')
})
