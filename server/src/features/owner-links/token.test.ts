import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hashToken, makeToken, parseLinkName, toLinkName } from './token.ts'

describe('the name of a link', () => {
  test('holds the client and a token of at least 160 bits, and is read back', () => {
    const token = makeToken()
    assert.ok(Buffer.from(token, 'base64url').length * 8 >= 160)
    const parsed = parseLinkName(toLinkName('acme.südwest', token))
    assert.deepEqual(parsed, { clientId: 'acme.südwest', hash: hashToken(token) })
  })

  test('never comes twice', () => {
    assert.equal(new Set(Array.from({ length: 200 }, makeToken)).size, 200)
  })

  const token = makeToken()
  for (const [what, name] of [
    ['nothing', ''],
    ['no token', 'ZGVtbw'],
    ['a short token', `ZGVtbw.${token.slice(1)}`],
    ['a long token', `ZGVtbw.${token}a`],
    ['a third part', `ZGVtbw.${token}.x`],
    ['no client', `.${token}`],
    ['another spelling of the client', `ZGVtbx.${token}`],
    ['padding', `ZGVtbw==.${token}`],
    ['other characters', `ZGVtbw.${token.slice(1)}%`],
  ] as const) {
    test(`is refused with ${what}`, () => assert.equal(parseLinkName(name), undefined))
  }
})
