import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { uniqueId } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { loadConfig } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import { loadDefaultPackages } from '../../features/assignment/default-packages.ts'
import { loadDefaultTemplates } from '../../features/templates/default-templates.ts'
import { rememberVehicle } from '../../features/vehicles/remember.ts'
import { Problem } from '../../problems.ts'
import { findCommand } from '../commands.ts'
import { toArgs } from '../options.ts'
import { parse } from '../program.ts'
import { cliActor, runCommand } from '../run-command.ts'
import { views } from '../views.ts'
import type { Command } from './define.ts'

const now = new Date('2026-05-06T07:08:09.010Z')
const config = loadConfig({})
const media = () => Promise.reject(new Error('no command here needs files'))

const pads = (more: object = {}) => ({
  id: 'pads',
  description: 'Pads',
  currency: 'EUR',
  variants: [
    {
      id: 'petrol',
      fuelTypeApplicabilityList: ['petrol'],
      engineCapacityApplicabilityList: ['1.998'],
      contents: [{ itemCategory: 'labour', id: '1', amountExVat: 90, amountIncVat: 107.1 }],
    },
  ],
  ...more,
})
const binding = {
  template: 'open!vc',
  questionId: 'vc.padFL',
  answerId: 'bad',
  packageIds: ['pads'],
}

describe('the words of commands on packages', () => {
  const argsOf = async (...words: string[]) => {
    const invocation = await parse(words, '1.2.3', 80)
    assert.ok(invocation)
    return toArgs((await findCommand(invocation.name)) as Command, invocation.words, invocation.options)
  }

  test('a package to export may be named or not', async () => {
    assert.deepEqual(await argsOf('package', 'export', 'acme'), { client: 'acme' })
    assert.deepEqual(await argsOf('package', 'export', 'acme', 'pads'), { client: 'acme', id: 'pads' })
  })

  test('a file may be the value of an option', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'walkaround-'))
    const file = join(folder, 'car.json')
    await writeFile(file, '{ "make": "Example" }')
    const words = ['package', 'explain', 'acme', 'open!svc-oil']
    const given = { client: 'acme', package: 'open!svc-oil' }
    assert.deepEqual(await argsOf(...words, '--vehicle', file), { ...given, vehicle: { make: 'Example' } })
    assert.deepEqual(await argsOf(...words, '--vin', 'X'), { ...given, vin: 'X' })
    await rm(folder, { recursive: true })
    await assert.rejects(argsOf(...words, '--vehicle', file), /cannot be read/)
  })
})

describe('commands on packages', () => {
  let database: Database
  before(async () => {
    database = await testDatabase()
    await loadDefaultTemplates(database)
    await loadDefaultPackages(database)
  })

  // biome-ignore lint/suspicious/noExplicitAny: results are JSON
  const run = (name: string, args: Record<string, unknown> = {}): Promise<any> =>
    runCommand({ database, config, media, now, actor: cliActor('anna'), progress: () => {} }, name, args)

  const refuses = (name: string, args: Record<string, unknown>, kind: string, info: RegExp) =>
    assert.rejects(run(name, args), (error) => {
      assert.ok(error instanceof Problem, String(error))
      assert.deepEqual([error.kind, info.test(error.errorInfo)], [kind, true], error.errorInfo)
      return true
    })

  async function newClient(args: object = {}): Promise<string> {
    const id = uniqueId('c')
    await run('client add', { id, ...args })
    return id
  }

  const viewOf = (name: string, result: unknown) => views[name]?.(result, { cells: 80, args: {}, now }) ?? ''

  test('import: packages and bindings together, and what is there already stays untouched', async () => {
    const client = await newClient()
    const document = { packages: [pads()], bindings: [binding] }
    const imported = await run('package import', { client, document })
    assert.deepEqual(imported, { created: 1, changed: 0, unchanged: 0, answers: 1 })
    assert.match(viewOf('package import', imported), /created +1/)
    assert.deepEqual(await run('package import', { client, document: [pads(), pads({ id: 'other' })] }), {
      created: 1,
      changed: 0,
      unchanged: 1,
      answers: 0,
    })
    const [bound] = await run('assignment list', { client })
    assert.deepEqual(bound, binding)
  })

  test('import: what export printed comes in as it was', async () => {
    const [client, other] = [await newClient(), await newClient()]
    await run('package import', { client, document: { packages: [pads()], bindings: [binding] } })
    const exported = await run('package export', { client })
    assert.deepEqual(exported, { packages: [pads()], bindings: [binding] })
    await run('package import', { client: other, document: exported })
    assert.deepEqual(await run('package export', { client: other }), exported)
    assert.deepEqual(await run('package import', { client: other, document: exported }), {
      created: 0,
      changed: 0,
      unchanged: 1,
      answers: 0,
    })
  })

  test('import: all of it or nothing, each mistake with its place', async () => {
    const client = await newClient()
    const attempt = (document: unknown, kind: string, info: RegExp) =>
      refuses('package import', { client, document }, kind, info)
    await attempt({ packages: [pads(), pads({ id: 'a!b' })] }, 'centralPackage', /^packages\[1\]\.id: "a!b"/)
    await attempt([pads({ id: undefined })], 'missingField', /^packages\[0\]\.id: is required/)
    await attempt([pads({ currency: undefined })], 'missingField', /^packages\[0\]\.currency: /)
    await attempt([pads({ packageType: 'odd' })], 'notInList', /^packages\[0\]\.packageType: "odd"/)
    await attempt({ pakages: [] }, 'missingField', /^packages: is required/)
    await attempt('text', 'wrongType', /"text" is not an object/)
    const bad = { ...binding, answerId: 'worse' }
    await attempt(
      { packages: [pads()], bindings: [binding, bad] },
      'unknownAnswer',
      /^bindings\[1\]\.answerId/,
    )
    await attempt(
      { packages: [pads()], bindings: [{ ...bad, template: 'x' }] },
      'noSuchResource',
      /template.*"x"/,
    )
    assert.deepEqual(await run('package export', { client }), { packages: [], bindings: [] })
  })

  test('import: a master may leave prices out; the delivered packages are not to be written', async () => {
    const master = await newClient()
    const bare = [{ id: 'p', variants: [{ id: 'v', contents: [{ itemCategory: 'labour', id: '1' }] }] }]
    await refuses('package import', { client: master, document: bare }, 'severalViolations', /currency/)
    await newClient({ masters: [master] })
    await run('package import', { client: master, document: bare })
    await refuses(
      'package import',
      { client: 'open', document: bare },
      'invalidArgument',
      /come with the service/,
    )
  })

  test('export: one package, also of a master, as a start for an own one', async () => {
    const client = await newClient()
    const { packages, bindings } = await run('package export', { client, id: 'open!brk-fluid' })
    assert.deepEqual([packages.length, packages[0].id, bindings], [1, 'brk-fluid', []])
    assert.equal(packages[0].masterClient, undefined)
    await refuses('package export', { client, id: 'nothing' }, 'noSuchResource', /nothing/)
    const document = {
      packages: [pads(), pads({ id: 'x' })],
      bindings: [{ ...binding, packageIds: ['x', 'pads'] }],
    }
    await run('package import', { client, document })
    assert.deepEqual(await run('package export', { client, id: 'pads' }), {
      packages: [pads()],
      bindings: [binding],
    })
  })

  test('translate: the words of one package, whoever keeps the rest of it', async () => {
    const client = await newClient()
    await run('package import', { client, document: [pads({ covers: 'axle' })] })
    const texts = [
      { language: 'de', text: 'Pads', translation: 'Beläge' },
      { language: 'pl', text: 'Padz', translation: 'Klocki' },
    ]
    const translate = (document: unknown, id = 'pads') =>
      run('package translate', { client, package: id, document })
    const set = await translate(texts)
    assert.deepEqual(set, { id: 'pads', texts: 2, saved: 'changed', unused: ['Padz'] })
    assert.match(viewOf('package translate', set), /translations +2\nnot texts of this package +Padz/)
    assert.equal((await translate(texts)).saved, 'unchanged')
    const kept = async () => (await run('package export', { client })).packages
    assert.deepEqual(await kept(), [pads({ covers: 'axle', texts })])
    await translate([])
    assert.deepEqual(await kept(), [pads({ covers: 'axle' })])
    const refused = (document: unknown, kind: string, info: RegExp, id = 'pads') =>
      refuses('package translate', { client, package: id, document }, kind, info)
    await refused(texts, 'noSuchResource', /"nothing"/, 'nothing')
    await refused(texts, 'centralPackage', /"open!svc-oil"/, 'open!svc-oil')
    await refused([{ ...texts[0], language: 'it' }], 'notInList', /language: "it"/)
    await refused([{ ...texts[0], text: '' }], 'missingField', /text/)
  })

  test('list: what the client sees, and how much of it has a price', async () => {
    const client = await newClient()
    await run('package import', { client, document: [pads()] })
    const listed = await run('package list', { client })
    assert.equal(listed.length, 37)
    const own = listed.find(({ id }: { id: string }) => id === 'pads')
    assert.deepEqual([own.priced, own.variants, own.currency], [1, 1, 'EUR'])
    const central = listed.find(({ id }: { id: string }) => id === 'open!svc-oil')
    assert.deepEqual([central.priced, central.variants, central.currency], [0, 3, undefined])
    assert.match(viewOf('package list', listed), /open!svc-oil .*0 of 3/)
    assert.match(viewOf('package list', []), /no packages/)
  })

  test('explain: which variants fit, and which attribute excluded the others', async () => {
    const client = await newClient()
    await run('package import', { client, document: [pads()] })
    const explain = (vehicle: unknown, more: object = {}) =>
      run('package explain', { client, package: 'pads', vehicle, ...more })
    const fitting = await explain({ fuelType: 'petrol', engineCapacity: 2 })
    assert.equal(fitting.offered, true)
    assert.match(viewOf('package explain', fitting), /✔ petrol, 90 EUR without VAT/)
    const excluded = await explain({ fuelType: 'diesel', engineCapacity: 2 })
    assert.equal(excluded.offered, false)
    const text = viewOf('package explain', excluded)
    assert.match(text, /not offered.*no variant fits/)
    assert.match(text, /✖ petrol/)
    assert.match(text, /excluded +fuelType "diesel" is not in the list/)
    assert.match(text, /fits +engineCapacity 2 is in the list/)
    const spot = (bodyPart: string) =>
      run('package explain', { client, package: 'open!polish-spot', vehicle: {}, bodyPart })
    assert.deepEqual([(await spot('roof')).offered, (await spot('windscreen')).offered], [true, false])
    await refuses('package explain', { client, package: 'pads' }, 'invalidArgument', /either a VIN or a file/)
    const steam = { client, package: 'pads', vehicle: { fuelType: 'steam' } }
    await refuses('package explain', steam, 'notInList', /fuelType: "steam"/)
    await refuses('package explain', { client, package: 'x', vehicle: {} }, 'noSuchResource', /"x"/)
  })

  test('explain: by VIN, as an order of that vehicle would have it', async () => {
    const client = await newClient()
    await run('package import', { client, document: [pads()] })
    const vin = 'ZZZ1A2B35PX000001'
    const explain = (more: object) => run('package explain', { client, package: 'pads', ...more })
    assert.equal((await explain({ vin })).offered, true, 'nothing is known of it, and so nothing filters')
    await database.transaction(async (db) =>
      rememberVehicle(
        { db, clientId: client, actor: cliActor('anna'), now } as never,
        { vin, fuelType: 'diesel' },
        { source: 'order/1', orderId: '1' },
      ),
    )
    const { variants, offered } = await explain({ vin: vin.toLowerCase() })
    assert.equal(offered, false)
    assert.equal(variants[0].criteria[0].why, 'fuelType "diesel" is not in the list')
    const short = { client, package: 'pads', vin: 'short' }
    await refuses('package explain', short, 'invalidVin', /"short" is not 17 characters/)
    await refuses('package explain', { ...short, vin, vehicle: {} }, 'invalidArgument', /either/)
  })

  test('assignment: set, dry run and list', async () => {
    const client = await newClient()
    await run('package import', { client, document: [pads(), pads({ id: 'more' })] })
    const { template, ...instruction } = binding
    const set = (packageIds: string[], more: object = {}) =>
      run('assignment set', { client, template, document: [{ ...instruction, packageIds }], ...more })
    const planned = await set(['pads'], { dryRun: true })
    assert.deepEqual(planned.changes, [
      { questionId: 'vc.padFL', answerId: 'bad', gains: ['pads'], loses: [] },
    ])
    assert.match(viewOf('assignment set', planned), /vc\.padFL bad \(everywhere\): would gain pads/)
    assert.deepEqual(await run('assignment list', { client }), [])
    assert.match(viewOf('assignment list', []), /no packages/)
    await set(['pads'])
    const changed = await set(['more'])
    assert.match(viewOf('assignment set', changed), /gained more, lost pads/)
    assert.match(viewOf('assignment set', await set(['more'])), /already so/)
    const listed = await run('assignment list', { client, template })
    assert.deepEqual(listed, [{ ...binding, packageIds: ['more'] }])
    assert.match(viewOf('assignment list', listed), /open!vc +vc\.padFL +bad +everywhere +more/)
    await refuses('assignment list', { client, template: 'x' }, 'noSuchResource', /"x"/)
    await refuses('assignment set', { client, template, document: {} }, 'wrongType', /not an array/)
    await refuses('assignment set', { client, template: 'x', document: {} }, 'noSuchResource', /"x"/)
  })
})
