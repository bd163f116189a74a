import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type LateReply, lateReply } from './late-reply.ts'
import type { LiveChange } from './live.ts'
import { createSurveyReads } from './survey-reads.ts'

const change = (sequence: string): LiveChange => ({
  kind: 'survey.answered',
  subject: 'survey/s1',
  sequence,
})

/** A server that replies when the test says so, and a clock that does not move. */
function setUp() {
  const answers: LateReply<string | undefined>[] = []
  const timers = new Map<number, { call: () => void; ms: number }>()
  const time = { now: 0 }
  let count = 0
  const reads = createSurveyReads({
    read: () => {
      const answer = lateReply<string | undefined>()
      answers.push(answer)
      return answer.promise
    },
    setTimer: (call, ms) => {
      timers.set(++count, { call, ms })
      return count
    },
    clearTimer: (timer) => timers.delete(timer as number),
    clock: () => time.now,
  })
  const fire = () => {
    const [first] = timers
    assert.ok(first, 'nothing waits')
    timers.delete(first[0])
    first[1].call()
  }
  const answer = async (index: number, sequence: string | undefined) => {
    answers[index]!.resolve(sequence)
    await new Promise((done) => setImmediate(done))
  }
  return { reads, answers, timers, time, fire, answer }
}

describe('reading a survey again', () => {
  it('reads once for a burst of own changes, however their echoes come', async () => {
    const { reads, answers, timers, fire, answer } = setUp()
    for (let tap = 0; tap < 5; tap++) reads.soon('s1')
    reads.heard('s1', [change('10'), change('11')])
    assert.equal(answers.length, 0)
    fire()
    assert.equal(answers.length, 1)
    reads.heard('s1', [change('12')])
    await answer(0, '12')
    reads.heard('s1', [change('9'), change('12')])
    assert.equal(answers.length, 1)
    assert.equal(timers.size, 0)
  })

  it('waits for a pause in the tapping, but not for ever', () => {
    const { reads, timers, time } = setUp()
    const waits: number[] = []
    for (const at of [0, 1_000, 2_000, 4_000, 4_900, 6_000]) {
      time.now = at
      reads.soon('s1')
      waits.push([...timers.values()][0]!.ms)
    }
    assert.deepEqual(waits, [1_500, 1_500, 1_500, 1_000, 100, 0])
    assert.equal(timers.size, 1)
  })

  it('reads at once what the page does not know', async () => {
    const { reads, answers, answer } = setUp()
    reads.heard('s1', [change('5')])
    assert.equal(answers.length, 1)
    await answer(0, '5')
    reads.heard('s1', [change('6')])
    assert.equal(answers.length, 2)
    // Reported during the read, and not in that page.
    reads.heard('s1', [change('7')])
    await answer(1, '6')
    assert.equal(answers.length, 3)
  })

  it('reads once more for whatever was asked meanwhile', async () => {
    const { reads, answers, answer } = setUp()
    const all = [reads.now('s1'), reads.now('s1'), reads.now('s1')]
    await answer(0, '1')
    await answer(1, undefined)
    assert.deepEqual(await Promise.all(all), [true, false, false])
    assert.equal(answers.length, 2)
  })

  it('reads again after a failure', async () => {
    const { reads, answers } = setUp()
    const first = reads.now('s1')
    answers[0]!.reject(new Error('gone'))
    await assert.rejects(first, /gone/)
    reads.heard('s1', [change('1')])
    assert.equal(answers.length, 2)
  })

  it('compares numbers, not texts, and begins anew when they do', async () => {
    const { reads, answers, answer } = setUp()
    const first = reads.now('s1')
    await answer(0, '9')
    await first
    reads.heard('s1', [change('8')])
    assert.equal(answers.length, 1)
    reads.heard('s1', [change('10')])
    assert.equal(answers.length, 2)
    await answer(1, '10')
    reads.forget()
    reads.heard('s1', [change('3')])
    assert.equal(answers.length, 3)
  })
})
