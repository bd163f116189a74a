// `npm run bench -- --only=console`: the lists of the admin console for a group with 500 people, 1,000 branches and 2,000 packages. Each takes
// turns with a request that reads one row, so that a slow machine does not look like a slow list.
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../scripts/postgres.ts'
import type { Database } from '../server/src/db/database.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { openPostgres } from '../server/src/db/postgres.ts'
import { inTransaction } from '../server/src/db/transaction.ts'
import { loadDefaultTemplates } from '../server/src/features/templates/default-templates.ts'
import { issueKey } from '../server/src/identity/issue-key.ts'
import { addLogin } from '../server/src/identity/logins.ts'
import { createPasswords } from '../server/src/identity/passwords.ts'
import { addClient } from '../server/src/organisation/clients.ts'
import { openConsolePages } from './console-pages.ts'
import { median } from './median.ts'
import { ended, type Service, startService } from './start-ours.ts'

const CLIENT = 'group'
const PEOPLE = 500
const BRANCHES = 1_000
const PACKAGES = 2_000
const MOST_MS = 300

const ADMIN = 'bench-admin'
const PASSWORD = 'the long lists of a large group'

interface Keys {
  admin: string
  dms: string
}

/** Sites, branches and people as rows: only reading them is measured. */
const rows = `
  insert into sites (system_client_id, id, name, created_at)
    select '${CLIENT}', 'site' || n, 'Site ' || n, now() from generate_series(1, 100) n;
  insert into branches (system_client_id, id, site_id, name)
    select '${CLIENT}', 'B' || n, 'site' || (n % 100 + 1), 'Branch ' || n from generate_series(1, ${BRANCHES}) n;
  insert into branch_codes (system_client_id, code, branch_id)
    select '${CLIENT}', 'C' || n || '-' || m, 'B' || n from generate_series(1, ${BRANCHES}) n, generate_series(1, 2) m;
  insert into logins (id, login, name)
    select 'p' || n, 'person' || n || '@example.org', 'Person ' || n from generate_series(1, ${PEOPLE}) n;
  insert into login_roles (system_client_id, login_id, role, branch_ids)
    select '${CLIENT}', 'p' || n, case n % 3 when 0 then 'advisor' else 'technician' end, array['B' || n, 'B' || (n + 1)]
    from generate_series(1, ${PEOPLE}) n;
  analyze;`

async function fill(database: Database): Promise<Keys> {
  await migrate(database)
  await loadDefaultTemplates(database)
  const passwordHash = await createPasswords({ passes: 3 }).hash(PASSWORD)
  const keys = await inTransaction(database, async (db) => {
    const scope = { db, actor: { kind: 'system', id: 'bench' } as const, now: new Date() }
    await addClient(scope, { id: CLIENT, name: 'A group' })
    await addLogin(scope, { login: ADMIN, passwordHash, clientId: CLIENT, role: 'admin' })
    await addLogin(scope, { login: 'bench-dms', clientId: CLIENT, role: 'dms' })
    return {
      admin: (await issueKey(scope, { login: ADMIN })).key,
      dms: (await issueKey(scope, { login: 'bench-dms' })).key,
    }
  })
  await database.script(rows)
  return keys
}

interface Asked {
  status: number
  text: string
  ms: number
}

function asker({ port, ca }: Service, agent: Agent) {
  return (key: string, path: string, method = 'GET', body?: unknown): Promise<Asked> =>
    new Promise((resolve, reject) => {
      const begun = performance.now()
      const headers = {
        'x-api-key': key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      }
      const sent = request({ host: 'localhost', port, ca, agent, path, method, headers }, (reply) => {
        let text = ''
        reply.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        reply.on('end', () => {
          const status = reply.statusCode ?? 0
          if (status >= 300) reject(new Error(`${method} ${path}: ${status} ${text.slice(0, 500)}`))
          else resolve({ status, text, ms: performance.now() - begun })
        })
      })
      sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body))
    })
}

const app = (path: string) => `/app/system-clients/${CLIENT}${path}`

const lists: readonly (readonly [name: string, path: string])[] = [
  ['people', '/logins'],
  ['invitations', '/invitations'],
  ['keys', '/keys'],
  ['sites', '/sites'],
  ['branches', '/branches'],
  ['tablets', '/tablets'],
  ['sign-in providers', '/sign-in-providers'],
  ['channels of messages', '/message-channels'],
  ['texts of messages', '/message-texts'],
  ['messages that failed', '/messages'],
  ['templates', '/templates'],
  ['packages, first page', '/packages'],
  ['packages, found by words', '/packages?search=1999'],
  ['audit, first page', '/audit'],
]

/** What shows that the list of a page is there: its first row. */
const pages: readonly (readonly [name: string, path: string, row: string])[] = [
  ['people', 'people', 'main tbody tr'],
  ['keys', 'keys', 'main tbody tr'],
  ['sites', 'sites', 'main .rows li'],
  ['branches', 'branches', 'main tbody tr'],
  ['tablets', 'tablets', 'main tbody tr'],
  ['templates and packages', 'catalogue', 'main tbody tr'],
  ['audit', 'audit', 'main tbody tr'],
]

type Ask = ReturnType<typeof asker>

async function addMore(ask: Ask, keys: Keys): Promise<void> {
  for (let n = 0; n < PACKAGES; n++)
    await ask(keys.dms, `/v1/system-clients/${CLIENT}/packages/pads-${n}`, 'PUT', {
      description: `Brake pads ${n}`,
      currency: 'EUR',
      variants: [
        { id: 'v', contents: [{ itemCategory: 'labour', id: '1', amountExVat: 10, amountIncVat: 12 }] },
      ],
    })
  for (let n = 0; n < 100; n++)
    await ask(keys.admin, app('/keys'), 'POST', { login: 'bench-dms', label: `Key ${n}` })
  const invitations = Array.from({ length: 100 }, (_, n) => ({
    login: `new${n}@example.org`,
    name: `New ${n}`,
    role: 'technician',
    branches: [`C${n + 1}-1`],
  }))
  await ask(keys.admin, app('/invitations/several'), 'POST', { invitations })
  for (let n = 0; n < 50; n++) await ask(keys.admin, app('/tablets'), 'POST', { name: `Bay ${n}` })
}

export async function benchConsole(rounds: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-console-'))
  const postgres = await startPostgres({ fsync: false })
  try {
    const database = openPostgres({ url: postgres.url, poolSize: 2 })
    const keys = await fill(database).finally(() => database.close())
    const service = await startService({ url: postgres.url, dataDir: join(folder, 'data') })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    try {
      const ask = asker(service, agent)
      process.stderr.write('packages, keys, invitations, tablets …\n')
      await addMore(ask, keys)
      const lists = await measure(ask, keys, rounds)
      return `${lists}\n\n${await measurePages(service, join(folder, 'data'), rounds)}`
    } finally {
      agent.destroy()
      await ended(service.child)
    }
  } finally {
    await postgres.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

const toldMs = (ms: number): string => (ms > MOST_MS ? `**${ms.toFixed(1)} ms**` : `${ms.toFixed(1)} ms`)

async function measure(ask: Ask, keys: Keys, rounds: number): Promise<string> {
  const lines: string[] = []
  for (const [name, path] of lists) {
    const seen: { list: Asked; one: Asked }[] = []
    for (let round = -2; round < rounds; round++) {
      const [list, one] = [
        await ask(keys.admin, app(encodeURI(path))),
        await ask(keys.admin, app('/settings')),
      ]
      if (round >= 0) seen.push({ list, one })
    }
    const ms = median(seen.map(({ list }) => list.ms))
    const ratio = median(seen.map(({ list, one }) => list.ms / one.ms))
    const kilobytes = Buffer.byteLength(seen[0]?.list.text ?? '') / 1000
    lines.push(`| ${name} | ${kilobytes.toFixed(1)} kB | ${toldMs(ms)} | ${ratio.toFixed(2)} |`)
    process.stderr.write(`${lines.at(-1)}\n`)
  }
  return [
    `${rounds} rounds, medians; ${PEOPLE} people, ${BRANCHES} branches, ${PACKAGES} packages. The goal is at most ${MOST_MS} ms.`,
    '',
    '| list | reply | time | beside reading one row |',
    '| --- | --- | --- | --- |',
    ...lines,
  ].join('\n')
}

async function measurePages({ port }: Service, dataDir: string, rounds: number): Promise<string> {
  const base = `https://localhost:${port}`
  const reached = { base, plain: base, key: '', passwords: new Map([[ADMIN, PASSWORD]]), dataDir }
  const shown = await openConsolePages(reached, ADMIN)
  if (shown === undefined) return 'Pages were not opened: there is no Chromium.'
  const lines: string[] = []
  for (const [name, path, row] of pages) {
    const seen: number[] = []
    for (let round = -2; round < rounds; round++) {
      const ms = await shown.show(path, row)
      if (round >= 0) seen.push(ms)
    }
    lines.push(`| ${name} | ${toldMs(median(seen))} | ${toldMs(Math.max(...seen))} |`)
    process.stderr.write(`${lines.at(-1)}\n`)
  }
  await shown.close()
  return [
    'The pages in Chromium on the same machine, from the click in the menu until the first rows are painted:',
    '',
    '| page | median | longest |',
    '| --- | --- | --- |',
    ...lines,
  ].join('\n')
}
