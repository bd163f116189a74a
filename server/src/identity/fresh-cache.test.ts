import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFreshCache } from './fresh-cache.ts'

/** A source whose reads end when the test says so. */
function source(options: { size?: number; patienceMs?: number } = {}) {
  let now = 1_000_000
  const values = new Map<string, string>()
  const reads: { ids: string[]; answer(): void; fail(error: Error): void }[] = []
  const cache = createFreshCache<string>({
    freshMs: 500,
    clock: () => now,
    ...options,
    read: (ids) =>
      new Promise((resolve, reject) => {
        // The database returns what it held when the query began.
        const found = new Map([...values].filter(([id]) => ids.includes(id)))
        reads.push({ ids, answer: () => resolve(found), fail: reject })
      }),
  })
  return {
    cache,
    values,
    reads,
    pass: (ms: number) => {
      now += ms
    },
    async fill(id: string) {
      const found = cache.find(id)
      assert.ok(found instanceof Promise)
      reads.at(-1)?.answer()
      return found
    },
  }
}

describe('a cache of fresh values', () => {
  test('returns at once while a value is younger than its limit, and reads again then', async () => {
    const { cache, values, reads, pass, fill } = source()
    values.set('a', 'one')
    assert.equal(await fill('a'), 'one')
    values.set('a', 'two')
    pass(499)
    assert.equal(cache.find('a'), 'one')
    assert.equal(reads.length, 1)
    pass(1)
    assert.equal(await fill('a'), 'two')
  })

  test('counts the age from the start of the read, not from its end', async () => {
    const { cache, values, reads, pass, fill } = source()
    values.set('a', 'one')
    const slow = cache.find('a')
    pass(400)
    reads[0]?.answer()
    assert.equal(await slow, 'one')
    pass(100)
    await fill('a')
    assert.equal(reads.length, 2)
  })

  test('shares one read among all who ask for the same id meanwhile', async () => {
    const { cache, values, reads } = source()
    values.set('a', 'one')
    const answers = Array.from({ length: 50 }, () => cache.find('a'))
    reads[0]?.answer()
    assert.deepEqual(new Set(await Promise.all(answers)), new Set(['one']))
    assert.equal(reads.length, 1)
  })

  test('lets nobody join a read that began too long ago', async () => {
    const { cache, values, reads, pass } = source()
    values.set('a', 'old')
    const first = cache.find('a')
    pass(600)
    values.set('a', 'new')
    const second = cache.find('a')
    reads[0]?.answer()
    assert.equal(await first, 'old')
    reads[1]?.answer()
    assert.equal(await second, 'new')
  })

  test('reads one at a time and takes all that waited in the next read', async () => {
    const { cache, reads } = source()
    const first = cache.find('a')
    const rest = Array.from({ length: 1_000 }, (_, i) => cache.find(`id${i}`))
    assert.equal(reads.length, 1)
    reads[0]?.answer()
    await first
    assert.equal(reads.length, 2)
    assert.equal(reads[1]?.ids.length, 1_000)
    reads[1]?.answer()
    await Promise.all(rest)
  })

  test('remembers for as long that there is nothing', async () => {
    const { cache, values, reads, pass, fill } = source()
    assert.equal(await fill('a'), undefined)
    values.set('a', 'made since')
    assert.equal(cache.find('a'), undefined)
    assert.equal(reads.length, 1)
    pass(500)
    assert.equal(await fill('a'), 'made since')
  })

  test('never grows beyond its size, and inventing ids pushes out no value', async () => {
    const { cache, values, reads, fill } = source({ size: 3 })
    values.set('a', 'one')
    await fill('a')
    for (let i = 0; i < 20; i++) await fill(`invented${i}`)
    assert.equal(cache.find('a'), 'one')
    assert.equal(cache.find('invented19'), undefined)
    const before = reads.length
    await fill('invented0')
    assert.equal(reads.length, before + 1)
    for (let i = 0; i < 5; i++) {
      values.set(`b${i}`, 'x')
      await fill(`b${i}`)
    }
    assert.equal(await fill('a'), 'one')
  })

  test('passes a failure on to those who waited, keeps nothing of it, and goes on', async () => {
    const { cache, values, reads, fill } = source()
    const first = cache.find('a')
    const second = cache.find('b')
    reads[0]?.fail(new Error('the database is away'))
    await assert.rejects(Promise.resolve(first), /away/)
    values.set('b', 'two')
    reads[1]?.answer()
    assert.equal(await second, undefined, 'began before b was made')
    assert.equal(await fill('a'), undefined)
  })

  test('a value that was removed is gone after the next read', async () => {
    const { cache, values, pass, fill } = source()
    values.set('a', 'one')
    await fill('a')
    values.delete('a')
    pass(500)
    assert.equal(await fill('a'), undefined)
    assert.equal(cache.find('a'), undefined)
  })

  test('after forget() nothing read before it is used, not even what is still on its way', async () => {
    const { cache, values, reads, fill } = source()
    values.set('a', 'old')
    values.set('b', 'old')
    await fill('a')
    const onItsWay = cache.find('b')
    cache.forget()
    values.set('a', 'new')
    values.set('b', 'new')
    const asked = [cache.find('a'), cache.find('b')]
    reads[1]?.answer()
    assert.equal(await onItsWay, 'old')
    reads[2]?.answer()
    assert.deepEqual(await Promise.all(asked), ['new', 'new'])
    assert.equal(cache.find('b'), 'new')
  })

  test('gives up a read that never ends, so that the next one may start', async () => {
    const { cache, values, reads } = source({ patienceMs: 1 })
    const first = cache.find('a')
    // The cache's own timer keeps no process alive; this one does while the test waits.
    const alive = setInterval(() => {}, 1_000)
    try {
      await assert.rejects(Promise.resolve(first), { kind: 'unavailable' })
    } finally {
      clearInterval(alive)
    }
    values.set('a', 'late')
    reads[0]?.answer()
    const again = cache.find('a')
    reads[1]?.answer()
    assert.equal(await again, 'late')
  })

  test('a clock that is set back makes nothing last for ever', async () => {
    const { values, pass, fill } = source()
    values.set('a', 'one')
    await fill('a')
    values.set('a', 'two')
    pass(-3_600_000)
    assert.equal(await fill('a'), 'two')
  })
})
