import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { testDatabase } from '../../test/support/database.ts'
import { loadConfig } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { loadDefaultTemplates } from '../features/templates/default-templates.ts'
import { Problem } from '../problems.ts'
import { listAllCommands } from './commands.ts'
import { groups } from './program.ts'
import { cliActor, commandRunner, runCommand } from './run-command.ts'
import { views } from './views.ts'

const now = new Date('2026-05-06T07:08:09.010Z')
const config = loadConfig({})
const media = () => Promise.reject(new Error('no command here needs files'))
const unique = () => `c${randomBytes(6).toString('hex')}`

describe('commands', () => {
  let database: Database
  before(async () => {
    database = await testDatabase()
    await loadDefaultTemplates(database)
  })

  // biome-ignore lint/suspicious/noExplicitAny: results are JSON
  const run = (name: string, args: Record<string, unknown> = {}): Promise<any> =>
    runCommand({ database, config, media, now, actor: cliActor('anna'), progress: () => {} }, name, args)

  const refuses = (name: string, args: Record<string, unknown>, kind: string, info: RegExp) =>
    assert.rejects(run(name, args), (error) => {
      assert.ok(error instanceof Problem, String(error))
      assert.equal(error.kind, kind)
      assert.match(error.errorInfo, info)
      return true
    })

  async function newClient(): Promise<string> {
    const id = unique()
    await run('client add', { id })
    return id
  }

  async function newLogin(client: string, role = 'dms'): Promise<string> {
    const login = `${client}-${role}-${unique()}`
    await run('login add', { login, client, role })
    return login
  }

  test('a change is done in one transaction and says who sat at the keyboard', async () => {
    const id = await newClient()
    const events = await database.rows<{ kind: string; actor: string; at: Date }>(
      sql`select kind, actor, at from events where system_client_id = ${id}`,
    )
    assert.deepEqual(events, [{ kind: 'client.created', actor: 'system:cli:anna', at: now }])
    await refuses('client add', { id }, 'alreadyExists', /there is a system client/)
  })

  test('settings of a client are changed one by one, and nothing is a mistake', async () => {
    const id = await newClient()
    await run('client set', { client: id, currency: 'EUR', releaseTypes: ['health', 'VC'] })
    const changed = await run('client set', { client: id, currency: null, strictBranches: true })
    assert.equal(changed.currency, undefined)
    assert.deepEqual([changed.strictBranches, changed.releaseTypes], [true, ['health', 'VC']])
    assert.deepEqual(await run('client show', { client: id }), changed)
    await refuses('client set', { client: id }, 'invalidArgument', /nothing to change/)
    const look = { cells: 200, args: {}, now }
    const withCode = await run('client set', { client: id, decisionCodeAbove: '499.90' })
    assert.match(views['client set']?.(withCode, look) ?? '', /code above +499\.9\b/)
    const without = await run('client set', { client: id, decisionCodeAbove: null })
    assert.match(views['client set']?.(without, look) ?? '', /code above +never/)
    for (const wrong of ['-1', 'much', '1e3']) {
      await refuses(
        'client set',
        { client: id, decisionCodeAbove: wrong },
        'invalidArgument',
        /decisionCodeAbove/,
      )
    }
  })

  test('sites and branches', async () => {
    const client = await newClient()
    await run('site add', { client, id: 'north', name: 'North' })
    await run('branch add', { client, code: '4711', site: 'north' })
    await run('branch add', { client, code: '0815', id: 'old' })
    await run('branch merge', { client, from: 'old', into: '4711' })
    const branches = await run('branch list', { client })
    assert.equal(branches.length, 1)
    assert.deepEqual([branches[0].siteId, branches[0].codes], ['north', ['0815', '4711', 'old']])
    const released = await run('branch set', { client, id: '4711', releaseTypes: [] })
    assert.deepEqual(released.releaseTypes, [])
    const following = await run('branch set', { client, id: '4711', releaseTypes: null })
    assert.equal(following.releaseTypes, undefined)
  })

  test('a key is shown as key and prefix and nothing else', async () => {
    const login = await newLogin(await newClient())
    const issued = await run('key issue', { login, label: 'nightly' })
    assert.deepEqual(Object.keys(issued), ['key', 'prefix'])
    assert.ok(issued.key.startsWith(issued.prefix))
    const limited = await run('key limit', { key: issued.prefix, most: '500' })
    assert.equal(limited.requestsPerMinute, 500)
    const [withLimit] = await run('key list', { login })
    assert.equal(withLimit.requestsPerMinute, 500)
    await run('key limit', { key: issued.prefix, most: 'default' })
    await assert.rejects(run('key limit', { key: issued.prefix, most: '0' }), {
      kind: 'invalidArgument',
      errorInfo: /^most: "0" is neither/,
    })
    await run('key block', { key: issued.prefix })
    const [listed] = await run('key list', { login })
    assert.deepEqual(
      [listed.prefix, listed.label, listed.blockedAt, listed.requestsPerMinute],
      [issued.prefix, 'nightly', now.toISOString(), undefined],
    )
  })

  test('a key expires after days, at the end of a day, or at a moment', async () => {
    const login = await newLogin(await newClient())
    for (const [expires, at] of [
      ['90d', '2026-08-04T07:08:09.010Z'],
      ['2026-12-31T12:00Z', '2026-12-31T12:00:00.000Z'],
    ]) {
      const { prefix } = await run('key issue', { login, expires })
      const listed = (await run('key list', { login })).find(
        (key: { prefix: string }) => key.prefix === prefix,
      )
      assert.equal(listed.expiresAt, at)
    }
    const { prefix } = await run('key issue', { login, expires: '2026-12-31' })
    const listed = (await run('key list', { login })).find((key: { prefix: string }) => key.prefix === prefix)
    assert.match(listed.expiresAt, /^2026-12-31T23:59:59|^2027-01-01T00:00:00/)
    await refuses(
      'key issue',
      { login, expires: '2026-02-30' },
      'invalidArgument',
      /neither days such as 90d/,
    )
    await refuses('key issue', { login, expires: '0d' }, 'invalidArgument', /neither days/)
    await refuses('key issue', { login, expires: '2020-01-01' }, 'invalidArgument', /in the future/)
  })

  test('logins: a role is limited to branches, shown with them, and widened again', async () => {
    const client = await newClient()
    for (const code of ['4711', '0815']) await run('branch add', { client, code })
    const login = await newLogin(client, 'advisor')
    const given = await run('login grant', { login, client, role: 'advisor', branch: ['4711', '0815'] })
    assert.deepEqual(given, { login, client, role: 'advisor', branches: ['0815', '4711'] })
    const left = await run('login revoke', { login, client, branch: ['0815'] })
    assert.deepEqual(left.branches, ['4711'])
    const shown = await run('login show', { login })
    assert.deepEqual(shown.roles, [{ clientId: client, role: 'advisor', branches: ['4711'] }])
    await refuses('login grant', { login, client, role: 'dms' }, 'invalidArgument', /whole client/)
    await run('login grant', { login, client, role: 'dms', branch: null })
    assert.deepEqual((await run('login show', { login })).roles, [{ clientId: client, role: 'dms' }])
    await run('login revoke', { login, client })
    assert.deepEqual((await run('login show', { login })).roles, [])
  })

  test('logins: roles are granted and revoked, a login is disabled and enabled', async () => {
    const [first, second] = [await newClient(), await newClient()]
    const login = await newLogin(first, 'advisor')
    await run('login grant', { login, client: second, role: 'manager' })
    await run('login disable', { login })
    const [listed] = await run('login list', { client: second })
    assert.deepEqual(listed.roles, [{ clientId: second, role: 'manager' }])
    assert.equal(listed.disabledAt, now.toISOString())
    await run('login enable', { login })
    await run('login revoke', { login, client: second })
    assert.deepEqual(await run('login list', { client: second }), [])
  })

  test('a password is stored hashed, and its text nowhere', async () => {
    const client = await newClient()
    const login = `${client}-anna`
    const added = await run('login add', {
      login,
      client,
      role: 'manager',
      password: 'correct horse battery',
    })
    assert.equal(added.hasPassword, true)
    const row = await database.row<{ passwordHash: string }>(
      sql`select password_hash from logins where login = ${login}`,
    )
    assert.match(row?.passwordHash ?? '', /^\$argon2id\$/)
    await refuses('login password', { login, password: 'short' }, 'weakPassword', /^password: must be 10/)
    for (const password of ['Password2026!', `${login}123`, 'qwertyuiop1234']) {
      await refuses('login password', { login, password }, 'weakPassword', /^password: (?!.*2026)/)
    }
  })

  test('templates are listed, exported, imported under a client and chosen', async () => {
    const client = await newClient()
    const listed = await run('template list', { client })
    assert.ok(listed.some(({ id }: { id: string }) => id === 'open!health'))
    const document = await run('template export', { client, id: 'open!health' })
    const imported = await run('template import', { client, document })
    assert.deepEqual(imported, { id: document.id, version: 1, isNew: true })
    assert.deepEqual(await run('template export', { client, id: document.id, version: 1 }), document)
    assert.deepEqual(await run('template use', { client, surveyType: 'health', template: document.id }), {
      surveyType: 'health',
      template: document.id,
    })
    await refuses('template import', { client, document: { id: 'x' } }, 'severalViolations', /surveyType/)
  })

  test('surveys are asked for by order or by lead', async () => {
    const client = await newClient()
    await refuses('survey list', { client }, 'invalidArgument', /either an order or a lead/)
    await refuses('survey list', { client, order: 'o', lead: 'l' }, 'invalidArgument', /either/)
    await refuses('survey list', { client, order: 'nope' }, 'noSuchResource', /no service order "nope"/)
    await refuses('survey show', { client, survey: 'nope' }, 'noSuchResource', /no survey "nope"/)
    await refuses('survey complete', { client, survey: 'nope' }, 'noSuchResource', /no survey "nope"/)
    await refuses('survey reopen', { client, survey: 'nope', reason: 'x' }, 'noSuchResource', /no survey/)
    await refuses(
      'survey show',
      { client: 'nobody', survey: 's' },
      'noSuchResource',
      /no system client "nobody"/,
    )
  })

  test('what comes over the socket is checked like what is typed', async () => {
    await refuses('client add', {}, 'invalidArgument', /^id: is missing$/)
    await refuses('client add', { id: 1 }, 'invalidArgument', /^id: must be string$/)
    await refuses('client add', { id: 'x', boss: true }, 'invalidArgument', /^boss: is not an option/)
    await refuses(
      'login grant',
      { login: 'a', client: 'b', role: 'boss' },
      'invalidArgument',
      /"boss" is not one of dms/,
    )
    await refuses('client add', { id: 1, boss: true }, 'severalViolations', /id: .*\n?/)
    for (const name of ['nothing', 'constructor', '__proto__', 'toString', '']) {
      await refuses(name, {}, 'invalidArgument', /there is no command/)
    }
  })

  test('the service runs a command in the name of its caller', async () => {
    const id = unique()
    await commandRunner({ database, config, media })(
      'client add',
      { id },
      { user: 'root', progress: () => {} },
    )
    const event = await database.row<{ actor: string }>(
      sql`select actor from events where system_client_id = ${id}`,
    )
    assert.equal(event?.actor, 'system:cli:root')
  })

  test('the state of the database is told', async () => {
    const status = await run('status')
    assert.equal(status.engine, database.engine)
    assert.equal(status.schemaVersion, status.knownSchema)
    assert.deepEqual(await run('migrate'), {
      schemaVersion: status.schemaVersion,
      applied: [],
      fillings: status.fillings,
    })
  })

  test('every command is summed up in a phrase', async () => {
    for (const [name, { summary = groups[name]?.summary ?? '' }] of Object.entries(await listAllCommands())) {
      assert.match(summary, /^[a-z].*[^.]$/, name)
    }
  })
})
