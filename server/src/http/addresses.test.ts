import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { addressReader, toNetwork } from './addresses.ts'

const request = (remoteAddress: string, list?: string, forwarded?: string) =>
  ({
    raw: { socket: { remoteAddress } },
    headers: {
      ...(list === undefined ? {} : { 'x-forwarded-for': list }),
      ...(forwarded === undefined ? {} : { forwarded }),
    },
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

test('ports are left off, and what cannot be read hides what stands before it', () => {
  const addressOf = addressReader(['10.0.0.0/8'])
  const of = (list: string) => addressOf(request('10.1.2.3', list))
  assert.equal(of('1.1.1.1, 198.51.100.7:4711'), '198.51.100.7')
  assert.equal(of('1.1.1.1, [2001:db8:1:2::5]:4711'), '2001:db8:1:2::/64')
  assert.equal(of('1.1.1.1, [2001:db8:1:2::5]'), '2001:db8:1:2::/64')
  assert.equal(of('198.51.100.7:80, 10.0.0.9:443'), '198.51.100.7')
  for (const hidden of ['unknown', '_gateway', '198.51.100.7:x', '[198.51', '', '999.1.1.1:80']) {
    assert.equal(of(`1.1.1.1, ${hidden}`), '10.1.2.3', hidden)
  }
})

test('Forwarded is read like X-Forwarded-For', () => {
  const addressOf = addressReader(['10.0.0.0/8'])
  const of = (forwarded: string) => addressOf(request('10.1.2.3', undefined, forwarded))
  assert.equal(of('for=198.51.100.7'), '198.51.100.7')
  assert.equal(
    of('for=1.1.1.1, proto=https;For="[2001:db8:1:2::5]:4711";by=10.0.0.9, for=10.0.0.9'),
    '2001:db8:1:2::/64',
  )
  assert.equal(of('for="198.51.100.7:4711";host=example.com'), '198.51.100.7')
  for (const hidden of ['for=_hidden', 'for=unknown', 'proto=https', 'for=', '"']) {
    assert.equal(of(`for=1.1.1.1, ${hidden}`), '10.1.2.3', hidden)
  }
  assert.equal(addressReader()(request('203.0.113.5', undefined, 'for=1.1.1.1')), '203.0.113.5')
})

test('two headers that name different callers are not believed: the proxy wrote only one of them', () => {
  const addressOf = addressReader(['10.0.0.0/8'])
  assert.equal(addressOf(request('10.1.2.3', '198.51.100.7', 'for=1.1.1.1')), '10.1.2.3')
  assert.equal(addressOf(request('10.1.2.3', '1.1.1.1', 'for="198.51.100.7:5"')), '10.1.2.3')
  assert.equal(addressOf(request('10.1.2.3', '198.51.100.7:5', 'for=198.51.100.7')), '198.51.100.7')
})
