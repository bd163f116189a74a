import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elapsed, isFull, longestSeconds, pauseClock, pickFormat, runClock } from './recorder.ts'

test('H.264 where the browser has it, else WebM, else whatever MP4', () => {
  assert.match(pickFormat(() => true) ?? '', /avc1/)
  assert.equal(
    pickFormat((type) => type.startsWith('video/webm')),
    'video/webm;codecs=vp9,opus',
  )
  assert.equal(
    pickFormat((type) => type === 'video/mp4'),
    'video/mp4',
  )
  assert.equal(
    pickFormat(() => false),
    undefined,
  )
})

test('pauses do not count', () => {
  let clock = runClock({ recorded: 0 }, 1_000)
  assert.equal(elapsed(clock, 6_500), 5)
  clock = pauseClock(clock, 11_000)
  assert.equal(elapsed(clock, 99_000), 10)
  clock = runClock(clock, 99_000)
  assert.equal(elapsed(clock, 101_000), 12)
  assert.deepEqual(pauseClock(pauseClock(clock, 101_000), 200_000), { recorded: 12_000 })
})

test('records as long as the server takes it, by its length and by its size', () => {
  assert.equal(longestSeconds(undefined), 600)
  assert.equal(longestSeconds({ videoSeconds: 60, videoBytes: 2 ** 31 }), 60)
  assert.equal(longestSeconds({ videoSeconds: 3600, videoBytes: 31_250_000 }), 100)
})

test('ends before a video is larger than the server takes', () => {
  const limits = { videoSeconds: 600, videoBytes: 50_000_000 }
  assert.deepEqual(
    [0, 47_000_000, 49_000_000, 50_000_000].map((bytes) => isFull(bytes, limits)),
    [false, false, true, true],
  )
  const smallest = { videoSeconds: 600, videoBytes: 1_048_576 }
  assert.deepEqual(
    [0, 400_000, 600_000].map((bytes) => isFull(bytes, smallest)),
    [false, false, true],
  )
})
