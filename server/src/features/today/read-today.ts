// What waits today between finding and invoice: four lists of cars, each from one read of the ledger.
import type { Today, TodayCar, TodayItem } from '@walkaround/contract/app/today.ts'
import { nameOf } from '@walkaround/contract/rules/names.ts'
import {
  closedOrderDays,
  type TodayListName,
  todayDays,
  todayLists,
} from '@walkaround/contract/rules/today.ts'
import type { Person } from '@walkaround/contract/shared.ts'
import { inSlices } from '../../lib/in-slices.ts'
import { listReachedBranches, namedBranches } from '../../organisation/bind-branch.ts'
import type { Scope } from '../../scope.ts'
import * as rows from '../ledger/today-rows.ts'
import { listResultStates } from '../messages/read-messages.ts'
import { advisorOf, type SurveyHeader } from '../surveys/header.ts'
import { recognisedBy, type Viewer } from '../workshop/rules.ts'
import { describeItems } from './describe-items.ts'
import { readPossible } from './possible-work.ts'
import { type Asked, addSums, byPlace, type Car, type Draft, shownOf, toCars, toList } from './rules.ts'

const DAY_MS = 86_400_000

/** `viewer`: whose own cars come first; left out for nobody in particular. */
export async function readToday(
  scope: Scope,
  { branch, language = scope.client.language }: { branch?: readonly string[]; language?: string },
  viewer?: Viewer,
): Promise<Today> {
  const branchIds =
    branch === undefined ? await listReachedBranches(scope) : await namedBranches(scope, branch)
  const own = viewer?.role === 'advisor' ? viewer : undefined
  const [lists, apart] = await Promise.all([readDrafts(scope, branchIds, own), readApart(scope, branchIds)])
  const surveyIds = lists.undecided.flatMap(({ surveyId }) => surveyId ?? [])
  const sent = await listResultStates(scope, [...new Set(surveyIds)])
  const { redWarningMinutes: redMinutes } = scope.client
  const cars = await carsOf(lists, { now: scope.now, redMinutes, sent })
  const shown = mapLists((name) => shownOf(cars[name]))
  const described = await describe(scope, Object.values(shown).flat(), language)
  return {
    at: scope.now.toISOString(),
    redMinutes,
    ...mapLists((name) => toList(cars[name], shown[name].map(described))),
    apart,
  }
}

const mapLists = <T>(make: (name: TodayListName) => T) =>
  Object.fromEntries(todayLists.map((name) => [name, make(name)])) as Record<TodayListName, T>

/** Cars in one turn of everybody's: a group of a thousand branches has thousands. */
const CARS_AT_ONCE = 200

async function carsOf(
  lists: Record<TodayListName, Draft[]>,
  asked: Asked,
): Promise<Record<TodayListName, readonly Car[]>> {
  const cars = mapLists((): readonly Car[] => [])
  for (const name of todayLists) {
    const own: Car[] = []
    const ofCars = [...Map.groupBy(lists[name], ({ orderId }) => orderId).values()]
    await inSlices(ofCars, CARS_AT_ONCE, (drafts) => own.push(...toCars(name, drafts, asked)))
    cars[name] = own.sort(byPlace)
  }
  return cars
}

const daysAgo = ({ now }: Scope, days: number) => new Date(now.getTime() - days * DAY_MS)

async function readDrafts(
  scope: Scope,
  branchIds: readonly string[],
  viewer: Viewer | undefined,
): Promise<Record<TodayListName, Draft[]>> {
  const wanted = (name: TodayListName): rows.Wanted => ({
    branchIds,
    since: daysAgo(scope, todayDays[name]),
    withAdvisors: viewer !== undefined,
  })
  const [findings, undecided, notOrdered, notApproved, lines] = await Promise.all([
    rows.listNotOffered(scope, wanted('notOffered')),
    rows.listUndecided(scope, wanted('undecided')),
    rows.listNotOrdered(scope, wanted('notOrdered'), daysAgo(scope, closedOrderDays)),
    rows.listNotApproved(scope, wanted('notApproved')),
    rows.listLinesWithoutOffer(scope, wanted('notApproved')),
  ])
  const possible = await readPossible(scope, findings)
  const isMine = ({ advisors }: { advisors: string | null }) =>
    viewer !== undefined && isAdvisedBy(viewer, advisors)
  const ofOrder = ({ orderId, branchId, isClosed, ...row }: OrderRow) => ({
    orderId,
    branchId,
    isClosed,
    isMine: isMine(row),
  })
  const toOffer = (row: rows.WorkToday, since: Date): Draft => ({
    ...ofOrder(row),
    ...worthOf(row, `${row.surveyId}/${row.quoteId}`),
    kind: 'offer',
    surveyId: row.surveyId,
    since,
    grade: row.grade,
    questionId: row.questionId,
    quoteId: row.quoteId,
    template: templateOf(row),
  })
  return {
    notOffered: findings.map((row) => {
      const worth = possible.get(row.surveyId)?.get(row.questionId)
      return {
        ...ofOrder(row),
        kind: 'finding',
        surveyId: row.surveyId,
        since: row.completedAt ?? scope.now,
        grade: row.grade,
        questionId: row.questionId,
        ...(row.value === null ? {} : { value: row.value }),
        ...(row.unitOfMeasurement === null ? {} : { unit: row.unitOfMeasurement }),
        worth: worth ? [worth] : [],
        isIncomplete: worth === undefined,
        template: templateOf(row),
      }
    }),
    // What was offered after the check waits since then.
    undecided: undecided.map((row) => toOffer(row, latest(row.completedAt, row.at))),
    notOrdered: notOrdered.map((row) => toOffer(row, row.at)),
    notApproved: [
      ...notApproved.map((row) => toOffer(row, row.at)),
      ...lines.map(
        (row): Draft => ({
          ...ofOrder(row),
          ...worthOf(row, `${row.orderId}/${row.position}`),
          kind: 'line',
          surveyId: row.surveyId,
          since: row.at,
          grade: null,
          position: row.position,
        }),
      ),
    ],
  }
}

type OrderRow = Pick<rows.LineToday, 'orderId' | 'branchId' | 'isClosed' | 'advisors'>

const latest = (one: Date | null, other: Date): Date => (one !== null && one > other ? one : other)

const templateOf = ({
  masterClientId,
  templateId,
  templateVersion: version,
}: rows.FindingToday | rows.WorkToday) => ({
  masterClientId,
  templateId,
  version,
})

const worthOf = (
  { currency, incVat }: { currency: string | null; incVat: string | null },
  key: string,
): Pick<Draft, 'worth' | 'isIncomplete'> =>
  currency === null || incVat === null
    ? { worth: [], isIncomplete: true }
    : { worth: [{ key, currency, amount: Number(incVat) }], isIncomplete: false }

function isAdvisedBy(viewer: Viewer, advisors: string | null): boolean {
  const [serviceAdvisor, responsiblePerson] = JSON.parse(advisors ?? '[]') as (Person | null)[]
  return [serviceAdvisor, responsiblePerson].some((one) => one && recognisedBy(viewer, one))
}

/** Adds what only the cars that are shown need: who and what they are, and texts. */
async function describe(
  scope: Scope,
  cars: readonly Car[],
  language: string,
): Promise<(car: Car) => TodayCar> {
  const [headers, itemsOf] = await Promise.all([
    rows.listOrderHeaders(scope, [...new Set(cars.map(({ facts }) => facts.orderId))]),
    describeItems(
      scope,
      cars.flatMap(({ drafts }) => drafts),
      language,
    ),
  ])
  const headerOf = new Map(
    headers.map(({ orderId, header }) => [orderId, JSON.parse(header) as SurveyHeader]),
  )
  return ({ facts, drafts }) => ({
    ...facts,
    ...carOf(headerOf.get(facts.orderId) ?? {}),
    items: drafts.map((draft): TodayItem => itemsOf(draft)),
  })
}

function carOf(header: SurveyHeader): Partial<TodayCar> {
  const { externalId, vehicle, customer } = header
  const advisor = advisorOf(header)
  const texts = {
    externalId,
    numberPlate: vehicle?.numberPlate,
    vehicle: [vehicle?.make, vehicle?.model].filter(Boolean).join(' '),
    customer: customer && nameOf(customer),
    advisor: advisor && nameOf(advisor),
  }
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text))
}

async function readApart(scope: Scope, branchIds: readonly string[]): Promise<Today['apart']> {
  const since = daysAgo(scope, todayDays.notOffered)
  const found = await rows.listApart(scope, { branchIds, since, withAdvisors: false })
  return {
    cars: new Set(found.map(({ car }) => car)).size,
    findings: found.reduce((count, { findings }) => count + findings, 0),
    offers: found.reduce((count, { offers }) => count + offers, 0),
    sums: addSums(
      found.flatMap(({ currency, incVat }) =>
        currency === null || incVat === null ? [] : [{ currency, amount: Number(incVat) }],
      ),
    ),
  }
}
