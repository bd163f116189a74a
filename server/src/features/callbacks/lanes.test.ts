// Turns: four at once to a receiver, reading ahead only for quick receivers.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createLanes, type Lane, MOST_UNWRITTEN, type Turn } from './lanes.ts'
import { LANE_WIDTH } from './rules.ts'

const ONE = { clientId: 'acme', lane: 'https://one.example', fence: 1 }
const OTHER = { clientId: 'acme', lane: 'https://other.example', fence: 1 }
const UNTIL = new Date(30_000)

function makeLanes({ mostSending = 100, isSafe = (_lane: Lane): boolean => true } = {}) {
  const sent: Turn[] = []
  const dropped: string[] = []
  const lanes = createLanes<Turn>({
    mostSending,
    isSafe,
    send: (item) => sent.push(item),
    drop: ({ id }) => dropped.push(id),
  })
  let next = 0
  /** Reads what was planned, as far as the database has it; returns how many were planned. */
  const read = (isAsked: boolean, has: Record<string, number>, most = 1_000) => {
    const readings = lanes.planRead(isAsked, most)
    for (const reading of readings) {
      const count = Math.min(has[reading.lane] ?? 0, reading.most)
      const items = Array.from({ length: count }, () => ({ lane: reading.of, id: `d${next++}` }))
      lanes.hold(reading, items)
    }
    return Object.fromEntries(readings.map(({ lane, most }) => [lane, most]))
  }
  const take = (...taken: { clientId: string; lane: string; fence: number }[]) => lanes.lease(taken, UNTIL)
  const ofLane = ({ lane }: { lane: string }) => sent.filter((item) => item.lane.lane === lane)
  return { lanes, sent, dropped, read, take, ofLane }
}

describe('lanes', () => {
  test('let four go at once to each receiver, and the next when one gets a reply', () => {
    const { lanes, read, take, sent, ofLane } = makeLanes()
    take(ONE, OTHER)
    assert.deepEqual(read(true, { [ONE.lane]: 4, [OTHER.lane]: 2 }), { [ONE.lane]: 4, [OTHER.lane]: 4 })
    assert.deepEqual([ofLane(ONE).length, ofLane(OTHER).length], [4, 2])
    const [first] = sent as [Turn]
    lanes.answered(first, 5)
    lanes.letGo(first)
    // Two are read ahead: one takes the free place.
    read(true, { [ONE.lane]: 2 })
    assert.equal(ofLane(ONE).length, 5)
  })

  test('of one process have room for so many, and those that waited for room go on', () => {
    const { lanes, read, take, sent, ofLane } = makeLanes({ mostSending: 5 })
    take(ONE, OTHER)
    read(true, { [ONE.lane]: 4, [OTHER.lane]: 4 })
    assert.deepEqual([ofLane(ONE).length, ofLane(OTHER).length], [4, 1])
    lanes.answered(sent[0] as Turn, undefined)
    assert.deepEqual([ofLane(ONE).length, ofLane(OTHER).length], [4, 2])
  })

  test('get deeper with quick answers, as far as a second of them, and shallow again with a failure', () => {
    const { lanes, read, take, sent } = makeLanes()
    take(ONE)
    assert.equal(read(true, { [ONE.lane]: 1 })[ONE.lane], LANE_WIDTH)
    /** How many may be held after that reply. */
    const depthAfter = (ms: number | undefined) => {
      const item = sent.at(-1) as Turn
      lanes.answered(item, ms)
      lanes.letGo(item)
      return read(true, { [ONE.lane]: 1 })[ONE.lane]
    }
    assert.equal(depthAfter(2), 8)
    for (let time = 0; time < 10; time++) depthAfter(2)
    assert.equal(depthAfter(2), 256)
    assert.equal(depthAfter(100), 40)
    assert.equal(depthAfter(3_000), LANE_WIDTH)
    assert.equal(depthAfter(2), 8)
    assert.equal(depthAfter(undefined), LANE_WIDTH)
  })

  test('send no further ahead of what is written down than so many', () => {
    const { lanes, read, take, sent } = makeLanes()
    take(ONE)
    const answerAll = (from: number) => {
      for (let at = from; at < sent.length; at++) lanes.answered(sent[at] as Turn, 1)
    }
    let begun = 0
    for (let time = 0; time < 8; time++) {
      read(true, { [ONE.lane]: 300 })
      answerAll(begun)
      begun = sent.length
    }
    assert.ok(begun >= MOST_UNWRITTEN && begun < MOST_UNWRITTEN + LANE_WIDTH, `${begun}`)
    for (const item of sent.slice(0, 8)) lanes.letGo(item)
    answerAll(begun)
    assert.equal(sent.length, begun + 8)
  })

  test('are read again unasked only when they run low and the database may have more', () => {
    const { lanes, read, take, sent } = makeLanes()
    take(ONE)
    read(true, { [ONE.lane]: 3 })
    lanes.answered(sent[0] as Turn, undefined)
    lanes.letGo(sent[0] as Turn)
    assert.deepEqual(read(false, {}), {}, 'three where four were asked for: there are no more')
    assert.deepEqual(read(true, { [ONE.lane]: 2 }), { [ONE.lane]: 2 })
    assert.deepEqual(read(false, {}), {}, 'full')
    lanes.answered(sent[1] as Turn, undefined)
    lanes.letGo(sent[1] as Turn)
    assert.deepEqual(read(false, { [ONE.lane]: 0 }), { [ONE.lane]: 1 })
    assert.deepEqual(read(false, {}), {}, 'asked, and there was nothing')
  })

  test('without room when something new is told of are read once there is some', () => {
    const { lanes, read, take, sent } = makeLanes()
    take(ONE)
    read(true, { [ONE.lane]: 3 })
    read(true, { [ONE.lane]: 1 })
    assert.deepEqual(read(true, {}), {}, 'four of four')
    lanes.answered(sent[0] as Turn, undefined)
    lanes.letGo(sent[0] as Turn)
    assert.deepEqual(read(false, { [ONE.lane]: 1 }), { [ONE.lane]: 1 })
  })

  test('are read within what may be read at once, and say which they have', () => {
    const { lanes, take, read } = makeLanes()
    take(ONE, OTHER)
    assert.deepEqual(read(true, { [ONE.lane]: 3 }, 3), { [ONE.lane]: 3 })
    const [one, other] = lanes.planRead(true, 100)
    assert.deepEqual([one?.most, one?.held], [1, ['d0', 'd1', 'd2']])
    assert.deepEqual([other?.most, other?.held], [4, []])
  })

  test('with next to nothing are read before those that are only not full', () => {
    const { lanes, take, read, sent } = makeLanes()
    take(ONE)
    read(true, { [ONE.lane]: 4 })
    for (const item of sent.slice(0, 3)) lanes.answered(item, 1)
    take(OTHER)
    assert.deepEqual(read(true, { [ONE.lane]: 100 }, 10), { [OTHER.lane]: 4, [ONE.lane]: 6 })
  })

  test('that are not held for long enough send nothing, and are forgotten when they are empty', () => {
    let isSafe = true
    const { lanes, read, take, sent, dropped, ofLane } = makeLanes({ isSafe: () => isSafe })
    take(ONE)
    read(true, { [ONE.lane]: 4 })
    for (const item of sent.slice(0, 3)) {
      lanes.answered(item, 1)
      lanes.letGo(item)
    }
    read(true, { [ONE.lane]: 20 })
    const ahead = 20 - 3
    isSafe = false
    lanes.answered(sent[3] as Turn, 1)
    assert.equal(ofLane(ONE).length, 7)
    assert.equal(dropped.length, ahead)
    assert.deepEqual(read(true, { [ONE.lane]: 1 }), {})
    assert.deepEqual(lanes.takeIdle(), [], 'some are still on their way')
    isSafe = true
    take({ ...ONE, fence: 2 })
    const [reading] = lanes.planRead(false, 100)
    assert.equal(reading?.of.fence, 2)
  })

  test('are idle when nothing is held and nothing may come, and then forgotten', () => {
    const { lanes, read, take, sent } = makeLanes()
    take(ONE, OTHER)
    assert.deepEqual(lanes.takeIdle(), [], 'not looked at yet')
    read(true, { [ONE.lane]: 1 })
    assert.deepEqual(lanes.takeIdle(), [{ clientId: 'acme', lane: OTHER.lane }])
    lanes.answered(sent[0] as Turn, 1)
    assert.deepEqual(lanes.takeIdle(), [], 'answered, and not written down')
    lanes.letGo(sent[0] as Turn)
    assert.deepEqual(lanes.takeIdle(), [{ clientId: 'acme', lane: ONE.lane }])
    assert.deepEqual(read(true, { [ONE.lane]: 1 }), {})
  })

  test('that are closed send nothing of what waits, nor of what comes', () => {
    const { lanes, read, take, sent, dropped } = makeLanes({ mostSending: 4 })
    take(ONE, OTHER)
    read(true, { [ONE.lane]: 4 })
    read(true, { [OTHER.lane]: 3 })
    const readings = lanes.planRead(true, 100)
    lanes.close()
    assert.deepEqual([sent.length, dropped.length], [4, 3])
    for (const reading of readings) lanes.hold(reading, [{ lane: reading.of, id: 'late' }])
    assert.deepEqual([sent.length, dropped.at(-1)], [4, 'late'])
    for (const item of sent.splice(0)) {
      lanes.answered(item, 1)
      lanes.letGo(item)
    }
    assert.equal(lanes.takeIdle().length, 2, 'whatever the database has')
  })
})
