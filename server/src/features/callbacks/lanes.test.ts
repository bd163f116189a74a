// Turns: four at once to a receiver, more claimed ahead of quick ones, and nothing ahead of others.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createLanes, type LaneName, type Lanes, MOST_UNWRITTEN } from './lanes.ts'
import { LANE_WIDTH } from './rules.ts'

const one = { clientId: 'acme', lane: 'https://one.example' }
const other = { clientId: 'acme', lane: 'https://other.example' }
const many = (name: LaneName, count: number) => Array.from({ length: count }, () => name)

/** Those that may be sent by now. */
async function started(lanes: Lanes, names: readonly LaneName[]): Promise<LaneName[]> {
  const begun: LaneName[] = []
  for (const name of names) void lanes.turn(name).then((maySend) => maySend && begun.push(name))
  await new Promise(setImmediate)
  return begun
}

describe('lanes', () => {
  test('let four go at once to each receiver, and the next when one is answered', async () => {
    const lanes = createLanes(100)
    lanes.planClaim().hold([...many(one, 6), ...many(other, 2)], false)
    const begun = await started(lanes, [...many(one, 6), ...many(other, 2)])
    assert.deepEqual(begun, [...many(one, 4), ...many(other, 2)])
    lanes.answered(one, 5)
    await new Promise(setImmediate)
    assert.equal(begun.length, 7)
  })

  test('of one process have room for so many, and whoever waited for that goes on', async () => {
    const lanes = createLanes(5)
    lanes.planClaim().hold([...many(one, 4), ...many(other, 4)], false)
    const begun = await started(lanes, [...many(one, 4), ...many(other, 4)])
    assert.equal(begun.length, 5)
    lanes.answered(one, undefined)
    await new Promise(setImmediate)
    assert.deepEqual(begun, [...many(one, 4), ...many(other, 2)])
  })

  test('get deeper with quick answers, as far as a second of them, and shallow again with a failure', () => {
    const lanes = createLanes(100)
    const depth = () => lanes.planClaim().depths[0]?.depth
    lanes.planClaim().hold(many(one, 4), false)
    assert.equal(depth(), undefined)
    const answer = (ms: number | undefined) => {
      void lanes.turn(one)
      lanes.answered(one, ms)
      lanes.letGo(one, true)
      lanes.planClaim().hold([one], false)
    }
    answer(2)
    assert.equal(depth(), 8)
    for (let time = 0; time < 10; time++) answer(2)
    assert.equal(depth(), 256)
    answer(100)
    assert.equal(depth(), 40)
    answer(3_000)
    assert.equal(depth(), undefined)
    answer(2)
    answer(undefined)
    assert.equal(depth(), undefined)
  })

  test('send no further ahead of what is written down than so many', async () => {
    const lanes = createLanes(100)
    lanes.planClaim().hold(many(one, 100), false)
    let begun = 0
    for (let number = 0; number < 100; number++) {
      void lanes.turn(one).then(() => {
        begun++
        lanes.answered(one, 1)
      })
    }
    await new Promise(setImmediate)
    assert.ok(begun >= MOST_UNWRITTEN && begun < MOST_UNWRITTEN + LANE_WIDTH, `${begun}`)
    const before = begun
    for (let number = 0; number < 8; number++) lanes.letGo(one, true)
    await new Promise(setImmediate)
    assert.ok(begun >= before + 8 - LANE_WIDTH && begun < before + 8 + LANE_WIDTH, `${begun}`)
  })

  test('run low only where the database may have more', () => {
    const lanes = createLanes(100)
    const claim = (count: number) => lanes.planClaim().hold(many(one, count), false)
    claim(3)
    assert.equal(lanes.isLow(), false, 'three of four: there are no more')
    lanes.letGo(one, false)
    assert.equal(lanes.isLow(), false)
    claim(2)
    assert.equal(lanes.isLow(), false, 'full')
    lanes.letGo(one, false)
    assert.equal(lanes.isLow(), true)
    claim(0)
    assert.equal(lanes.isLow(), false, 'asked, and there was nothing')
  })

  test('judge a claim by what was asked for, whatever ended meanwhile', () => {
    const lanes = createLanes(100)
    lanes.planClaim().hold(many(one, 4), false)
    const plan = lanes.planClaim()
    lanes.letGo(one, false)
    lanes.letGo(one, false)
    plan.hold([], false)
    assert.equal(lanes.isLow(), true, 'there was no room to ask for any')
  })

  test('that are closed send nothing of what waits', async () => {
    const lanes = createLanes(100)
    lanes.planClaim().hold(many(one, 6), false)
    const turns = many(one, 6).map((name) => lanes.turn(name))
    lanes.close()
    assert.deepEqual(await Promise.all([...turns, lanes.turn(one)]), [
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
