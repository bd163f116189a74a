import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { refusedAddresses } from '../../test/support/refused-addresses.ts'
import { networksOf } from '../lib/networks.ts'
import { isAllowed, whyNotPublic } from './public-address.ts'

const open = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.1',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '203.0.112.255',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81c::200e',
  '2003::1',
  '3ffe::1',
]

describe('public addresses', () => {
  for (const [address, why] of Object.entries(refusedAddresses)) {
    test(`${address || '(nothing)'} is none`, () => assert.match(String(whyNotPublic(address)), why))
  }
  for (const address of open) test(`${address} is one`, () => assert.equal(whyNotPublic(address), undefined))
})

test('allowed networks hold their addresses, and no other spelling of them', () => {
  const networks = networksOf(['10.1.0.0/16', '127.0.0.1', 'fd00:1::/64'])
  const allowed = ['10.1.0.1', '10.1.255.255', '127.0.0.1', 'fd00:1::5']
  const others = [
    '10.2.0.1',
    '127.0.0.2',
    '::1',
    '::ffff:10.1.0.1',
    '::10.1.0.1',
    'fd00:2::5',
    'fd00:1::5%1',
    'x',
  ]
  assert.deepEqual(
    allowed.filter((address) => !isAllowed(networks, address)),
    [],
  )
  assert.deepEqual(
    others.filter((address) => isAllowed(networks, address)),
    [],
  )
})
