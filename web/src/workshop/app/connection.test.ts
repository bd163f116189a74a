import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createConnection } from './connection.ts'

describe('the connection to the service', () => {
  it('is what the last request says', () => {
    const { isOnline, begin } = createConnection(true)
    begin()(false)
    assert.equal(isOnline.get(), false)
    begin()(true)
    assert.equal(isOnline.get(), true)
  })

  it('stays cut when a reply comes to a request that was sent before', () => {
    const { isOnline, begin, cut } = createConnection(true)
    const end = begin()
    cut()
    end(true)
    assert.equal(isOnline.get(), false)
  })

  it('is there when a request after the cut gets a reply, whatever the browser thinks of its network', () => {
    const { isOnline, begin, cut } = createConnection(true)
    cut()
    begin()(true)
    assert.equal(isOnline.get(), true)
  })
})
