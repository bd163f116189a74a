// Which names the local authority accepts, and that the bytes of the extension say the same.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  encodeNameConstraints,
  isCovered,
  privateSuffixes,
  readSubtrees,
  toCertificateName,
  toSubtrees,
} from './name-constraints.ts'

describe('a host in a certificate', () => {
  const cases: [given: string, name: string | undefined][] = [
    ['Workshop.LOCAL.', 'workshop.local'],
    ['[::1]', '::1'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['FD00:0::A', 'fd00::a'],
    ['127.0.0.1', '127.0.0.1'],
    ['0.0.0.0', undefined],
    ['::', undefined],
    ['[::]', undefined],
    ['', undefined],
    ['a b', undefined],
    ['-x.local', undefined],
    [`${'a'.repeat(64)}.local`, undefined],
    ['мастерская.local', 'xn--80aa3aekebas5e.local'],
  ]
  for (const [given, name] of cases) {
    it(`"${given.slice(0, 30)}" is ${name ?? 'none'}`, () => {
      const found = toCertificateName(given)
      // Node makes the Punycode; this checks only that the result is ASCII and keeps its suffix.
      if (name?.startsWith('xn--')) assert.match(found ?? '', /^xn--[a-z0-9-]+\.local$/)
      else assert.equal(found, name)
    })
  }
})

describe('the local authority', () => {
  it('covers private names and addresses, and no public ones', () => {
    const subtrees = toSubtrees([])
    for (const name of [
      'localhost',
      'tablet.local',
      'a.b.internal',
      'x.home.arpa',
      '127.9.9.9',
      '10.1.2.3',
      '172.31.0.1',
      '192.168.178.20',
      '::1',
      'fd12::1',
      'fe80::1',
    ]) {
      assert.ok(isCovered(name, subtrees), name)
    }
    for (const name of [
      'example.com',
      'notlocal',
      'mylocal.com',
      'local.example.com',
      'arpa',
      '8.8.8.8',
      '172.32.0.1',
      '192.169.0.1',
      '::2',
      '2001:db8::1',
    ]) {
      assert.ok(!isCovered(name, subtrees), name)
    }
  })

  it('takes a bare name only when it can never become a top-level domain', () => {
    const names = [
      'srv-1',
      'pc7',
      'x.dealer-7',
      'audi',
      'de',
      'xn--p1ai',
      'www.example.com',
      '10.0.0.1',
      'a.local',
    ]
    assert.deepEqual(toSubtrees([...names, 'pc7']), [...privateSuffixes, 'srv-1', 'pc7', 'x.dealer-7'])
  })

  it('writes the networks with their masks', async () => {
    const hex = Buffer.from(await encodeNameConstraints(['localhost'])).toString('hex')
    for (const network of [
      '7f000000ff000000',
      '0a000000ff000000',
      'ac100000fff00000',
      'c0a80000ffff0000',
      'a9fe0000ffff0000',
      `${'0'.repeat(31)}1${'f'.repeat(32)}`,
      `fc${'0'.repeat(30)}fe${'0'.repeat(30)}`,
      `fe80${'0'.repeat(28)}ffc0${'0'.repeat(28)}`,
    ]) {
      assert.ok(hex.includes(network), network)
    }
  })

  it('reads no constraint out of what is no certificate', async () => {
    for (const bytes of [[], [0x30], [0x30, 0x84, 0xff, 0xff, 0xff, 0xff], [0x30, 0x80, 0x00, 0x00]]) {
      assert.deepEqual(await readSubtrees(new Uint8Array(bytes)), [])
    }
  })
})
