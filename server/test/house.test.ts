// The rules of the house, checked on its files: who may import whom, where SQL and settings live, how files begin and
// are named, and that every table has its system client.
import assert from 'node:assert/strict'
import { homedir } from 'node:os'
import { basename, dirname } from 'node:path'
import { before, describe, test } from 'node:test'
import { operations as appOperations } from '@walkaround/contract/app/operations.ts'
import { operations as dmsOperations } from '@walkaround/contract/dms/operations.ts'
import { problems } from '@walkaround/contract/problems.ts'
import type { Database } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import { readStatement } from './support/bound-tables.ts'
import { testDatabase } from './support/database.ts'
import { appRooms, borrowedByOffice, floorOf, officeBundles, officeRooms, rooms } from './support/rooms.ts'
import {
  findCycles,
  type Import,
  importsOf,
  isTest,
  listFiles,
  root,
  textOf,
} from './support/source-files.ts'
import { listStatements } from './support/statements.ts'
import { foreignReads, foreignWrites, owners } from './support/table-owners.ts'

const sources = listFiles([
  'contract/src/**/*.ts',
  'demo/src/**/*.ts',
  'server/src/**/*.ts',
  'web/src/**/*.{ts,tsx}',
])
const product = sources.filter((file) => !isTest(file))
const imports = product.flatMap(importsOf)

/** Exceptions from the rules, with the reason. A line that is no longer true must be removed. */
const exceptions: Record<string, string> = {
  'web/src/landing.ts has a path of the interface': 'shows commands for a first call by hand',
  'web/src/reference/code/curl.ts has a path of the interface': 'shows commands for calls by hand',
  'web/src/reference/code/javascript.ts': 'shows code that reads the key from the environment',
  'server/test/support/until.ts sleeps': 'it is the one way to wait',
  'server/test/docs/demo-folder.ts sleeps': 'an end to waiting for npm start',
  'server/test/crash/ledger.ts sleeps': 'a writer pauses, and one that was told to come back later does',
  'server/test/crash/callbacks.process.test.ts sleeps': 'a receiver that takes a moment to reply',
  'server/src/outside/worker-pool.test.ts sleeps':
    'a thread ends when nobody asks for a while: asking would keep it',
  'server/src/http/pages.ts > web/src/pages.ts': 'pages are rendered on the server from what web makes',
  'server/src/http/docs.ts > web/src/pages.ts': 'the guides are rendered on the server, too',
  'server/src/http/page-reply.ts > web/src/pages.ts': 'what every page is sent with comes from web',
  'server/src/http/simulator-page.ts > web/src/pages.ts': 'the page of the simulator, too',
  'server/src/http/owner-pages.ts > web/src/owner/pages.ts':
    'pages are rendered on the server from what web makes of them',
  'server/src/http/set-up-pages.ts > web/src/set-up/pages.ts': 'the pages of the first start, too',
  'server/src/http/progress-words.ts > web/src/set-up/progress.ts': 'a terminal says the same',
  'server/src/http/workshop.ts > web/src/pages.ts': 'the app is served from what web built',
  'server/src/http/office.ts > web/src/pages.ts': 'the bundles of the office are served from what web built',
  'server/src/http/built-bundle.ts > web/src/pages.ts': 'all bundles are served in the same way',
  'server/src/process/upkeep.ts > server/src/features/surveys/store.ts':
    'forgets old idempotency keys over all clients',
  'server/src/features/service-orders/routes.ts > server/src/features/surveys/read-surveys.ts':
    'the list of surveys of an order is a read of the feature below',
  'server/src/features/leads/routes.ts > server/src/features/surveys/read-surveys.ts':
    'the list of surveys of a lead is a read of the feature below',
  'server/src/process/readiness.ts has SQL': 'asks the database whether it is there',
  'server/src/cli/commands/inner.ts has SQL': 'asks the database what it is, for doctor',
}

const rules: (() => string[])[] = []

/** A rule tells its breaches; it holds when all of them are listed exceptions. */
function rule(name: string, listBreaches: () => string[]): void {
  rules.push(listBreaches)
  test(name, () => {
    assert.deepEqual(
      listBreaches().filter((breach) => !(breach in exceptions)),
      [],
    )
  })
}

function roomOf(file: string): string {
  const [workspace, , room = '', ...rest] = file.split('/')
  if (workspace !== 'server') return workspace ?? ''
  const name = rest.length === 0 ? room.replace(/\.ts$/, '') : room
  return name in rooms ? name : name === 'main' ? 'main' : 'entry'
}

/** Path of a file inside a bundle, or what bundles share: its room, and the file in it. */
function placeIn(bundle: string, file: string): { room: string; place: string } | undefined {
  const place = new RegExp(`^web/src/${bundle}/(.+/.+)$`).exec(file)?.[1]
  return place === undefined ? undefined : { room: place.replace(/\/.*/, ''), place }
}

/** Imports from one room of a bundle into another that it was not given. */
const roomBreaches = (bundle: string, given: Record<string, string[]>) =>
  ours
    .filter(({ from, to }) => {
      const [one, other] = [placeIn(bundle, from), placeIn(bundle, to)]
      if (!one || !other || one.room === other.room) return false
      const open = given[one.room] ?? []
      return !open.includes(other.room) && !open.includes(other.place)
    })
    .map(shown)

const featureOf = (file: string) => /^server\/src\/features\/([^/]+)\//.exec(file)?.[1]

/** Rows are SQL that other features may call: a table has one owner, and others reach its rows only here. */
type Part = 'routes' | 'rules' | 'store' | 'rows' | 'use case'

function partOf(file: string): Part {
  const name = basename(file, '.ts')
  if (name === 'routes' || name === 'app-routes') return 'routes'
  if (name === 'rules') return 'rules'
  if (name === 'rows') return 'rows'
  // `to-rows` makes rows of something else, without SQL.
  if (/^(?!to-).+-rows$/.test(name)) return 'rows'
  return name === 'store' || name.endsWith('-store') ? 'store' : 'use case'
}

const isSql = (file: string) => ['store', 'rows'].includes(partOf(file))

const shown = ({ from, to }: Import) => `${from} > ${to}`
const ours = imports.filter(({ isOurs }) => isOurs)
const between = ours.filter(({ from, to }) => roomOf(from) !== roomOf(to))
const ofFeatures = ours.filter(({ from }) => featureOf(from) !== undefined)

describe('who may import whom', () => {
  test('the walk sees the imports it judges', () => {
    assert.ok(
      product.length > 100 && imports.length > 500,
      `${product.length} files, ${imports.length} imports`,
    )
    const known = new Set(product)
    // Scripts of the pages import only each other: their names are in web/src/assets.ts. The client to take home has a rule of its own.
    const lost = ours.filter(
      ({ to }) =>
        !known.has(to) && !/\.(json|css)$|^web\/assets\/[\w-]+\.js$|^clients\/typescript\/src\//.test(to),
    )
    assert.deepEqual(lost.map(shown), [])
  })

  rule('the contract imports typebox and itself, the web the contract and itself, both texts', () =>
    imports
      .filter(({ from, to, isOurs }) => {
        if (/^languages\/[\w-]+\/.+\.json$/.test(to)) return false
        if (from.startsWith('contract/'))
          return isOurs ? !to.startsWith('contract/') : !/^typebox(\/|$)/.test(to)
        return from.startsWith('web/') && isOurs && !to.startsWith('web/') && !to.startsWith('contract/')
      })
      .map(shown),
  )

  rule('the server does not import the web', () =>
    ours.filter(({ from, to }) => from.startsWith('server/') && to.startsWith('web/')).map(shown),
  )

  rule('no arrow runs upward: a room imports only those below it, and nobody the process', () =>
    between
      .filter(({ from, to }) => {
        const room = roomOf(from)
        return room in rooms && !rooms[room]?.includes(roomOf(to))
      })
      .map(shown),
  )

  rule('a room of the tablet app imports only what it is given', () => roomBreaches('workshop', appRooms))

  rule('a room of the office imports only what it is given', () => roomBreaches('office', officeRooms))

  for (const [bundle, given] of Object.entries(officeBundles)) {
    rule(
      `a room of the ${bundle} imports only what it is given, and its start alone the frame of the office`,
      () => [
        ...roomBreaches(bundle, given),
        ...ours
          .filter(({ from, to }) => placeIn(bundle, from) && to.startsWith('web/src/office/frame/'))
          .map(shown),
      ],
    )

    rule(`a page of the ${bundle} imports no other page`, () => {
      const pageOf = (file: string) => new RegExp(`^web/src/${bundle}/pages/([^/]+)/`).exec(file)?.[1]
      return ours
        .filter(({ from, to }) => pageOf(from) && pageOf(to) && pageOf(from) !== pageOf(to))
        .map(shown)
    })
  }

  rule(
    'no bundle imports another, nor what they share one of them; of the tablet app, they borrow what is listed',
    () => {
      const bundles = ['workshop', 'office', ...Object.keys(officeBundles)]
      const bundleOf = (file: string) => bundles.find((bundle) => file.startsWith(`web/src/${bundle}/`))
      return ours
        .filter(({ from, to }) => {
          const [one, other] = [bundleOf(from), bundleOf(to)]
          if (!one || !other || one === other) return false
          if (other === 'office') return one === 'workshop'
          const lent = /^web\/src\/workshop\/(.+)$/.exec(to)?.[1]
          if (one === 'workshop' || lent === undefined) return true
          return !borrowedByOffice.includes(lent) && !borrowedByOffice.includes(lent.replace(/\/.*/, ''))
        })
        .map(shown)
    },
  )

  test('every feature has its floor', () => {
    const features = new Set(product.flatMap((file) => featureOf(file) ?? []))
    assert.deepEqual(
      [...features].filter((feature) => floorOf(feature) < 0),
      [],
    )
  })

  rule('a feature imports only features on a floor below', () =>
    ofFeatures
      .filter(({ from, to }) => {
        const [one, other] = [featureOf(from) as string, featureOf(to)]
        return other !== undefined && other !== one && floorOf(other) >= floorOf(one)
      })
      .map(shown),
  )

  rule('only the application opens routes', () =>
    ours
      .filter(({ from, to }) => featureOf(to) && partOf(to) === 'routes' && from !== 'server/src/app.ts')
      .map(shown),
  )

  rule('nobody imports the store of a feature but the feature', () =>
    ours
      .filter(({ from, to }) => featureOf(to) && partOf(to) === 'store' && featureOf(from) !== featureOf(to))
      .map(shown),
  )

  rule(
    'routes know HTTP, the contract and their own use cases: no database, no store, no other feature',
    () =>
      ofFeatures
        .filter(({ from, to }) => {
          if (partOf(from) !== 'routes') return false
          if (featureOf(to)) return featureOf(to) !== featureOf(from) || isSql(to)
          return !['http', 'input', 'contract', 'problems', 'scope', 'lib'].includes(roomOf(to))
        })
        .map(shown),
  )

  rule('use cases know nothing of HTTP', () =>
    ofFeatures.filter(({ from, to }) => partOf(from) !== 'routes' && roomOf(to) === 'http').map(shown),
  )

  const rulesFiles = product.filter((file) => featureOf(file) && partOf(file) === 'rules')

  rule('rules import only the contract, problems, lib and what is no store', () =>
    rulesFiles
      .flatMap(importsOf)
      .filter(({ to, isOurs }) => {
        if (!isOurs) return /^node:(?!util$|crypto$)/.test(to) || ['pg', 'fastify'].includes(to)
        return featureOf(to) ? isSql(to) : !['contract', 'problems', 'lib'].includes(roomOf(to))
      })
      .map(shown),
  )

  rule('rules are pure: no clock, no chance, nothing to wait for', () =>
    rulesFiles
      .filter((file) => /\bDate\.now\(|new Date\(\)|Math\.random|\bawait\b|\bfetch\(/.test(textOf(file)))
      .map((file) => `${file} is impure`),
  )

  rule('stores know SQL, the scope, the contract and pure rules, and no use case', () =>
    product
      .filter((file) => featureOf(file) && isSql(file))
      .flatMap(importsOf)
      .filter(({ from, to, isOurs }) => {
        if (!isOurs) return to === 'fastify'
        if (featureOf(to)) return featureOf(to) !== featureOf(from) && !['rules', 'rows'].includes(partOf(to))
        return !['db', 'contract', 'problems', 'scope', 'lib'].includes(roomOf(to))
      })
      .map(shown),
  )

  rule('only the paper adapter knows the PDF library, and others know its door alone', () =>
    imports
      .filter(({ from, to }) => {
        const isInside = (file: string) => file.startsWith('server/src/outside/paper/')
        if (isInside(from)) return false
        return to === 'pdfkit' || (isInside(to) && to !== 'server/src/outside/paper/paper.ts')
      })
      .map(shown),
  )

  rule('the client that integrators take home imports only itself, not even Node', () =>
    listFiles(['clients/typescript/src/*.ts'])
      .filter((file) => !isTest(file))
      .flatMap(importsOf)
      .filter(({ to }) => !to.startsWith('clients/typescript/src/'))
      .map(shown),
  )

  rule('a form keeps its drawing to itself', () =>
    ours
      .filter(({ to }) => to.startsWith('server/src/features/printed-forms/draw/'))
      .filter(({ from }) => featureOf(from) !== 'printed-forms')
      .map(shown),
  )

  rule('there is no cycle anywhere', () => findCycles(imports).map((cycle) => cycle.join(' > ')))
})

describe('files', () => {
  const all = listFiles([
    '{contract,server,web,scripts,bench,clients}/**/*.{ts,tsx}',
    'tools/clients/*.ts',
    'bin/**/*.mjs',
    'scripts/**/*.mjs',
  ])

  rule('nothing is exported that no other file uses', () => {
    const everywhere = listFiles(['{contract,demo,server,web,scripts,tools,bench,clients}/**/*.{ts,tsx,mjs}'])
    const words = new Map(everywhere.map((file) => [file, new Set(textOf(file).match(/[\w$]+/g))]))
    // The schemas of the contract are its published words, whether or not our own code names them.
    const isPublished = (file: string) => /^contract\/src\/(?!rules\/)/.test(file)
    const EXPORT = /^export (?:async )?(?:function\*?|const|class|type|interface|let) (\w+)/gm
    return product
      .filter((file) => !isPublished(file))
      .flatMap((file) =>
        [...textOf(file).matchAll(EXPORT)]
          .map(([, name]) => name as string)
          .filter((name) => everywhere.every((other) => other === file || !words.get(other)?.has(name)))
          .map((name) => `${file} exports ${name}`),
      )
  })

  rule('no barrels and no default exports', () =>
    product.filter((file) => {
      const text = textOf(file)
      return basename(file) === 'index.ts' || /^export \* /m.test(text) || /^export default/m.test(text)
    }),
  )

  rule(
    'what browsers run takes only types from files with schemas: a value would bring all schemas along',
    () => {
      const values = (from: string) =>
        new RegExp(`^import \\{([^}]*)\\} from '${from}/((?:dms|app)/[\\w-]+|schema|shared)\\.ts'`, 'gm')
      const places = {
        'contract/src/rules/': values('\\.\\.'),
        'web/src/workshop/': values('@walkaround/contract'),
        'web/src/console/': values('@walkaround/contract'),
        'web/src/office/': values('@walkaround/contract'),
        'web/src/desk/': values('@walkaround/contract'),
      }
      return Object.entries(places).flatMap(([place, pattern]) =>
        product
          .filter((file) => file.startsWith(place))
          .flatMap((file) =>
            [...textOf(file).matchAll(pattern)]
              .filter(([, names = '']) => names.split(',').some((name) => /^(?!type )\w/.test(name.trim())))
              .map(([, , from]) => `${file} takes a value from ${from}`),
          ),
      )
    },
  )

  const ofWeb = product.filter((file) => file.startsWith('web/src/'))
  const withoutImports = (file: string) => textOf(file).replaceAll(/^.* from '[^']*'$/gm, '')

  rule('the web knows refusals by the names of the catalogue, not by their numbers', () => {
    const codes = new Set(Object.values(problems).map(({ errorCode }) => String(errorCode)))
    return ofWeb.flatMap((file) =>
      [...withoutImports(file).matchAll(/\b\d{5}\b/g)]
        .filter(([number]) => codes.has(number))
        .map(([number]) => `${file} has the error number ${number}`),
    )
  })

  rule('the web calls operations, and writes no path of theirs', () => {
    const starts = [...dmsOperations, ...appOperations].map(({ path }) => path.split('/')[1])
    const path = new RegExp(`/(?:${[...new Set(starts)].join('|')})(?=[/?'"\`])`)
    return ofWeb
      .filter((file) => path.test(withoutImports(file)))
      .map((file) => `${file} has a path of the interface`)
  })

  rule('SQL stands in stores, in rows, in db and in migrations alone', () =>
    product
      .filter((file) => file.startsWith('server/') && /\b(sql|part)`/.test(textOf(file)))
      .filter((file) => roomOf(file) !== 'db' && !isSql(file))
      .map((file) => `${file} has SQL`),
  )

  rule('tests wait for what can be seen: only until() sleeps', () =>
    listFiles(['server/test/**/*.ts', '{contract,server/src,scripts,bench,clients}/**/*.test.ts'])
      .filter((file) => /\bsetTimeout(\(| as )|\bscheduler\.wait\b/.test(textOf(file)))
      .map((file) => `${file} sleeps`),
  )

  rule('the clock is moved in process tests only: others share a process, whose timers would stop', () =>
    listFiles(['{contract,demo,server,web,scripts,bench,clients}/**/*.test.ts'])
      .filter((file) => /\bmock\.timers\b/.test(textOf(file)) && !file.endsWith('.process.test.ts'))
      .map((file) => `${file} moves the clock`),
  )

  rule('only config.ts reads the environment', () =>
    product
      .filter((file) => /\bprocess\.env\b|\bimport\.meta\.env\b/.test(textOf(file)))
      .filter((file) => file !== 'server/src/config/config.ts'),
  )

  rule('no file has more than 600 lines', () =>
    all.filter((file) => textOf(file).split('\n').length > 601 && !file.includes('.generated.')),
  )

  rule('every file opens with a comment: its job and what it must not do', () =>
    all.filter((file) => !isTest(file) && !/^(#!.*\n)?(\/\/|\/\*)/.test(textOf(file))),
  )

  rule('names are kebab-case, and none of them says nothing', () => {
    const empty = /(^|-)(utils?|helpers?|manager|service|common|misc|stuff)$/
    return all.filter((file) => {
      const [name = '', ...rest] = basename(file).split('.')
      const folders = dirname(file).split('/')
      return (
        !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || [name, ...rest, ...folders].some((part) => empty.test(part))
      )
    })
  })

  rule('no file names a folder of this machine or a package registry', () => {
    const isText =
      /\.(tsx?|mjs|js|json|md|sql|css|html|svg|ya?ml|txt|sh)$|(^|\/)(LICENSE|NOTICE|\.[a-z]+|run)$/
    const texts = listFiles(['**/*', '.*', '.ci/*']).filter((file) => isText.test(file))
    assert.ok(texts.length > 150)
    const known = [
      '/',
      '/home',
      '/root',
      '/opt',
      '/srv',
      '/usr',
      '/usr/src',
      '/var',
      '/tmp',
      '/mnt',
      '/app',
      '/Users',
    ]
    const folders = [root, dirname(root), homedir()].filter((folder) => !known.includes(folder))
    const escaped = folders.map((folder) => folder.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    const place = new RegExp(`(?<![\\w.~-])(?:${[...escaped, '/root', '/home/\\w+'].join('|')})/`)
    const registry = /https?:\/\/[\w.-]*\bregistry\b[\w.-]*/
    return texts.filter((file) => place.test(textOf(file)) || registry.test(textOf(file)))
  })
})

describe('the schema', () => {
  let database: Database
  before(async () => {
    database = await testDatabase()
  })

  /** One login may work for several system clients; migrations and secrets of the installation belong to none. */
  const shared = [
    'logins',
    'api_keys',
    'sessions',
    'sign_in_failures',
    'sign_in_devices',
    'passkeys',
    'recovery_codes',
    'sign_in_challenges',
    'schema_migrations',
    'installation_secrets',
    'telegram_reading',
  ]

  test('every primary key starts with the system client, but for the listed tables', async () => {
    const tables = await database.rows<{ name: string; first: string | null }>(sql`
      select c.relname::text as name, (
        select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where i.indrelid = c.oid and i.indisprimary) as first
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition order by c.relname`)
    assert.ok(tables.length >= 15, `${tables.length}`)
    const wrong = tables.filter(({ name, first }) => first !== 'system_client_id' && !shared.includes(name))
    assert.deepEqual(wrong, [])
    assert.deepEqual(
      shared.filter((name) => tables.find((table) => table.name === name)?.first === 'system_client_id'),
      [],
      'the list names only tables that need it',
    )
  })

  test('every foreign key to a table of a client carries the client', async () => {
    const keys = await database.rows<{ name: string; target: string; pairs: string[] }>(sql`
      select k.conrelid::regclass::text || '.' || k.conname as name, k.confrelid::regclass::text as target, (
        select array_agg(a.attname::text || '=' || b.attname::text)
        from unnest(k.conkey, k.confkey) as pair(own, other)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.own
        join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.other) as pairs
      from pg_constraint k join pg_namespace n on n.oid = k.connamespace
      where n.nspname = current_schema() and k.contype = 'f' order by 1`)
    assert.ok(keys.length >= 10, `${keys.length}`)
    const wrong = keys.filter(
      ({ target, pairs }) => !shared.includes(target) && !pairs.includes('system_client_id=system_client_id'),
    )
    assert.deepEqual(wrong, [])
  })

  test('every index of a table of a client starts with the client too, or is listed', async () => {
    const indexes = await database.rows<{ name: string; table: string; first: string | null }>(sql`
      select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table, a.attname::text as first
      from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where n.nspname = current_schema() order by 1`)
    // A login finds its clients; old rows are swept, and what is due is looked for, over all clients; an invitation names none.
    const across = [
      'login_roles_by_login',
      'access_records_by_age',
      'answer_idempotency_keys_by_age',
      'uploads_by_age',
      'jobs_due',
      'survey_edits_by_age',
      'callback_deliveries_by_age',
      'callback_queue_due',
      'telegram_invitations_by_word',
      'sign_in_providers_by_domain',
    ]
    const wrong = indexes.filter(
      ({ name, table, first }) =>
        first !== 'system_client_id' && !shared.includes(table) && !across.includes(name),
    )
    assert.deepEqual(wrong, [])
  })
})

describe('the owners of tables', () => {
  interface Use {
    room: string
    reads: Set<string>
    writes: Set<string>
  }
  let uses: Use[]
  let tables: string[]
  const ownerOf = new Map(Object.entries(owners).flatMap(([room, own]) => own.map((name) => [name, room])))

  before(async () => {
    const schema = { columns: new Map<string, Set<string>>() }
    uses = await Promise.all(
      listStatements().map(async ({ room, text, values, borrowed }) => {
        const { reads, writes } = await readStatement(text, values, schema)
        for (const one of borrowed) {
          // Not a statement by itself, but a part of this one.
          const part = await readStatement(one, [], schema).catch(() => undefined)
          for (const name of part?.writes ?? []) writes.delete(name)
          for (const name of part?.reads ?? []) reads.delete(name)
        }
        return { room, reads, writes }
      }),
    )
    const rows = await (await testDatabase()).rows<{ name: string }>(sql`
      select relname::text as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`)
    tables = rows.map(({ name }) => name)
  })

  test('every table has one', () => {
    assert.deepEqual(Object.values(owners).flat().sort(), tables.toSorted())
  })

  test('only the owner writes a table', () => {
    const written = uses.flatMap(({ room, writes }) =>
      [...writes].flatMap((name) => (ownerOf.get(name) === room ? [] : [`${room} writes ${name}`])),
    )
    assert.deepEqual([...new Set(written)].sort(), Object.keys(foreignWrites))
  })

  test('others read it through the owner or a view, except what is listed', () => {
    const read = uses.flatMap(({ room, reads }) =>
      [...reads]
        .filter((name) => tables.includes(name) && ownerOf.get(name) !== room)
        .map((name) => ({ room, name })),
    )
    const listed = Object.entries(foreignReads).flatMap(([room, all]) =>
      all.flatMap((one) => one.tables.map((name) => `${room} reads ${name}`)),
    )
    const found = new Set(read.map(({ room, name }) => `${room} reads ${name}`))
    assert.deepEqual([...found].sort(), listed.sort())
  })
})

describe('the list of exceptions', () => {
  test('names nothing that is no longer so', () => {
    const breaches = new Set(rules.flatMap((listBreaches) => listBreaches()))
    assert.deepEqual(
      Object.keys(exceptions).filter((breach) => !breaches.has(breach)),
      [],
    )
  })
})
