// The first start without the demo, over HTTP as a browser without scripts sees it: from the link in the terminal to an admin who is
// signed in, with nothing kept before the last step.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { runCli } from '../support/cli.ts'
import {
  admin,
  cookieOf,
  linkOf,
  open,
  PASSWORD,
  post,
  press,
  titleOf,
  valuesOf,
  walkToAdmin,
} from '../support/first-start.ts'
import {
  type Env,
  isOnPostgres,
  makeDatabase,
  makeFolder,
  makeFolderOn,
  onDatabase,
  type Server,
  startServer,
} from '../support/process.ts'
import { until } from '../support/until.ts'

const emptyFolder = async (): Promise<Env> =>
  isOnPostgres
    ? makeFolderOn(await makeDatabase())
    : { WALKAROUND_DATA: join(await makeFolder(), 'data'), WALKAROUND_DEMO: '0' }

async function stop(server: Server): Promise<void> {
  server.kill('SIGTERM')
  await server.ended
}

const countClients = (env: Env) =>
  onDatabase(env, async (database) => {
    const rows = await database.rows<{ id: string }>(sql`select system_client_id as id from system_clients`)
    return rows.map(({ id }) => id).filter((id) => id !== 'open').length
  })

describe('the first start by a link', () => {
  test('leads through client, sites and admin, and signs the admin in', async () => {
    const server = await startServer(await emptyFolder())
    const path = linkOf(server.output())
    const choice = await open(server, path)
    assert.equal(choice.status, 200)
    assert.equal(choice.headers['referrer-policy'], 'no-referrer')
    assert.equal(choice.headers['cache-control'], 'no-store')
    assert.equal(titleOf(await open(server, path, 'de')), 'Walkaround einrichten')

    const last = await walkToAdmin(server, path)
    assert.equal(titleOf(last), 'Your own login')
    const done = await press(server, path, last, admin)
    assert.equal(done.status, 200, done.text)
    assert.equal(titleOf(done), 'Your mail server')
    assert.match(done.text, /Autohaus Süd &amp; Söhne is set up/)
    const cookie = cookieOf(done)
    const session = await server.send({ path: '/app/session', headers: { cookie } })
    assert.equal(session.status, 200, session.text)
    const { login, name, csrf, clients } = JSON.parse(session.text)
    assert.deepEqual(
      [login, name, clients[0].id, clients[0].role],
      ['ada@example.org', 'Ada Admin', 'autohaus-sud-sohne', 'admin'],
    )
    const read = async (what: string) =>
      JSON.parse(
        (
          await server.send({
            path: `/app/system-clients/autohaus-sud-sohne/${what}`,
            headers: { cookie, 'x-walkaround-csrf': csrf },
          })
        ).text,
      )
    assert.deepEqual(
      (await read('sites')).map((site: { id: string; name: string }) => [site.id, site.name]),
      [
        ['neu-ulm', 'Neu-Ulm'],
        ['ulm', 'Ulm'],
      ],
    )
    assert.deepEqual(
      (await read('branches')).map((branch: { id: string; siteId: string; name: string }) => [
        branch.id,
        branch.siteId,
        branch.name,
      ]),
      [
        ['4711', 'ulm', 'Service'],
        ['4712', 'neu-ulm', '4712'],
      ],
    )

    const used = await open(server, path)
    assert.deepEqual([used.status, titleOf(used)], [404, 'Walkaround is set up already'])
    const again = await press(server, path, last, admin)
    assert.deepEqual([again.status, titleOf(again)], [404, 'Walkaround is set up already'])
    const signIn = await server.send({
      method: 'POST',
      path: '/app/session',
      body: { login: 'ada@example.org', password: PASSWORD },
    })
    assert.equal(signIn.status, 200)
    assert.ok(
      !server.output().split(path).slice(2).join('').length,
      'the token is printed once and not logged',
    )
    await stop(server)
  })

  test('keeps nothing before the last step: a killed service asks anew, by a new link', async () => {
    const env = await emptyFolder()
    const first = await startServer(env)
    const path = linkOf(first.output())
    const last = await walkToAdmin(first, path)
    first.kill('SIGKILL')
    await first.ended
    assert.equal(await countClients(env), 0)
    const second = await startServer(env)
    assert.equal((await open(second, path)).status, 404, 'the former link is void')
    const fresh = linkOf(second.output())
    assert.notEqual(fresh, path)
    // What was typed before stands in the open page, and is not lost.
    const done = await press(second, fresh, last, admin)
    assert.equal(titleOf(done), 'Your mail server')
    second.kill('SIGKILL')
    await second.ended
    assert.equal(await countClients(env), 1)
  })

  test('refuses by field, keeps what was typed, and goes back without losing it', async () => {
    const server = await startServer(await emptyFolder())
    const path = linkOf(server.output())
    const client = await post(server, path, {})
    const nameless = await press(server, path, client, {
      id: 'open',
      timeZone: 'Mars/Olympus',
      currency: 'XXX',
    })
    assert.equal(nameless.status, 400)
    for (const field of ['name', 'id', 'timeZone', 'currency'])
      assert.match(nameless.text, new RegExp(`id="${field}-refused"`), field)
    const sites = await press(server, path, client, { name: '<Süd>', id: 'south' })
    assert.equal(titleOf(sites), 'Sites and branches')
    const longer = await press(server, path, sites, { 'site-0': 'Ulm', 'site-0-code-0': 'a' }, 'branch-0')
    const twice = await press(server, path, longer, { 'site-0-code-1': 'a' })
    assert.deepEqual([twice.status, /id="site-0-code-1-refused"/.test(twice.text)], [400, true])
    const back = await press(server, path, twice, {}, 'back')
    assert.equal(titleOf(back), 'Your dealership')
    const { name, id, 'site-0': site, 'site-0-code-1': code } = valuesOf(back.text)
    assert.deepEqual([name, id, site, code], ['<Süd>', 'south', 'Ulm', 'a'])
    const start = await press(server, path, back, {}, 'back')
    assert.equal(titleOf(start), 'Set up Walkaround')
    assert.equal(valuesOf(start.text).name, '<Süd>')

    const last = await walkToAdmin(server, path)
    const weak = await press(server, path, last, { ...admin, password: 'tiny-pw', again: 'tiny-pw' })
    assert.deepEqual([weak.status, /id="password-refused"/.test(weak.text)], [400, true])
    assert.ok(!weak.text.includes('tiny-pw'), 'a password never comes back')
    const differ = await press(server, path, last, { ...admin, again: 'other' })
    assert.match(differ.text, /id="again-refused"/)
    const spaced = await press(server, path, last, { ...admin, login: 'a b' })
    assert.match(spaced.text, /id="login-refused"/)
    // A step that was skipped by hand is checked nevertheless.
    const forged = await post(server, path, { ...valuesOf(last.text), ...admin, name: '', go: 'next' })
    assert.deepEqual([forged.status, titleOf(forged)], [400, 'Your dealership'])
    await stop(server)
  })

  test('of two people who finish at once, one gets it', async () => {
    const server = await startServer(await emptyFolder())
    const path = linkOf(server.output())
    const last = await walkToAdmin(server, path)
    const replies = await Promise.all(
      ['one', 'two', 'three'].map((login) => press(server, path, last, { ...admin, login })),
    )
    assert.deepEqual(replies.map(titleOf).sort(), [
      'Walkaround is set up already',
      'Walkaround is set up already',
      'Your mail server',
    ])
    await stop(server)
  })

  test('wrong tokens are 404 and run into a limit; forms of other sites and reads change nothing', async () => {
    const env = await emptyFolder()
    const server = await startServer(env)
    const path = linkOf(server.output())
    const wrong = `/set-up/${'x'.repeat(32)}`
    assert.equal(titleOf(await open(server, wrong)), 'This link does not work')
    assert.equal((await post(server, wrong, {})).status, 404)
    const foreign = await server.send({
      method: 'POST',
      path: `${path}/own`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      body: '',
    })
    assert.equal(foreign.status, 403)
    await until('guesses are limited', async () => (await open(server, wrong)).status === 429)
    assert.equal((await open(server, path)).status, 200, 'the right link never waits')
    await stop(server)
  })

  test('the command line makes another link, also while the service runs, and none when it is set up', async () => {
    const env = await emptyFolder()
    const server = await startServer(env)
    const path = linkOf(server.output())
    const made = await runCli(['set-up', 'link', '--json'], env)
    assert.equal(made.code, 0, made.stderr)
    const { link } = JSON.parse(made.stdout)
    assert.equal((await open(server, path)).status, 404)
    const fresh = new URL(link).pathname
    const done = await press(server, fresh, await walkToAdmin(server, fresh), admin)
    assert.equal(titleOf(done), 'Your mail server')
    const refused = await runCli(['set-up', 'link'], env)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /set up already/)
    await stop(server)
  })
})
