// The figures after a random history of many orders: equal to plain loops over the raw rows, to the cent, and the same when they are
// counted again. FIGURES_SEED repeats a failure, FIGURES_ORDERS plays more orders.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, test } from 'node:test'
import type {
  FigureCar,
  FigureCars,
  Figures,
  FigureValue,
  QuestionFigures,
} from '@walkaround/contract/dms/figures.ts'
import { tidyEmbedded } from '../../src/db/embedded-upkeep.ts'
import { sql } from '../../src/db/sql.ts'
import { rebuildFigures } from '../../src/features/figures/rebuild-figures.ts'
import { getClient } from '../../src/organisation/clients.ts'
import { testApp } from '../support/api.ts'
import { figureRows, rawRows, settleFigures } from '../support/figures.ts'
import { type LoopedOrder, loopOrders } from './counted-by-loops.ts'
import { branches, type FigureWorld, newFigureWorld, technicians } from './figures-world.ts'

const ORDERS = Number(process.env.FIGURES_ORDERS ?? 200)
const SEED = Number(process.env.FIGURES_SEED ?? 20_261_118)
/** The figures follow while cars come. */
const SETTLE_EACH = 25
/** Cut months, whole months, everything, and one in which nothing is. */
const periods = [
  { from: '2026-09-01', to: '2026-11-10' },
  { from: '2026-09-17', to: '2026-10-31' },
  { from: '2026-10-01', to: '2026-10-31' },
  { from: '2026-09-09', to: '2026-09-12' },
  { from: '2020-01-01', to: '2024-12-31' },
]

interface Sums {
  counts: Record<string, number>
  money: Record<string, Record<string, number>>
}

function addUp(orders: LoopedOrder[]): Sums {
  const sums: Sums = { counts: {}, money: {} }
  for (const order of orders) {
    for (const [name, count] of Object.entries(order.counts))
      sums.counts[name] = (sums.counts[name] ?? 0) + count
    for (const [currency, purse] of Object.entries(order.money))
      for (const [name, cents] of Object.entries(purse)) {
        sums.money[currency] ??= {}
        const own = sums.money[currency]
        own[name] = (own[name] ?? 0) + cents
      }
  }
  return sums
}

/** [sum, divided by] of every figure, in words of the loops. */
const ofCounts: Record<string, [string[], string?]> = {
  orders: [['orders']],
  rejected: [['rejected']],
  checkRate: [['checked'], 'orders'],
  redPerCar: [['red'], 'checked'],
  amberPerCar: [['amber'], 'checked'],
  found: [['red', 'amber']],
  notOffered: [['notOffered']],
  offered: [['offered']],
  approved: [['approved']],
  sold: [['sold']],
  approvedShare: [['approved'], 'offered'],
  soldShare: [['sold'], 'offered'],
  checkMinutes: [['checkSeconds'], 'timedChecks'],
  partsMinutes: [['partsSeconds'], 'partsReplies'],
  offerMinutes: [['offerSeconds'], 'timedOffers'],
  resultMinutes: [['toldSeconds'], 'told'],
  decisionMinutes: [['decidedSeconds'], 'decided'],
  sent: [['sent']],
  openedShare: [['opened'], 'sent'],
  watchedShare: [['watched'], 'sentWithVideo'],
  decidedOnlineShare: [['decidedOnline'], 'sent'],
  deferred: [['deferred']],
  returnedShare: [['returned'], 'deferred'],
  photosPerCheck: [['photos'], 'checks'],
  videosPerCheck: [['videos'], 'checks'],
  stars: [['stars'], 'feedbacks'],
}
const ofMoney: Record<string, [string, string?]> = {
  offeredMoney: ['offered'],
  approvedMoney: ['approved'],
  soldMoney: ['sold'],
  upliftPerOrder: ['uplift', 'orders'],
}
const shares = [
  'checkRate',
  'approvedShare',
  'soldShare',
  'openedShare',
  'watchedShare',
  'decidedOnlineShare',
  'returnedShare',
]
const minutes = ['checkMinutes', 'partsMinutes', 'offerMinutes', 'resultMinutes', 'decisionMinutes']

/** What the page would have to show, each figure as a text. */
function expectedOf({ counts, money }: Sums): string[] {
  const lines: string[] = []
  for (const [id, [names, per]] of Object.entries(ofCounts)) {
    const sum = names.reduce((all, name) => all + (counts[name] ?? 0), 0)
    const of = per === undefined ? undefined : (counts[per] ?? 0)
    if (of === undefined) lines.push(`${id} ${sum}`)
    else if (of === 0 || (shares.includes(id) && of < 10)) lines.push(`${id} ${sum} of ${of}`)
    else {
      const [divisor, decimals] = minutes.includes(id) ? [60, 1] : [1, shares.includes(id) ? 4 : 2]
      lines.push(`${id} ${(sum / divisor / of).toFixed(decimals)} ${sum} of ${of}`)
    }
  }
  for (const [currency, purse] of Object.entries(money))
    for (const [id, [name, per]] of Object.entries(ofMoney)) {
      const cents = purse[name] ?? 0
      const of = per === undefined ? undefined : (purse[per] ?? 0)
      if (of === undefined) lines.push(`${id} ${currency} ${(cents / 100).toFixed(2)}`)
      else if (of === 0) lines.push(`${id} ${currency} ${(cents / 100).toFixed(2)} of 0`)
      else
        lines.push(`${id} ${currency} ${(cents / 100 / of).toFixed(2)} ${(cents / 100).toFixed(2)} of ${of}`)
    }
  return lines.sort()
}

function shownOf(figures: readonly FigureValue[]): string[] {
  return figures
    .map(({ id, currency, value, count, of }) => {
      const decimals = currency !== undefined ? 2 : minutes.includes(id) ? 1 : shares.includes(id) ? 4 : 2
      const parts = [id, currency]
      if (value !== undefined)
        parts.push(of === undefined && currency === undefined ? String(value) : value.toFixed(decimals))
      if (of !== undefined) parts.push(`${currency ? count?.toFixed(2) : count} of ${of}`)
      return parts.filter((one) => one !== undefined).join(' ')
    })
    .sort()
}

/** Sums are equal to the cent. A quotient may differ by a step, where half of it is rounded in binary fractions here. */
function assertSame(shown: string[], expected: string[], where: string): void {
  const near = (one: string, other: string) => {
    const [a, b] = [one.split(' '), other.split(' ')]
    const step = minutes.includes(a[0] ?? '') ? 0.1001 : 0.0101
    const quotient = a.length - 4
    return (
      a.length === b.length &&
      a.every(
        (word, at) => word === b[at] || (at === quotient && Math.abs(Number(word) - Number(b[at])) < step),
      )
    )
  }
  assert.equal(shown.length, expected.length, `${where}: ${shown.join('\n')}\n---\n${expected.join('\n')}`)
  for (const [at, line] of shown.entries())
    if (line !== expected[at] && !near(line, expected[at] as string)) assert.equal(line, expected[at], where)
}

const purse = (order: LoopedOrder, name: string) => order.money.EUR?.[name] ?? 0
/** By what lists of cars are sorted, in words of the loops. */
const ranks: Record<string, (order: LoopedOrder) => number> = {
  day: () => 0,
  sold: (order) => purse(order, 'sold'),
  notSold: (order) => purse(order, 'offered') - purse(order, 'sold'),
  notOffered: ({ counts }) => counts.notOffered ?? 0,
}
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Added up over cars or groups: money in cents, so that nothing is rounded; without what is nothing. */
function sumsOf(all: readonly Pick<FigureCar, 'figures'>[]): Record<string, number> {
  const sums = new Map<string, number>()
  for (const { id, currency = '', value = 0, count, of } of all.flatMap(({ figures }) => figures)) {
    const parts = of === undefined ? { value } : { count: count ?? 0, of }
    for (const [name, part] of Object.entries(parts)) {
      const key = `${id} ${currency} ${name}`
      sums.set(key, (sums.get(key) ?? 0) + Math.round(part * 100))
    }
  }
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0).sort())
}

const inPeriod =
  ({ from, to }: { from: string; to: string }) =>
  (order: LoopedOrder) =>
    order.day >= from && order.day <= to

describe(`the figures of ${ORDERS} orders`, () => {
  let world: FigureWorld
  let orders: LoopedOrder[]
  before(async () => {
    world = await newFigureWorld(SEED, ORDERS)
    const { database } = await testApp()
    for (let played = 1; played <= ORDERS; played++) {
      await world.play()
      if (played % SETTLE_EACH === 0) await settleFigures(world.client)
      // As the service does every minute.
      if (played % SETTLE_EACH === 0) await tidyEmbedded(database)
    }
    await world.post.stop()
    await settleFigures(world.client)
    await database.run(sql`
      update system_clients set named_figures = true where system_client_id = ${world.client.id}`)
    orders = loopOrders(await rawRows(world.client), 'Europe/Berlin', undefined)
  })

  const read = async (query: string): Promise<Figures> => {
    const response = await world.client.get(`/figures?${query}`)
    assert.equal(response.statusCode, 200, response.body)
    return response.json()
  }

  /** All pages. */
  const readCars = async (query: string): Promise<FigureCar[]> => {
    const cars: FigureCar[] = []
    for (let cursor = ''; ; ) {
      const response = await world.client.get(`/figures/cars?${query}${cursor}`)
      assert.equal(response.statusCode, 200, response.body)
      const page = response.json<FigureCars>()
      cars.push(...page.cars)
      if (page.next === undefined) return cars
      cursor = `&cursor=${page.next}`
    }
  }

  test('something of everything happened', () => {
    const { counts } = addUp(orders)
    const names = [
      'rejected',
      'red',
      'amber',
      'approved',
      'sold',
      'deferred',
      'opened',
      'decidedOnline',
      'feedbacks',
      'timedChecks',
      'notOffered',
      'offerSeconds',
      'partsSeconds',
      'videos',
      'sentWithVideo',
      'watched',
    ]
    for (const name of names) assert.ok((counts[name] ?? 0) > 0, `${name}: ${JSON.stringify(counts)}`)
  })

  for (const period of periods)
    test(`from ${period.from} to ${period.to} are those of plain loops, by every grouping`, async () => {
      const query = `from=${period.from}&to=${period.to}`
      const mine = orders.filter(inPeriod(period))
      const all = await read(query)
      assertSame(shownOf(all.groups[0]?.figures ?? []), expectedOf(addUp(mine)), 'all')
      const former = orders.filter(inPeriod(all.before))
      const known = expectedOf(addUp(former))
      const shown = (all.groups[0]?.figures ?? []).flatMap(({ id, currency, before }) =>
        before ? [{ id, ...(currency ? { currency } : {}), ...before }] : [],
      )
      const places = new Set(
        shownOf(shown).map((line) =>
          line
            .split(' ')
            .slice(0, /EUR|CHF/.test(line) ? 2 : 1)
            .join(' '),
        ),
      )
      assertSame(
        shownOf(shown),
        known.filter((line) => [...places].some((place) => line === place || line.startsWith(`${place} `))),
        'before',
      )
      const keysOf: Record<string, (order: LoopedOrder) => string[]> = {
        branch: ({ branch }) => [branch],
        site: () => ['main'],
        day: ({ day }) => [day],
        month: ({ day }) => [`${day.slice(0, 7)}-01`],
        week: ({ day }) => [mondayOf(day)],
        person: ({ people }) => people,
      }
      for (const [by, keys] of Object.entries(keysOf)) {
        const expected = Map.groupBy(
          mine.flatMap((order) => keys(order).map((key) => ({ key, order }))),
          ({ key }) => key,
        )
        for (const filter of ['', '&branch=B1&branch=B3']) {
          const { groups } = await read(`${query}&by=${by}${filter}`)
          const isIn = (order: LoopedOrder) => filter === '' || order.branch !== 'B2'
          for (const [key, of] of expected) {
            const own = of.map(({ order }) => order).filter(isIn)
            const shown = groups.find((group) => group.key === key)
            if (own.length === 0) assert.equal(shown, undefined, `${by} ${key}`)
            else assertSame(shownOf(shown?.figures ?? []), expectedOf(addUp(own)), `${by} ${key}${filter}`)
          }
          if (filter === '') {
            const shown = groups.filter(({ figures }) =>
              figures.some(({ id, value }) => /^(orders|rejected)$/.test(id) && value),
            )
            assert.equal(shown.length, expected.size, by)
          }
        }
      }
      for (const name of technicians) {
        const own = mine.filter(({ people }) => people.includes(name.toLowerCase()))
        const { groups } = await read(
          `${query}&person=${encodeURIComponent(name.toLowerCase())}&branch=${branches[0]}`,
        )
        const expected = expectedOf(addUp(own.filter(({ branch }) => branch === branches[0])))
        assertSame(shownOf(groups[0]?.figures ?? []), expected, name)
      }
    })

  for (const period of periods)
    test(`from ${period.from} to ${period.to} are the sums of their cars, in every order`, async () => {
      const person = encodeURIComponent(technicians[0].toLowerCase())
      const mine = orders.filter(inPeriod(period))
      const filters: [string, (order: LoopedOrder) => boolean][] = [
        ['', () => true],
        ['&branch=B1&branch=B3', ({ branch }) => branch !== 'B2'],
        [`&person=${person}`, ({ people }) => people.includes(technicians[0].toLowerCase())],
        [
          `&person=${person}&branch=B2`,
          ({ people, branch }) => branch === 'B2' && people.includes(technicians[0].toLowerCase()),
        ],
      ]
      for (const [filter, isIn] of filters) {
        const query = `from=${period.from}&to=${period.to}${filter}`
        const expected = new Map(mine.filter(isIn).map((order) => [order.id, order]))
        const { groups } = await read(query)
        for (const [sort, rank] of Object.entries(ranks)) {
          const cars = await readCars(`${query}&sort=${sort}&currency=EUR&limit=${sort === 'day' ? 7 : 200}`)
          assert.deepEqual(
            cars.map(({ orderId }) => orderId).sort(),
            [...expected.keys()].sort(),
            `${query} ${sort}`,
          )
          assert.deepEqual(sumsOf(cars), sumsOf(groups), `${query} ${sort}`)
          const placed = cars.map((car) => ({ ...car, rank: rank(expected.get(car.orderId)!) }))
          const sorted = placed.toSorted(
            (one, other) =>
              other.rank - one.rank || compare(other.day, one.day) || compare(other.orderId, one.orderId),
          )
          assert.deepEqual(
            placed.map(({ orderId }) => orderId),
            sorted.map(({ orderId }) => orderId),
            `${query} ${sort}`,
          )
          if (sort !== 'day') continue
          for (const car of cars) {
            const order = expected.get(car.orderId)!
            assert.deepEqual([car.day, car.branchId], [order.day, order.branch])
            assert.deepEqual(car.persons?.map(({ key }) => key) ?? [], order.people)
            assertSame(shownOf(car.figures), expectedOf(addUp([order])), car.orderId)
          }
        }
      }
    })

  test('of questions are those of plain loops', async () => {
    for (const period of periods)
      for (const filter of ['', '&branch=B2']) {
        const response = await world.client.get(
          `/figures/questions?from=${period.from}&to=${period.to}${filter}`,
        )
        assert.equal(response.statusCode, 200, response.body)
        const mine = orders.filter(inPeriod(period)).filter(({ branch }) => filter === '' || branch === 'B2')
        const sums = new Map<
          string,
          { answered: number; found: number; timed: number; ms: number; sold: Record<string, number> }
        >()
        for (const { questions } of mine)
          for (const [id, one] of Object.entries(questions)) {
            const all = sums.get(id) ?? { answered: 0, found: 0, timed: 0, ms: 0, sold: {} }
            for (const name of ['answered', 'found', 'timed', 'ms'] as const) all[name] += one[name]
            for (const [currency, cents] of Object.entries(one.sold))
              all.sold[currency] = (all.sold[currency] ?? 0) + cents
            sums.set(id, all)
          }
        const { questions } = response.json<QuestionFigures>()
        const answered = [...sums].filter(([, one]) => one.answered > 0).map(([id]) => id)
        assert.deepEqual(
          questions.map(({ questionId }) => questionId),
          answered.sort(),
        )
        for (const { questionId, figures } of questions) {
          const one = sums.get(questionId)
          assert.ok(one)
          const find = (id: string) => figures.find((figure) => figure.id === id)
          assert.deepEqual(
            [find('findRate')?.count, find('findRate')?.of],
            [one.found, one.answered],
            questionId,
          )
          assert.equal(find('questionSeconds')?.of, one.timed)
          assert.ok(Math.abs((find('questionSeconds')?.count ?? -1) - one.ms / 1000) <= 0.05, questionId)
          const money = figures.filter(({ id }) => id === 'moneyPerMinute')
          assert.deepEqual(
            Object.fromEntries(
              money.map(({ currency, count }) => [currency, Math.round((count ?? 0) * 100)]),
            ),
            one.sold,
          )
        }
      }
  })

  test('are the same when they are counted again, also from nothing', async () => {
    const { database } = await testApp()
    const live = await figureRows(world.client)
    assert.ok(live.length > ORDERS)
    await rebuildFigures(database, world.client.id, new Date())
    assert.deepEqual(await figureRows(world.client), live)
    await database.run(sql`delete from order_figures where system_client_id = ${world.client.id}`)
    await rebuildFigures(database, world.client.id, new Date())
    assert.deepEqual(await figureRows(world.client), live)
  })

  test('have sums of every span after an update from a version without some of them', async () => {
    const { database } = await testApp()
    const live = await figureRows(world.client)
    const text = await readFile(
      new URL('../../migrations/0068_sums_of_many_branches.sql', import.meta.url),
      'utf8',
    )
    const made = {
      figure: ['branch.week', 'branch.third', 'branch.year', 'person.third', 'person.year'],
      question: ['branch.third', 'branch.year'],
    }
    const missing = Object.entries(made).flatMap(([name, grains]) =>
      grains.flatMap((grain) => ['days', 'money'].map((kind) => [`${name}_${kind}`, grain])),
    )
    for (const [table, grain] of missing)
      await database.script(
        `delete from ${table} where system_client_id = '${world.client.id}' and grain = '${grain}'`,
      )
    assert.notDeepEqual(await figureRows(world.client), live)
    await database.script(text.slice(0, text.indexOf('insert into jobs')))
    assert.deepEqual(await figureRows(world.client), live)
  })

  test('follow the time zone of the client', async () => {
    const { database } = await testApp()
    await database.run(sql`
      update system_clients set time_zone = 'Pacific/Auckland' where system_client_id = ${world.client.id}`)
    await rebuildFigures(database, world.client.id, new Date())
    const { timeZone } = await getClient(
      { db: database, actor: { kind: 'system', id: 'test' }, now: new Date() },
      world.client.id,
    )
    const moved = loopOrders(await rawRows(world.client), timeZone, undefined)
    assert.notDeepEqual(
      moved.map(({ day }) => day),
      orders.map(({ day }) => day),
    )
    const period = { from: '2026-09-17', to: '2026-10-31' }
    const { groups } = await read(`from=${period.from}&to=${period.to}`)
    assertSame(shownOf(groups[0]?.figures ?? []), expectedOf(addUp(moved.filter(inPeriod(period)))), timeZone)
  })
})

function mondayOf(day: string): string {
  const date = new Date(`${day}T12:00:00Z`)
  while (date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}
