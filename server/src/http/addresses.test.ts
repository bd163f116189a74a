import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { addressReader, toNetwork } from './addresses.ts'

const request = (remoteAddress: string, forwarded?: string) =>
  ({
    raw: { socket: { remoteAddress } },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as FastifyRequest

test('without a proxy only the socket is believed', () => {
  const addressOf = addressReader()
  assert.equal(addressOf(request('192.0.2.1')), '192.0.2.1')
  assert.equal(addressOf(request('192.0.2.1', '198.51.100.7')), '192.0.2.1')
})

test('a trusted proxy names the caller; what others wrote before it is not believed', () => {
  const addressOf = addressReader(['10.0.0.0/8', 'fd00::1'])
  assert.equal(addressOf(request('10.1.2.3', '198.51.100.7')), '198.51.100.7')
  assert.equal(addressOf(request('fd00::1', '1.1.1.1, 198.51.100.7, 10.9.9.9')), '198.51.100.7')
  assert.equal(addressOf(request('203.0.113.5', '198.51.100.7')), '203.0.113.5')
  assert.equal(addressOf(request('10.1.2.3')), '10.1.2.3')
  assert.equal(addressOf(request('10.1.2.3', 'unknown, nonsense')), '10.1.2.3')
  assert.equal(addressOf(request('10.1.2.3', '10.0.0.9')), '10.0.0.9')
})

test('of an IPv6 address the network counts, however it is spelled', () => {
  const network = '2001:db8:1:2::/64'
  for (const address of [
    '2001:db8:1:2::5',
    '2001:db8:1:2:3:4:5:6',
    '2001:0db8:0001:0002::',
    '2001:DB8:1:2::5%eth0',
  ]) {
    assert.equal(toNetwork(address), network, address)
  }
  assert.equal(toNetwork('::1'), '0:0:0:0::/64')
  assert.equal(toNetwork('2001:db8::1'), '2001:db8:0:0::/64')
  assert.equal(toNetwork('::ffff:192.0.2.1'), '192.0.2.1')
  assert.equal(toNetwork(''), '')
})
