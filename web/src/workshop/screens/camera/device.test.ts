// Light and zoom, at the seam to the device: no browser without a camera has them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { controlsOf, setControl, zoomFactor, zoomLevels } from './device.ts'

/** A track that can do this and stands there. */
const trackOf = (can: object, now: object = {}) => {
  const applied: unknown[] = []
  return {
    applied,
    getCapabilities: () => can as MediaTrackCapabilities,
    getSettings: () => now as MediaTrackSettings,
    applyConstraints: async (constraints?: MediaTrackConstraints) => {
      if (!('torch' in can)) throw new DOMException('no', 'OverconstrainedError')
      applied.push(constraints)
    },
  }
}

test('a camera shows what it has, and nothing else', async () => {
  assert.deepEqual(controlsOf(undefined), { hasTorch: false })
  assert.deepEqual(controlsOf(trackOf({})), { hasTorch: false })
  assert.deepEqual(controlsOf(trackOf({ torch: false, zoom: { min: 1, max: 1 } })), { hasTorch: false })
  const { getCapabilities: _, ...old } = trackOf({})
  assert.deepEqual(controlsOf(old), { hasTorch: false }, 'an old browser')
  const phone = trackOf({ torch: true, zoom: { min: 1, max: 8, step: 0.1 } }, { zoom: 2 })
  assert.deepEqual(controlsOf(phone), { hasTorch: true, zoom: { min: 1, max: 8, value: 2 } })
  assert.equal(await setControl(phone, { torch: true }), true)
  assert.deepEqual(phone.applied, [{ advanced: [{ torch: true }] }])
  assert.equal(await setControl(trackOf({}), { zoom: 2 }), false, 'a camera that refuses')
  assert.equal(await setControl(undefined, { zoom: 2 }), false)
})

test('zoom walks in steps that a person knows, whatever the unit of the camera', () => {
  assert.deepEqual(zoomLevels({ min: 1, max: 4, value: 1 }), [1, 1.5, 2, 3, 4])
  assert.deepEqual(zoomLevels({ min: 100, max: 300, value: 100 }), [100, 150, 200, 300])
  assert.deepEqual(zoomLevels({ min: 0.6, max: 2, value: 1 }), [0.6, 1, 1.5, 2])
  assert.equal(zoomFactor({ min: 100, max: 300, value: 150 }), 1.5)
  assert.equal(zoomFactor({ min: 0.6, max: 2, value: 0.6 }), 0.6)
})
