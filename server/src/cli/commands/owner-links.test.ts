import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '../../../test/support/api.ts'
import { makeOwnerScene, pathOf, read } from '../../../test/support/owner.ts'
import { sql } from '../../db/sql.ts'
import { runCommand } from '../run-command.ts'
import type { CommandContext } from './define.ts'

async function run(name: string, args: Record<string, unknown>) {
  const { database, media } = await testApp()
  const context = {
    database,
    config: {
      baseUrl: 'https://walkaround.test',
      port: 1,
      secretKey: Buffer.alloc(32, 7).toString('base64'),
    },
    media: async () => media,
    now: new Date(),
    actor: { kind: 'system', id: 'test' },
    progress: () => {},
  } as unknown as CommandContext
  // biome-ignore lint/suspicious/noExplicitAny: results are JSON
  return (await runCommand(context, name, args)) as any
}

describe('commands on owner links', () => {
  it('make none that decides: such a link goes to its person and to nobody else', async () => {
    const { client, surveyId } = await makeOwnerScene()
    const at = { client: client.id, survey: surveyId }
    const made = await run('owner-link create', at)
    assert.equal(made.kind, 'viewing')
    const page = await read(pathOf(made))
    assert.equal(page.statusCode, 200)
    assert.doesNotMatch(page.body, /<form/)
    await assert.rejects(run('owner-link create', { ...at, deciding: true }), { kind: 'invalidArgument' })
    const links = await run('owner-link list', at)
    assert.deepEqual(
      links.map(({ kind }: { kind: string }) => kind),
      ['deciding', 'viewing'],
    )
  })

  it('make one that opens the page, list them without tokens, and withdraw them', async () => {
    const { client, surveyId } = await makeOwnerScene()
    const at = { client: client.id, survey: surveyId }
    const made = await run('owner-link create', { ...at, days: 3 })
    assert.equal((await read(pathOf(made))).statusCode, 200)
    const days = (Date.parse(made.validUntil) - Date.now()) / 86_400_000
    assert.ok(days > 2.9 && days <= 3, `${days}`)
    const links = await run('owner-link list', at)
    assert.equal(links.length, 2)
    assert.ok(!JSON.stringify(links).includes(made.url.split('.').at(-1)))
    assert.deepEqual(await run('owner-link withdraw', { ...at, link: made.id }), { withdrawn: [made.id] })
    assert.equal((await read(pathOf(made))).statusCode, 410)
    assert.equal((await run('owner-link withdraw', at)).withdrawn.length, 1)
    assert.deepEqual(await run('owner-link withdraw', at), { withdrawn: [] })
  })

  it('keep no token in the database', async () => {
    const { link } = await makeOwnerScene()
    const { database } = await testApp()
    const rows = await database.rows<{ text: string }>(sql`
      select t::text as text from owner_links t union all select t::text from events t`)
    assert.ok(rows.length > 0 && rows.every(({ text }) => !text.includes(link.token)))
  })

  it('set how long links are valid', async () => {
    const { client, surveyId } = await makeOwnerScene()
    await run('owner-link days', { client: client.id, days: 10 })
    const { validUntil } = await run('owner-link create', { client: client.id, survey: surveyId })
    assert.equal(Math.round((Date.parse(validUntil) - Date.now()) / 86_400_000), 10)
    await assert.rejects(run('owner-link days', { client: client.id, days: 4000 }), {
      kind: 'invalidArgument',
    })
    await assert.rejects(run('owner-link create', { client: client.id, survey: 'none' }), {
      kind: 'noSuchResource',
    })
  })
})
