import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Package } from '@walkaround/contract/dms/packages.ts'
import { coverages } from '@walkaround/contract/rules/covered-work.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import { newClient, uniqueId } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { type Statement, sql } from '../../db/sql.ts'
import { compileReader } from '../../input/reader.ts'
import { explainVariant } from '../packages/applicability.ts'
import { isAutomatic } from '../packages/rules.ts'
import { loadDefaultTemplates, readDefaultTemplates } from '../templates/default-templates.ts'
import { listQuestions } from '../templates/rules.ts'
import { loadDefaultPackages, loadPackages, readDefaultPackages } from './default-packages.ts'

const { packages, bindings } = await readDefaultPackages()
const templates = await readDefaultTemplates()

const get = (id: string) => {
  const found = packages.find((one) => one.id === id)
  assert.ok(found, `there is no package ${id}`)
  return found
}

const fitting = (id: string, vehicle: Vehicle) =>
  (get(id).variants ?? []).filter((one) => explainVariant(one, vehicle).fits).map((one) => one.id)

/** Where each package is bound, as question and answers. */
const boundTo = (id: string) => {
  const found = bindings.filter(({ packageIds }) => packageIds.includes(id))
  return Object.fromEntries(
    [...Map.groupBy(found, ({ questionId }) => questionId)].map(([question, list]) => [
      question,
      list.map(({ answerId }) => answerId).join(' '),
    ]),
  )
}

describe('the default packages', () => {
  test('are in the canonical form of the interface, unpriced, every item with an id', () => {
    const read = compileReader(Package)
    const ids = new Set(packages.map(({ id }) => id))
    for (const { covers, contains = [], texts: _, ...one } of packages) {
      for (const inner of contains)
        assert.ok(ids.has(inner) && inner !== one.id, `${one.id} contains ${inner}`)
      assert.ok(covers === undefined || coverages.includes(covers), `${one.id} covers ${covers}`)
      const { value, violations } = read(one)
      assert.deepEqual(violations, [], one.id)
      assert.equal(JSON.stringify(value), JSON.stringify(one), one.id)
      assert.equal(one.currency, undefined)
      for (const { contents = [], ...variant } of one.variants ?? []) {
        assert.ok(contents.length > 0, one.id)
        assert.ok(variant.description && variant.priceExVat === undefined)
        assert.equal(new Set(contents.map(({ id }) => id)).size, contents.length)
        for (const item of contents) {
          assert.ok(
            item.id && item.description && item.quantity && item.unitOfMeasure,
            `${one.id} ${item.id}`,
          )
          assert.equal(item.amountExVat, undefined)
          assert.equal(item.unitOfMeasure === 'hour', item.itemCategory === 'labour')
        }
      }
    }
  })

  test('are 36, with ids that stay', () => {
    const ids = packages.map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
    assert.deepEqual(
      ids.toSorted(),
      (
        'ac-clean ac-service align-4 bat-12 bearing belt-aux belt-timing boot brk-fluid brk-pads-f brk-pads-r brk-set-f ' +
        'brk-set-r coolant diag-1 ev-check exhaust-rear flt-air flt-cabin gbx-oil glass-chip joint lamp plugs polish-spot ' +
        'shock-f shock-r svc-major svc-minor svc-oil tyre-2 tyre-4 tyre-repair tyre-store tyre-swap wiper-f'
      ).split(' '),
    )
  })

  test('those with an interval make automatic quotes, the others do not', () => {
    const intervals = packages.filter(isAutomatic).map((one) => one.id)
    assert.deepEqual(
      intervals.toSorted(),
      (
        'ac-clean ac-service belt-aux belt-timing brk-fluid coolant ev-check flt-air flt-cabin gbx-oil plugs svc-major ' +
        'svc-minor svc-oil tyre-store tyre-swap wiper-f'
      ).split(' '),
    )
    assert.deepEqual([get('svc-oil').serviceIntervalMileage, get('svc-oil').serviceIntervalAge], [15_000, 12])
    assert.deepEqual(
      [get('brk-fluid').serviceIntervalMileage, get('brk-fluid').serviceIntervalAge],
      [undefined, 24],
    )
  })

  test('are bound to answers the default templates have', () => {
    for (const { template, questionId, answerId, packageIds } of bindings) {
      const document = templates.find(({ id }) => id === template)
      assert.ok(document, template)
      const question = listQuestions(document).find(({ id }) => id === questionId)
      assert.ok(
        question?.answers?.some(({ id, status }) => id === answerId && status !== 'green'),
        `${questionId} ${answerId}`,
      )
      for (const id of packageIds) get(id)
    }
    const keys = bindings.map(({ questionId, answerId }) => `${questionId} ${answerId}`)
    assert.equal(new Set(keys).size, keys.length, 'each answer is named once')
  })

  test('tyres and brakes are bound to their bands', () => {
    assert.deepEqual(boundTo('brk-pads-f'), { 'vc.padFL': 'adv bad', 'vc.padFR': 'adv bad' })
    assert.deepEqual(boundTo('brk-set-f'), { 'vc.padFL': 'bad', 'vc.padFR': 'bad', 'vc.discF': 'bad' })
    assert.deepEqual(boundTo('brk-set-r'), { 'vc.discR': 'bad' })
    assert.deepEqual(boundTo('brk-fluid'), { 'vc.brakeFluid': 'adv bad' })
    const treads = ['FL', 'FR', 'RL', 'RR'].map((wheel) => [`vc.tread${wheel}`, 'adv bad'])
    assert.deepEqual(boundTo('tyre-2'), Object.fromEntries(treads))
    assert.deepEqual(boundTo('tyre-4'), { 'vc.tyreAge': 'bad' })
    assert.deepEqual(boundTo('ac-clean'), { 'vc.cabinFilter': 'bad', 'h.climate': 'adv bad' })
    assert.deepEqual(boundTo('glass-chip'), { 'h.glass': 'adv' })
    assert.deepEqual(boundTo('diag-1'), { 'vc.faults': 'adv bad', 'h.warningLamps': 'adv adv2 bad' })
    for (const id of ['svc-minor', 'svc-major', 'plugs', 'gbx-oil']) assert.deepEqual(boundTo(id), {}, id)
  })

  test('fit the vehicle in front of them', () => {
    assert.deepEqual(fitting('svc-oil', { fuelType: 'petrol', engineCapacity: 2 }), ['medium'])
    assert.deepEqual(fitting('svc-oil', { fuelType: 'diesel', engineCapacity: 2.996 }), ['large'])
    assert.deepEqual(fitting('svc-oil', { fuelType: 'electric' }), [])
    assert.deepEqual(fitting('svc-oil', {})[0], 'medium', 'the usual one first, for who knows nothing')
    assert.deepEqual(fitting('svc-minor', { fuelType: 'electric' }), ['electric'])
    assert.deepEqual(fitting('svc-major', { fuelType: 'diesel', engineCapacity: 1.2 }), ['diesel-small'])
    assert.deepEqual(fitting('plugs', { fuelType: 'diesel' }), [])
    assert.deepEqual(fitting('ev-check', { fuelType: 'hybrid' }), ['electrified'])
    assert.deepEqual(fitting('gbx-oil', { gearboxType: 'Manual' }), [])
    assert.deepEqual(fitting('gbx-oil', { gearboxType: 'AUTOMATIC' }), ['automatic'])
    assert.deepEqual(fitting('ac-service', { modelYear: 2015 }), ['r134a'])
    const [panel] = get('polish-spot').variants ?? []
    assert.ok(panel && explainVariant(panel, {}, { bodyPart: 'frontLeftDoor' }).fits)
    assert.ok(panel && !explainVariant(panel, {}, { bodyPart: 'windscreen' }).fits)
  })
})

describe('loading packages at the start', () => {
  const now = new Date('2026-03-04T05:06:07Z')
  const small = (description: string) => ({
    packages: [
      {
        id: 'p',
        description,
        variants: [{ id: 'v', contents: [{ itemCategory: 'labour' as const, id: '1', quantity: 1 }] }],
      },
    ],
    bindings: [{ template: 't', questionId: 'q', answerId: 'bad', packageIds: ['p'] }],
  })
  const rowsOf = async (statement: Statement) =>
    (await testDatabase()).rows<Record<string, unknown>>(statement)
  const bound = (clientId: string) =>
    rowsOf(sql`select question_id, answer_id, package_ids from package_assignments
      where system_client_id = ${clientId} order by 1, 2`)

  test('makes, renews and unbinds what the files say, and only what differs', async () => {
    const database = await testDatabase()
    const { clientId } = await newClient()
    const load = (files: ReturnType<typeof small>) => loadPackages(database, clientId, files, now)
    assert.deepEqual(await load(small('one')), ['p'])
    assert.deepEqual(await load(small('one')), [])
    assert.deepEqual(await load(small('two')), ['p'])
    assert.deepEqual(await bound(clientId), [{ questionId: 'q', answerId: 'bad', packageIds: ['p'] }])
    const moved = {
      ...small('two'),
      bindings: [{ template: 't', questionId: 'q', answerId: 'adv', packageIds: ['p'] }],
    }
    assert.deepEqual(await load(moved), [])
    assert.deepEqual(await bound(clientId), [{ questionId: 'q', answerId: 'adv', packageIds: ['p'] }])
    const events = await rowsOf(
      sql`select kind from events where system_client_id = ${clientId} order by sequence`,
    )
    assert.deepEqual(
      events.map(({ kind }) => kind).filter((kind) => kind !== 'client.created'),
      ['package.created', 'assignment.changed', 'package.changed', 'assignment.changed'],
    )
  })

  test('writes nothing when nothing changed', async () => {
    const database = await testDatabase()
    const { clientId } = await newClient()
    await loadPackages(database, clientId, small('one'), now)
    const readOnly = { ...database, transaction: () => assert.fail('a transaction was opened') }
    assert.deepEqual(await loadPackages(readOnly, clientId, small('one'), now), [])
  })

  test('the defaults load once, also when several processes start together', async () => {
    const database = await testDatabase()
    const { clientId } = await newClient({ id: uniqueId('master') })
    const files = { packages, bindings }
    const renewed = await Promise.all([1, 2, 3].map(() => loadPackages(database, clientId, files, now)))
    assert.equal(renewed.flat().length, packages.length)
    const [row] = await rowsOf(sql`
      select count(*)::int as packages, count(*) filter (where is_automatic)::int as automatic
      from packages where system_client_id = ${clientId}`)
    assert.deepEqual(row, { packages: 36, automatic: 17 })
    assert.equal((await bound(clientId)).length, bindings.length)
  })

  test('under the master open they are there for everyone', async () => {
    const database = await testDatabase()
    await loadDefaultTemplates(database)
    await loadDefaultPackages(database)
    assert.deepEqual(await loadDefaultPackages(database), [])
  })
})
