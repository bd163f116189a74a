// Counts orders anew, and makes the sums of the days they belong or belonged to again. Both from what is stored now, so any order of
// these steps, and any repetition of them, gives the same rows.
import { beginOf, endOf, type Span } from '@walkaround/contract/rules/figure-periods.ts'
import { atBranch, type ClientSettings } from '../../scope.ts'
import * as facts from './facts-store.ts'
import * as marks from './mark-store.ts'
import { personsOf } from './persons.ts'
import * as questions from './question-store.ts'
import * as sums from './sums-store.ts'

/** Also forgets orders that are gone. The days are summed later. */
export async function countOrders(
  reader: facts.Reader,
  client: ClientSettings,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length === 0) return
  const before = await facts.listCounted(reader, orderIds)
  const orders = await facts.listOrderPeople(reader, orderIds)
  const people = orders.map(personsOf)
  await facts.deleteFacts(reader, orderIds)
  const found = orders.map(({ orderId }) => orderId)
  // A car counts on the day it came, by the clock of the site it came to.
  const places = orders.map(({ branchId }) => atBranch({ client }, branchId).client)
  await facts.insertFacts(
    reader,
    found,
    people.map((persons) => JSON.stringify(persons.map(({ key }) => key))),
    places.map(({ timeZone }) => timeZone),
  )
  await facts.insertPeople(reader, found)
  await facts.insertMoney(
    reader,
    found,
    places.map(({ currency = null }) => currency),
  )
  const names = new Map(people.flat().map(({ key, name }) => [key, name]))
  await facts.saveNames(reader, [...names.keys()], [...names.values()])
  const after = await facts.listCounted(reader, found)
  const cells = [...before, ...after]
  await marks.touch(
    reader,
    cells.map(({ branchId }) => branchId),
    cells.map(({ day }) => day),
  )
}

/** Returns how many days of branches were summed. */
export async function sumTouched(reader: facts.Reader, limit: number): Promise<number> {
  const cells = await marks.listTouchedCells(reader, limit)
  if (cells.length === 0) return 0
  const branchIds = cells.map(({ branchId }) => branchId)
  const days = cells.map(({ day }) => day)
  for (const grain of ['branch.day', 'person.day'] as const)
    await sums.clearSums(reader, grain, branchIds, days)
  await questions.clearQuestions(reader, 'branch.day', branchIds, days)
  await sums.sumBranches(reader, branchIds, days)
  await sums.sumPersons(reader, branchIds, days)
  await questions.sumQuestions(reader, branchIds, days)
  await sumSpans(reader, cells)
  await sumClient(reader, [...new Set(days)])
  await marks.untouch(reader, branchIds, days)
  return cells.length
}

/** The spans of which these days are part, each once. */
function spansOf(span: Span, cells: readonly sums.Cell[]) {
  const begun = cells.map(({ branchId, day }) => ({ branchId, day: beginOf(span, day) }))
  const once = [...new Map(begun.map((one) => [`${one.day} ${one.branchId}`, one])).values()]
  const days = once.map(({ day }) => day)
  return {
    branchIds: once.map(({ branchId }) => branchId),
    days,
    last: days.map((day) => endOf(span, day)),
  }
}

/** Each from what a line before it has made. */
const folds = [
  { from: 'day', to: 'third', of: ['branch', 'person'] },
  { from: 'third', to: 'month', of: ['branch', 'person'] },
  { from: 'month', to: 'year', of: ['branch', 'person'] },
  { from: 'day', to: 'week', of: ['branch'] },
] as const
const foldsOfQuestions = {
  branch: [
    { from: 'day', to: 'third' },
    { from: 'third', to: 'month' },
    { from: 'month', to: 'year' },
  ],
  client: [{ from: 'day', to: 'month' }],
} as const

async function sumSpans(reader: facts.Reader, cells: readonly sums.Cell[]): Promise<void> {
  for (const { from, to, of } of folds) {
    const spans = spansOf(to, cells)
    for (const whose of of) {
      await sums.clearSums(reader, `${whose}.${to}`, spans.branchIds, spans.days)
      await sums.sumSpans(reader, { from: `${whose}.${from}`, to: `${whose}.${to}`, ...spans })
    }
  }
  await sumQuestionSpans(reader, 'branch', cells)
}

async function sumQuestionSpans(
  reader: facts.Reader,
  of: 'branch' | 'client',
  cells: readonly sums.Cell[],
): Promise<void> {
  for (const { from, to } of foldsOfQuestions[of]) {
    const spans = spansOf(to, cells)
    await questions.clearQuestions(reader, `${of}.${to}`, spans.branchIds, spans.days)
    await questions.sumQuestionSpans(reader, { from: `${of}.${from}`, to: `${of}.${to}`, ...spans })
  }
}

async function sumClient(reader: facts.Reader, days: readonly string[]): Promise<void> {
  const all = days.map(() => '')
  await sums.clearSums(reader, 'client.day', all, days)
  await questions.clearQuestions(reader, 'client.day', all, days)
  await sums.sumClient(reader, days)
  await questions.sumQuestionsOfClient(reader, days)
  await sumQuestionSpans(
    reader,
    'client',
    days.map((day) => ({ branchId: '', day })),
  )
}
