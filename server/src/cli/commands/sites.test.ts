import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { newClient, uniqueId } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { loadConfig } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { photoKey } from '../../features/photos/receive-photo.ts'
import { Problem } from '../../problems.ts'
import { mediaOnDemand } from '../../process/open-media.ts'
import { findCommand } from '../commands.ts'
import { toArgs } from '../options.ts'
import { parse } from '../program.ts'
import { cliActor, runCommand } from '../run-command.ts'
import { views } from '../views.ts'
import type { Command } from './define.ts'

const now = new Date('2026-05-06T07:08:09.010Z')

describe('commands on sites', () => {
  let folder: string
  let database: Database
  let media: ReturnType<typeof mediaOnDemand>
  let config: ReturnType<typeof loadConfig>
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'walkaround-sites-'))
    database = await testDatabase()
    config = loadConfig({ WALKAROUND_DATA: folder })
    media = mediaOnDemand(config, database)
  })
  after(async () => {
    await media.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** A command as typed, parsed by the command line. */
  // biome-ignore lint/suspicious/noExplicitAny: results are JSON
  async function run(...words: string[]): Promise<any> {
    const invocation = await parse(words, '1', 80)
    assert.ok(invocation)
    const command = (await findCommand(invocation.name)) as Command
    const args = await toArgs(command, invocation.words, invocation.options)
    return runCommand(
      { database, config, media: media.open, now, actor: cliActor('anna'), progress: () => {} },
      invocation.name,
      args,
    )
  }

  const refuses = (words: string[], kind: string, info: RegExp) =>
    assert.rejects(run(...words), (error) => {
      assert.ok(error instanceof Problem, String(error))
      assert.deepEqual([error.kind, info.test(error.errorInfo)], [kind, true], error.errorInfo)
      return true
    })

  async function fileWith(bytes: Buffer | string): Promise<string> {
    const file = join(folder, uniqueId('picture'))
    await writeFile(file, bytes)
    return file
  }

  const picture = () => sharp({ create: { width: 120, height: 40, channels: 4, background: '#08a8' } })

  test('address, telephone, e-mail and website are set, shown and taken away', async () => {
    const { clientId } = await newClient()
    const site = await run(
      ...['site', 'set', clientId, 'main', '--address', 'Main Street 1, yard; 12345 Town ;'],
      ...['--telephone', '+1 555 0100', '--email', 'a@example.com', '--website', 'https://example.com'],
    )
    assert.deepEqual(site.address, ['Main Street 1, yard', '12345 Town'])
    const listed = await run('site', 'list', clientId)
    assert.deepEqual(listed, [site])
    for (const cells of [300, 60]) {
      const text = views['site list']?.(listed, { cells, args: {}, now }) ?? ''
      for (const value of ['Main Street 1, yard; 12345 Town', '+1 555 0100', 'a@example.com', 'https://ex']) {
        assert.ok(text.includes(value), text)
      }
    }
    await run(
      'site',
      'set',
      clientId,
      'main',
      '--telephone',
      '',
      '--email',
      '',
      '--website=',
      '--address',
      '',
    )
    assert.deepEqual(await run('site', 'list', clientId), [{ id: 'main', name: clientId }])
    await refuses(['site', 'set', clientId, 'main'], 'invalidArgument', /nothing to change/)
    await refuses(['site', 'set', clientId, 'main', '--email', 'a'], 'invalidArgument', /^email: "a" must/)
  })

  test('colours and hours are set, shown and taken away; what cannot be shown is refused', async () => {
    const { clientId } = await newClient()
    const set = (...words: string[]) => run('site', 'set', clientId, 'main', ...words)
    const site = await set(
      ...['--main-colour', '#123A5c', '--second-colour', '#f0a63c'],
      ...['--hours', 'mo-fr 08:00-18:00; sa 09:00-13:00'],
    )
    assert.deepEqual(
      [site.mainColour, site.secondColour, site.hours],
      ['#123A5c', '#f0a63c', ['mo-fr 08:00-18:00', 'sa 09:00-13:00']],
    )
    assert.deepEqual(await run('site', 'list', clientId), [site])
    const refused = (words: string[], info: RegExp) =>
      refuses(['site', 'set', clientId, 'main', ...words], 'invalidArgument', info)
    await refused(['--main-colour', 'blue'], /^mainColour: "blue" must be a colour such as/)
    await refused(['--hours', 'mo-fr 8-18'], /^hours: "mo-fr 8-18" must be days and times/)
    await set('--main-colour', '', '--second-colour', '', '--hours', '')
    assert.deepEqual(await run('site', 'list', clientId), [{ id: 'main', name: clientId }])
  })

  test("an advisor's picture is found by id or e-mail address, replaced and removed", async () => {
    const { clientId } = await newClient()
    const file = await fileWith(await picture().png().toBuffer())
    const at = ['site', 'picture', clientId, 'main']
    const [kept] = await run(...at, 'Jo.Sample@Example.com', file)
    assert.equal(kept.person, 'jo.sample@example.com')
    assert.equal((await run(...at, 'SA-1', file)).length, 2)
    await run(...at, 'SA-1', '--remove')
    assert.deepEqual(await run('site', 'pictures', clientId, 'main'), [kept])
    await refuses([...at, 'SA-1', '--remove'], 'noSuchResource', /"SA-1" has no picture/)
    await refuses([...at, 'SA-1'], 'invalidArgument', /name a file, or use --remove/)
  })

  test('what an hour costs is set by labour type, shown and taken away; a mistake is named', async () => {
    const { clientId } = await newClient()
    const set = (rates: string) => run('site', 'set', clientId, 'main', '--hourly-rates', rates)
    const { hourlyRates } = await set('mechanical=118.50 EUR; high voltage = 142 EUR;100 EUR')
    assert.deepEqual(hourlyRates, [
      { labourType: 'mechanical', amountExVat: 118.5, currency: 'EUR' },
      { labourType: 'high voltage', amountExVat: 142, currency: 'EUR' },
      { amountExVat: 100, currency: 'EUR' },
    ])
    const listed = await run('site', 'list', clientId)
    const text = views['site list']?.(listed, { cells: 300, args: {}, now }) ?? ''
    assert.ok(text.includes('mechanical 118.5 EUR; high voltage 142 EUR; 100 EUR'), text)
    for (const wrong of ['118', 'a=0 EUR', 'a=-1 EUR', 'a=1 XXZ', 'a=1.234 EUR', 'a=1.5 JPY', 'a=1e3 EUR'])
      await refuses(
        ['site', 'set', clientId, 'main', '--hourly-rates', wrong],
        'invalidArgument',
        new RegExp(`^hourlyRates: "${wrong}" must be a labour type`),
      )
    await refuses(
      ['site', 'set', clientId, 'main', '--hourly-rates', 'a=1 EUR;a=2 EUR'],
      'invalidArgument',
      /^hourlyRates: "a EUR" must be given once/,
    )
    await set('')
    assert.deepEqual(await run('site', 'list', clientId), [{ id: 'main', name: clientId }])
  })

  for (const format of ['png', 'jpeg', 'webp'] as const) {
    test(`a logo as ${format} is kept among the client's photos`, async () => {
      const { clientId } = await newClient()
      const { logo } = await run(
        'site',
        'logo',
        clientId,
        'main',
        await fileWith(await picture()[format]().toBuffer()),
      )
      const stored = await (await media.open()).files.read(photoKey(clientId, logo))
      assert.ok(stored)
      assert.equal(createHash('sha256').update(stored).digest('hex'), logo)
      const { width, height } = await sharp(stored).metadata()
      assert.deepEqual([width, height], [120, 40])
      const event = await database.row<{ payload: unknown }>(sql`
        select payload from events where system_client_id = ${clientId} and kind = 'site.changed'`)
      assert.deepEqual(event?.payload, { logo })
    })
  }

  test('a logo is removed', async () => {
    const { clientId } = await newClient()
    await run('site', 'logo', clientId, 'main', await fileWith(await picture().png().toBuffer()))
    assert.equal((await run('site', 'logo', clientId, 'main', '--remove')).logo, undefined)
    assert.deepEqual(await run('site', 'list', clientId), [{ id: 'main', name: clientId }])
  })

  test('what is no logo is refused with the reason, and the old one stays', async () => {
    const { clientId } = await newClient()
    const good = await fileWith(await picture().png().toBuffer())
    const { logo } = await run('site', 'logo', clientId, 'main', good)
    const site = ['site', 'logo', clientId, 'main']
    const avif = await fileWith(await picture().avif({ effort: 0 }).toBuffer())
    await refuses([...site, avif], 'photoRefused', /PNG, JPEG or WebP, this is AVIF/)
    await refuses([...site, await fileWith('<svg xmlns="x"></svg>')], 'photoRefused', /SVG/)
    await refuses([...site, await fileWith('hello')], 'photoRefused', /not a photo/)
    const whole = await picture().png().toBuffer()
    await refuses([...site, await fileWith(whole.subarray(0, 60))], 'photoRefused', /./)
    await refuses(site, 'invalidArgument', /^file: name a file, or use --remove/)
    await refuses([...site, good, '--remove'], 'invalidArgument', /^file: name a file, or use --remove/)
    await refuses(['site', 'logo', clientId, 'nowhere', good], 'noSuchResource', /no site "nowhere"/)
    await assert.rejects(run(...site, join(folder, 'none.png')), /none.png cannot be read: ENOENT/)
    await assert.rejects(
      run(...site, await fileWith(Buffer.alloc(2_097_153))),
      /2097153 bytes, and 2097152 is the most/,
    )
    assert.equal((await run('site', 'list', clientId))[0].logo, logo)
  })

  test('a logo that is too large is refused by the service too', async () => {
    const { clientId } = await newClient()
    const args = { client: clientId, id: 'main', file: Buffer.alloc(2_097_153).toString('base64') }
    const context = { database, config, media: media.open, now, actor: cliActor('anna'), progress: () => {} }
    await assert.rejects(runCommand(context, 'site logo', args), /too large/i)
  })
})
