// Which Node is new enough.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isRecentNode, oldestNode } from './runtime.mjs'

describe('the Node that runs the project', () => {
  it('is compared number by number', () => {
    for (const version of [oldestNode, 'v24.15.1', '24.21.0', '24.100.0', '26.0.0']) {
      assert.equal(isRecentNode(version), true, version)
    }
    for (const version of ['v20.20.2', '24.14.9', '24.9.0', '9.99.99']) {
      assert.equal(isRecentNode(version), false, version)
    }
  })
})
