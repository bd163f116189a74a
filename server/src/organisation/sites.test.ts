import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { asSystem, newClient } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { sql } from '../db/sql.ts'
import { Problem } from '../problems.ts'
import { getSite, type SiteChanges, setSite } from './sites.ts'

const changesOf = async (clientId: string) =>
  (await testDatabase()).rows<{ subject: string; payload: unknown }>(sql`
    select subject, payload from events where system_client_id = ${clientId} and kind = 'site.changed'
    order by sequence`)

const set = (clientId: string, changes: SiteChanges) =>
  asSystem((scope) => setSite(scope, { clientId, id: 'main', changes }))

describe('what forms print about a site', () => {
  const letterhead = {
    address: ['Hauptstraße 1, Hof', '10115 Berlin'],
    telephone: '+49 30 123456',
    email: 'service@example.com',
    website: 'https://example.com/werkstatt',
  }

  test('is set, kept, and taken away one by one', async () => {
    const { clientId } = await newClient()
    const before = await asSystem((scope) => getSite(scope, { clientId, id: 'main' }))
    assert.deepEqual(await set(clientId, letterhead), { ...before, ...letterhead })
    const { email: _, ...rest } = letterhead
    assert.deepEqual(await set(clientId, { email: null }), { ...before, ...rest })
    assert.deepEqual(await set(clientId, { address: [], telephone: null, website: null }), before)
    assert.deepEqual(await asSystem((scope) => getSite(scope, { clientId, id: 'main' })), before)
  })

  test('an event names what changed, and none is written when nothing did', async () => {
    const { clientId } = await newClient()
    await set(clientId, letterhead)
    await set(clientId, letterhead)
    await set(clientId, { telephone: null, email: 'other@example.com' })
    await set(clientId, { telephone: null, logo: null })
    assert.deepEqual(await changesOf(clientId), [
      { subject: 'site/main', payload: letterhead },
      { subject: 'site/main', payload: { email: 'other@example.com', unset: ['telephone'] } },
    ])
  })

  const refused: [what: string, changes: SiteChanges, info: RegExp][] = [
    ['seven lines', { address: ['1', '2', '3', '4', '5', '6', '7'] }, /^address: .* has 7 lines; at most 6/],
    ['a long line', { address: ['x'.repeat(201)] }, /^address: .* 1 to 200 printable/],
    ['a line break in a line', { address: ['a\nb'] }, /^address: "a\\nb" must be a line/],
    ['a line without text', { address: ['a', ' '] }, /^address: " "/],
    ['a telephone without a digit', { telephone: 'call us' }, /^telephone: "call us" .* with a digit/],
    ['a telephone with a control character', { telephone: '+49\u0007' }, /^telephone/],
    ['an e-mail address without @', { email: 'example.com' }, /^email: "example.com" must be an address/],
    ['an e-mail address with a space', { email: 'a b@example.com' }, /^email/],
    ['a website without https', { website: 'http://example.com' }, /^website: .*https:\/\/example.com/],
    ['a website that is a script', { website: 'javascript:alert(1)' }, /^website/],
    ['a website with a password', { website: 'https://a:b@example.com' }, /^website: .*without a password/],
    ['an empty name', { name: '' }, /^name/],
  ]
  for (const [what, changes, info] of refused) {
    test(`${what} is refused`, async () => {
      const { clientId } = await newClient()
      await assert.rejects(set(clientId, changes), (error) => {
        assert.ok(error instanceof Problem && error.kind === 'invalidArgument', String(error))
        assert.match(error.errorInfo, info)
        return true
      })
      assert.deepEqual(await changesOf(clientId), [])
    })
  }

  test('the longest that fits is taken, in any script', async () => {
    const { clientId } = await newClient()
    const changes = {
      address: Array.from({ length: 6 }, () => 'Ж'.repeat(200)),
      email: 'мастер@пример.рф',
      website: 'https://пример.рф',
    }
    const site = await set(clientId, changes)
    assert.deepEqual(
      { ...site, id: undefined, name: undefined },
      { ...changes, id: undefined, name: undefined },
    )
  })
})
