// What the demo's half-year tells at first sight on the pages of the desk: a branch that offers too little, and work that comes back.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { FigureQuery, Figures, FigureValue } from '@walkaround/contract/dms/figures.ts'
import { addDays, dateIn } from '@walkaround/contract/rules/days.ts'
import { readFigures } from '../../src/features/figures/read-figures.ts'
import { readQuestionFigures } from '../../src/features/figures/read-questions.ts'
import { rebuildFigures } from '../../src/features/figures/rebuild-figures.ts'
import { readReminderFigures } from '../../src/features/reminders/read-figures.ts'
import type { Scope } from '../../src/scope.ts'
import { inClient } from '../support/clients.ts'
import { type LoadedDemo, makeDemo, NOW } from '../support/demo.ts'

const manager = { login: 'ruth', name: 'Ruth Falkenberg', role: 'manager' } as const
const today = dateIn(NOW, 'Europe/Berlin')
const halfYear = { from: addDays(today, -182), to: addDays(today, -1) }

let demo: LoadedDemo

before(async () => {
  demo = await makeDemo()
  await rebuildFigures(demo.database, demo.client.clientId, NOW)
})

const read = <T>(work: (scope: Scope) => Promise<T>): Promise<T> => inClient(demo.client, work, NOW)
const figures = (by: FigureQuery['by']) => read((scope) => readFigures(scope, { ...halfYear, by }, manager))
const figureOf = (group: { figures: readonly FigureValue[] } | undefined, id: string): FigureValue => {
  const found = group?.figures.find((one) => one.id === id)
  assert.ok(found, `no figure ${id}`)
  return found
}
const numberOf = (group: Figures['groups'][number] | undefined, id: string): number =>
  figureOf(group, id).value ?? Number.NaN

describe('The half-year of the demo', () => {
  test('has enough cars at every branch, and one that finds as much, offers little and sells least', async () => {
    const { groups } = await figures('branch')
    const [cars, vans, south] = ['DE1001', 'DE1002', 'DE2001'].map((key) =>
      groups.find((group) => group.key === key),
    )
    const perCar = (group: typeof cars) => numberOf(group, 'found') / numberOf(group, 'orders')
    const offered = (group: typeof cars) => numberOf(group, 'offered') / numberOf(group, 'found')
    for (const group of [cars, vans, south]) {
      assert.ok(numberOf(group, 'orders') >= 18, group?.key)
      assert.ok(figureOf(group, 'checkRate').value, 'a share, not a count of few')
      assert.ok(numberOf(group, 'stars') > 1)
      assert.ok(numberOf(group, 'resultMinutes') > 0)
    }
    assert.ok(perCar(south) > 0.65 * perCar(cars), `${perCar(south)} and ${perCar(cars)} found per car`)
    assert.ok(Math.min(offered(cars), offered(vans)) > 0.6, `${offered(cars)}, ${offered(vans)}`)
    assert.ok(offered(south) < 0.4, `${offered(south)} of what South finds is offered`)
    const perOrder = (group: typeof cars) => numberOf(group, 'soldMoney') / numberOf(group, 'orders')
    assert.ok(
      perOrder(south) < 0.7 * perOrder(cars),
      `${perOrder(south)} and ${perOrder(cars)} sold per order`,
    )
    assert.ok(numberOf(south, 'resultMinutes') > 2 * numberOf(cars, 'resultMinutes'))
  })

  test('sells more than a quarter of what is offered, and less than half', async () => {
    const [whole] = (await figures('none')).groups
    const share = numberOf(whole, 'soldShare')
    assert.ok(share > 0.25 && share < 0.5, String(share))
    assert.ok(numberOf(whole, 'offered') < numberOf(whole, 'found'))
  })

  test('has work that was put off and came back, also after reminders', async () => {
    const [whole] = (await figures('none')).groups
    const returned = figureOf(whole, 'returnedShare')
    assert.ok((returned.count ?? 0) >= 5, JSON.stringify(returned))
    const { sent, opened, sold, ...others } = await read((scope) => readReminderFigures(scope, {}))
    assert.ok(
      sent >= 6 && opened > 0 && others.returned > 0 && sold > 0,
      JSON.stringify({ sent, opened, sold }),
    )
  })

  test('says what questions take and bring, in the language that is asked for', async () => {
    const { questions } = await read((scope) =>
      readQuestionFigures(scope, { ...halfYear, language: 'de' }, manager),
    )
    const wipers = questions.find(({ questionId }) => questionId === 'h.wipers')
    assert.equal(wipers?.text, 'Wischerblätter')
    for (const id of ['questionSeconds', 'findRate', 'moneyPerMinute'])
      assert.ok(figureOf(wipers, id).value, id)
  })
})
