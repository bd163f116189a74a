// The loop alone, with a queue in memory: no nudge is lost, no two looks run at once, and it stops cleanly.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Filling, startLoop } from './claiming-loop.ts'

const NEVER_MS = 3_600_000

/** Longer than a look at the queue. */
async function someWork(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
}

function queueOf(count: number, more: { room?: number; fill?: () => Promise<void> } = {}) {
  const seen = {
    waiting: count,
    done: 0,
    looks: [] as boolean[],
    atOnce: 0,
    most: 0,
    failures: [] as unknown[],
  }
  const loop = startLoop({
    pollMs: NEVER_MS,
    async fill(filling: Filling, isAsked) {
      seen.most = Math.max(seen.most, ++seen.atOnce)
      seen.looks.push(isAsked)
      await new Promise(setImmediate)
      seen.atOnce--
      await more.fill?.()
      while (seen.waiting > 0 && filling.running < (more.room ?? 2) && !filling.isStopped) {
        seen.waiting--
        filling.begin(
          someWork().then(() => {
            seen.done++
          }),
        )
      }
    },
    isAnyDue: async () => seen.waiting > 0,
    onFailure: (error) => seen.failures.push(error),
  })
  return { seen, loop }
}

describe('a loop', () => {
  test('drains the queue with no more at once than there is room for, looking by one at a time', async () => {
    const { seen, loop } = queueOf(25)
    await Promise.all([loop.drain(), loop.drain()])
    assert.deepEqual([seen.waiting, seen.done, seen.most], [0, 25, 1])
    await loop.stop()
  })

  test('looks once more for a nudge that came while it looked', async () => {
    let nudge = () => {}
    const { seen, loop } = queueOf(0, { fill: async () => nudge() })
    nudge = () => {
      nudge = () => {}
      // After this look has found nothing.
      queueMicrotask(() => {
        seen.waiting++
        loop.nudge()
      })
    }
    while (seen.done < 1) await new Promise(setImmediate)
    await loop.stop()
    assert.deepEqual(seen.looks.slice(0, 2), [true, true])
  })

  test('tells a look because something ended from one that was asked for', async () => {
    const { seen, loop } = queueOf(1)
    while (seen.done < 1 || seen.looks.length < 2) await new Promise(setImmediate)
    await loop.stop()
    assert.deepEqual(seen.looks, [true, false])
  })

  test('goes on after a look that failed', async () => {
    let isBroken = true
    const { seen, loop } = queueOf(3, {
      fill: async () => {
        if (!isBroken) return
        isBroken = false
        throw new Error('the database is away')
      },
    })
    await loop.drain()
    assert.deepEqual([seen.done, seen.failures.length], [3, 1])
    await loop.stop()
  })

  test('begins nothing after a stop, and waits for what was begun', async () => {
    const { seen, loop } = queueOf(100)
    loop.nudge()
    await new Promise(setImmediate)
    await loop.stop()
    const { done, waiting } = seen
    assert.equal(done + waiting, 100)
    loop.nudge()
    await new Promise(setImmediate)
    assert.deepEqual([seen.done, seen.waiting], [done, waiting])
  })
})
