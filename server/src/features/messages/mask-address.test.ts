import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskAddress, wayOf } from './mask-address.ts'

test('an address is shown as far as its owner knows it again', () => {
  assert.equal(maskAddress('ada@example.org'), 'a•••@example.org')
  assert.equal(maskAddress('😀x@example.org'), '😀•••@example.org')
  assert.equal(maskAddress('+49 171 234 56-78'), '•••678')
  assert.deepEqual(wayOf('delayedEmail', 'a@b.c'), { channel: 'email', address: 'a•••@b.c' })
  assert.deepEqual(wayOf('telegram', '12345'), { channel: 'telegram' })
})
