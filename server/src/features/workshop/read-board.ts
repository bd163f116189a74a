// The board: open cars with the progress of their surveys, or the results of a search.
import type { Board, BoardCard, BoardSurvey } from '@walkaround/contract/app/board.ts'
import { cardName, sortCards } from '@walkaround/contract/rules/board-order.ts'
import { nameOf } from '@walkaround/contract/rules/names.ts'
import { searchWordsOf } from '@walkaround/contract/rules/search-terms.ts'
import type { Person } from '@walkaround/contract/shared.ts'
import { Recent } from '../../lib/recent.ts'
import { findBranches, listReachedBranches } from '../../organisation/bind-branch.ts'
import type { Scope } from '../../scope.ts'
import { findLastSequence } from '../live-updates/sequence.ts'
import { findSameCars, hasOrdersByHand } from '../service-orders/find-same-car.ts'
import type { SurveyHeader } from '../surveys/header.ts'
import { countConflictsOf } from '../surveys/read-taps.ts'
import { toShownId } from '../templates/rules.ts'
import { getTemplateVersion, inLanguage, type TemplateVersion } from '../templates/versions.ts'
import * as store from './board-store.ts'
import { latestOf, listOwnerSides } from './owner-states.ts'
import { isOfViewer, type Progress, progressOf, type Viewer } from './rules.ts'

const MOST_FOUND = 100
/** Terms that a word may begin for all of its cars to be looked at. */
const MOST_TERMS = 2_000
/** Otherwise only so many of the newest cars of all branches are looked at. */
const MOST_NEWEST = 3_000
const MOST_WORDS_COUNTED = 4

export interface BoardQuery {
  /** By id or dealer code (C1). */
  branch?: string
  /** Only these, as events name them. */
  card?: readonly string[]
  search?: string
}

export async function getBoard(scope: Scope, query: BoardQuery, viewer: Viewer): Promise<Board> {
  // Read first: whatever happens meanwhile comes with the stream.
  const sequence = await findLastSequence(scope)
  // An unknown branch, or one the viewer may not see, has no cars.
  const branchIds = query.branch === undefined ? undefined : await findBranches(scope, [query.branch])
  if (query.search !== undefined) {
    const found = await search(scope, searchWordsOf(query.search), branchIds)
    return { cards: await toCards(scope, found, viewer), sequence }
  }
  const reached = branchIds ?? (await listReachedBranches(scope))
  const cards = await (query.card === undefined
    ? toCards(scope, await store.listOpenCards(scope, reached), viewer)
    : listSome(scope, reached, query.card, viewer))
  return { cards, sequence }
}

/** Some cards of the board, and those that may be of the same car. */
async function listSome(
  scope: Scope,
  branchIds: readonly string[],
  names: readonly string[],
  viewer: Viewer,
): Promise<BoardCard[]> {
  // Only orders made by hand may be of the same car as others; a board rarely has any.
  if (!(await hasOrdersByHand(scope))) {
    const idsOf = (kind: string) =>
      names.flatMap((name) => (name.startsWith(`${kind}/`) ? [name.slice(kind.length + 1)] : []))
    const ids = { orderIds: idsOf('order'), leadIds: idsOf('lead'), surveyIds: idsOf('vehicle') }
    return toCards(scope, await store.listOpenCardsOf(scope, branchIds, ids), viewer)
  }
  const all = await store.listOpenCards(scope, branchIds)
  const sameCars = await sameCarsOf(scope, all, headersOf(all))
  const wanted = new Set(names)
  for (const row of all) {
    const others = wanted.has(cardName(row)) && row.kind === 'order' ? sameCars(row.id).sameCar : undefined
    for (const id of others ?? []) wanted.add(cardName({ kind: 'order', id }))
  }
  const rows = all.filter((row) => wanted.has(cardName(row)))
  return toCards(scope, rows, viewer, sameCars)
}

/**
 * Never reads more than this, however many cars there are: if a word begins few terms, all cars that have it are found; if every
 * word begins more, those among the newest cars.
 */
async function search(scope: Scope, words: readonly string[], branchIds: readonly string[] | undefined) {
  // The longest words are the rarest; one is enough to find the cars, and the others are compared with each.
  const asked = words.toSorted((one, other) => other.length - one.length).slice(0, MOST_WORDS_COUNTED)
  const rarest = asked.length === 0 ? undefined : await store.findRarest(scope, asked, MOST_TERMS + 1)
  if (!rarest || rarest.terms === 0) return []
  const sought = { words, most: MOST_FOUND }
  if (rarest.terms <= MOST_TERMS)
    return store.listByWord(scope, rarest.word, branchIds ?? scope.branches ?? null, sought)
  const branches = branchIds ?? (await listReachedBranches(scope))
  return store.listAmongNewest(scope, branches, Math.ceil(MOST_NEWEST / (branches.length || 1)), sought)
}

/** The card of an order, or of a survey without one. */
export async function findCard(
  scope: Scope,
  of: { orderId?: string; surveyId?: string },
  viewer: Viewer,
): Promise<BoardCard | undefined> {
  const row = await store.findCard(scope, of)
  return row && (await toCards(scope, [row], viewer))[0]
}

type SameCars = (orderId: string) => Pick<BoardCard, 'sameCar' | 'joined'>

const headersOf = (rows: readonly store.CardRow[]) =>
  new Map(rows.map((row) => [cardName(row), JSON.parse(row.header) as SurveyHeader]))

/** `known`: which cars are the same, if more than these cards were compared. */
async function toCards(
  scope: Scope,
  rows: readonly store.CardRow[],
  viewer: Viewer,
  known?: SameCars,
): Promise<BoardCard[]> {
  if (rows.length === 0) return []
  const idsOf = (kind: store.CardRow['kind']) => rows.filter((row) => row.kind === kind).map(({ id }) => id)
  const surveys = await store.listCardSurveys(scope, {
    orderIds: idsOf('order'),
    leadIds: idsOf('lead'),
    surveyIds: idsOf('vehicle'),
  })
  const templates = await templatesOf(scope, surveys)
  const headers = headersOf(rows)
  const counted = await countAll(scope, surveys, templates, (one) => headers.get(subjectOfSurvey(one)) ?? {})
  const bySubject = Map.groupBy(surveys, subjectOfSurvey)
  const owners = Map.groupBy(
    await listOwnerSides(
      scope,
      surveys.map(({ id }) => id),
    ),
    ({ surveyId }) => surveyId,
  )
  const conflicts = await conflictsOf(scope, surveys, viewer)
  const sameCars = known ?? (await sameCarsOf(scope, rows, headers))
  return sortCards(
    rows.map((row) => {
      const header = headers.get(cardName(row)) ?? {}
      const own = (bySubject.get(cardName(row)) ?? []).flatMap((survey) => {
        const template = templates.get(survey)
        const counts = counted.get(survey.id)
        return template && counts ? [{ survey, template, counts }] : []
      })
      const shown = own.map((one) => ({
        ...toBoardSurvey(scope, one, header, viewer),
        ...conflicts.get(one.survey.id),
      }))
      const times = own.map(({ survey, counts }) => [counts.answeredAt, survey.completedAt])
      return {
        ...toCard(row, header, shown, latest(row.changedAt, times)),
        ...latestOf(shown.flatMap(({ id }) => owners.get(id) ?? [])),
        ...(row.kind === 'order' ? sameCars(row.id) : {}),
      }
    }),
  )
}

function subjectOfSurvey({ id, orderId, leadId }: store.CardSurveyRow): string {
  if (orderId !== null) return cardName({ kind: 'order', id: orderId })
  return leadId === null ? cardName({ kind: 'vehicle', id }) : cardName({ kind: 'lead', id: leadId })
}

const latest = (first: Date, others: readonly (Date | null)[][]): Date =>
  others.flat().reduce<Date>((last, at) => (at && at > last ? at : last), first)

interface Counts {
  progress: Progress
  startedAt: Date | null
  answeredAt: Date | null
}

/** A completed inspection does not change until it is reopened, and then its completion time differs. */
const completed = new Recent<Counts>(5_000)

async function countAll(
  scope: Scope,
  surveys: readonly store.CardSurveyRow[],
  templates: ReadonlyMap<store.CardSurveyRow, TemplateVersion>,
  headerOf: (survey: store.CardSurveyRow) => SurveyHeader,
): Promise<Map<string, Counts>> {
  const keyOf = ({ id, completedAt }: store.CardSurveyRow) =>
    JSON.stringify([scope.clientId, id, completedAt?.getTime()])
  const counts = new Map<string, Counts>()
  for (const survey of surveys) {
    const known = survey.completed ? completed.get(keyOf(survey)) : undefined
    if (known) counts.set(survey.id, known)
  }
  const missing = surveys.filter(({ id }) => !counts.has(id))
  const idsOf = (list: readonly store.CardSurveyRow[]) => list.map(({ id }) => id)
  const answers = missing.length === 0 ? [] : await store.listAnswers(scope, idsOf(missing))
  const done = idsOf(missing.filter((survey) => survey.completed))
  const hidden = done.length === 0 ? [] : await store.listHidden(scope, done)
  const answersOf = new Map(answers.map((row) => [row.id, row]))
  const hiddenOf = new Map(hidden.map((row) => [row.id, row.hidden]))
  for (const survey of missing) {
    const given = answersOf.get(survey.id)
    const template = templates.get(survey)
    if (!given || !template) continue
    const frozen = hiddenOf.get(survey.id)
    const hiddenThen = frozen ? new Set(JSON.parse(frozen) as string[]) : undefined
    const count = {
      progress: progressOf(template, headerOf(survey).vehicle, given.answers, hiddenThen),
      startedAt: given.startedAt,
      answeredAt: given.answeredAt,
    }
    counts.set(survey.id, count)
    // If the hidden questions are missing, it was reopened between the reads: it is shown in its present state and not cached.
    if (hiddenThen) completed.set(keyOf(survey), count)
  }
  return counts
}

/** Which open orders may be for one car, and which were joined (I5). */
async function sameCarsOf(
  scope: Scope,
  rows: readonly store.CardRow[],
  headers: ReadonlyMap<string, SurveyHeader>,
): Promise<SameCars> {
  const open = rows.filter(({ kind, isOver }) => kind === 'order' && !isOver)
  const cars = open.map((row) => ({
    id: row.id,
    branchId: row.branchId,
    isManual: row.isManual,
    at: row.plannedStart ?? row.changedAt,
    vehicle: headers.get(cardName(row))?.vehicle,
  }))
  const { pairs, joined } = await findSameCars(scope, cars)
  return (id) => {
    const others = pairs.flatMap(({ manualId, orderId }) =>
      manualId === id ? [orderId] : orderId === id ? [manualId] : [],
    )
    const parts = joined.get(id)
    return { sameCar: others.length > 0 ? others : undefined, joined: parts }
  }
}

/** Completed surveys have no conflicts left. */
async function conflictsOf(
  scope: Scope,
  surveys: readonly store.CardSurveyRow[],
  { login }: Viewer,
): Promise<Map<string, { conflicts: number }>> {
  const open = surveys.filter(({ completed, closed }) => !completed && !closed).map(({ id }) => id)
  const counted = open.length === 0 ? [] : await countConflictsOf(scope, open, login)
  return new Map(counted.map(({ surveyId, count }) => [surveyId, { conflicts: count }]))
}

async function templatesOf(
  scope: Scope,
  surveys: readonly store.CardSurveyRow[],
): Promise<Map<store.CardSurveyRow, TemplateVersion>> {
  const templates = new Map<store.CardSurveyRow, TemplateVersion>()
  for (const survey of surveys) {
    const version = await getTemplateVersion(scope.db, {
      masterClientId: survey.masterClientId,
      templateId: survey.templateId,
      version: survey.templateVersion,
    })
    templates.set(survey, inLanguage(version, scope.client.language))
  }
  return templates
}

function toBoardSurvey(
  scope: Scope,
  { survey, template, counts }: { survey: store.CardSurveyRow; template: TemplateVersion; counts: Counts },
  header: SurveyHeader,
  viewer: Viewer,
): BoardSurvey {
  const surveyor = survey.surveyor === null ? undefined : (JSON.parse(survey.surveyor) as Person)
  const isMine = isOfViewer(survey.surveyType, header, surveyor, viewer)
  return {
    id: survey.id,
    surveyType: survey.surveyType,
    text: template.document.text,
    completed: survey.completed,
    closed: survey.closed,
    templateId: toShownId(scope.clientId, template),
    templateVersion: template.version,
    ...counts.progress,
    photos: survey.photos,
    videos: survey.videos,
    ...(surveyor ? { surveyor: nameOf(surveyor) } : {}),
    ...(isMine ? { isMine } : {}),
    ...(counts.startedAt ? { startedAt: counts.startedAt.toISOString() } : {}),
    ...(survey.completedAt ? { completedAt: survey.completedAt.toISOString() } : {}),
  }
}

function toCard(row: store.CardRow, header: SurveyHeader, surveys: BoardSurvey[], changed: Date): BoardCard {
  const { vehicle, customer, serviceAdvisor, externalId, description, plannedStartTimestamp } = header
  const texts = {
    externalId,
    numberPlate: vehicle?.numberPlate,
    vin: vehicle?.vin,
    vehicle: [vehicle?.make, vehicle?.model].filter(Boolean).join(' '),
    customer: customer && nameOf(customer),
    serviceAdvisor: serviceAdvisor && nameOf(serviceAdvisor),
    description,
    // A start that the DMS removed is kept only for the surveys (C4).
    plannedStart: row.plannedStart ? plannedStartTimestamp : undefined,
  }
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text)) as {
    [K in keyof typeof texts]?: string
  }
  return {
    kind: row.kind,
    id: row.id,
    branchId: row.branchId,
    surveys,
    changedAt: changed.toISOString(),
    ...given,
    ...(row.isOver ? { closed: true } : {}),
    ...(row.isManual ? { isManual: true } : {}),
    ...(row.changedByDms ? { changedByDms: row.changedByDms.toISOString() } : {}),
  }
}
