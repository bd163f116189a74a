// The board: open cars with how far their surveys are, or what a search finds.
import type { Board, BoardCard, BoardSurvey } from '@walkaround/contract/app/board.ts'
import type { Person } from '@walkaround/contract/shared.ts'
import { findBranches } from '../../access/bind-branch.ts'
import { Recent } from '../../lib/recent.ts'
import type { Scope } from '../../scope.ts'
import { findLastSequence } from '../live-updates/sequence.ts'
import { findSameCars } from '../service-orders/find-same-car.ts'
import type { SurveyHeader } from '../surveys/header.ts'
import { countConflictsOf } from '../surveys/read-taps.ts'
import { foldForSearch, nameOfPartner, nameOfPerson } from '../surveys/search-text.ts'
import { toShownId } from '../templates/rules.ts'
import { getTemplateVersion, inLanguage, type TemplateVersion } from '../templates/versions.ts'
import * as store from './board-store.ts'
import { latestOf, listOwnerSides } from './owner-states.ts'
import { isOfViewer, type Progress, progressOf, sortCards, type Viewer } from './rules.ts'

const MOST_FOUND = 100

export interface BoardQuery {
  /** By id or dealer code (C1). */
  branch?: string
  search?: string
}

export async function getBoard(scope: Scope, query: BoardQuery, viewer: Viewer): Promise<Board> {
  // First, so that whatever happens meanwhile comes with the stream.
  const sequence = await findLastSequence(scope)
  // A branch nobody knows, or the viewer may not see, has no cars.
  const branchIds =
    query.branch === undefined ? (scope.branches ?? null) : await findBranches(scope, [query.branch])
  const rows = branchIds?.length === 0 ? [] : await listRows(scope, query.search, branchIds)
  return { cards: await toCards(scope, rows, viewer), sequence }
}

function listRows(scope: Scope, search: string | undefined, branchIds: readonly string[] | null) {
  if (search === undefined) return store.listOpenCards(scope, branchIds)
  const term = foldForSearch(search)
  // Nothing but blanks and hyphens would find everything.
  return term === '' ? [] : store.searchCards(scope, term, branchIds, MOST_FOUND)
}

/** The card of an order, or of a survey that has none. */
export async function findCard(
  scope: Scope,
  of: { orderId?: string; surveyId?: string },
  viewer: Viewer,
): Promise<BoardCard | undefined> {
  const row = await store.findCard(scope, of)
  return row && (await toCards(scope, [row], viewer))[0]
}

async function toCards(scope: Scope, rows: readonly store.CardRow[], viewer: Viewer): Promise<BoardCard[]> {
  if (rows.length === 0) return []
  const idsOf = (kind: store.CardRow['kind']) => rows.filter((row) => row.kind === kind).map(({ id }) => id)
  const surveys = await store.listCardSurveys(scope, {
    orderIds: idsOf('order'),
    leadIds: idsOf('lead'),
    surveyIds: idsOf('vehicle'),
  })
  const templates = await templatesOf(scope, surveys)
  const headers = new Map(rows.map((row) => [subjectOf(row), JSON.parse(row.header) as SurveyHeader]))
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
  const sameCars = await sameCarsOf(scope, rows, headers)
  return sortCards(
    rows.map((row) => {
      const header = headers.get(subjectOf(row)) ?? {}
      const own = (bySubject.get(subjectOf(row)) ?? []).flatMap((survey) => {
        const template = templates.get(survey)
        const counts = counted.get(survey.id)
        return template && counts ? [{ survey, template, counts }] : []
      })
      const shown = own.map((one) => ({
        ...toBoardSurvey(scope, one, header, viewer),
        ...conflicts.get(one.survey.id),
      }))
      const times = own.map(({ survey, counts }) => [counts.answeredAt, survey.completed_at])
      return {
        card: {
          ...toCard(row, header, shown, latest(row.changed_at, times)),
          ...latestOf(shown.flatMap(({ id }) => owners.get(id) ?? [])),
          ...(row.kind === 'order' ? sameCars(row.id) : {}),
        },
        plannedStart: row.planned_start,
      }
    }),
  )
}

const subjectOf = ({ kind, id }: Pick<store.CardRow, 'kind' | 'id'>): string => `${kind}/${id}`

function subjectOfSurvey({ id, order_id, lead_id }: store.CardSurveyRow): string {
  if (order_id !== null) return subjectOf({ kind: 'order', id: order_id })
  return lead_id === null ? subjectOf({ kind: 'vehicle', id }) : subjectOf({ kind: 'lead', id: lead_id })
}

const latest = (first: Date, others: readonly (Date | null)[][]): Date =>
  others.flat().reduce<Date>((last, at) => (at && at > last ? at : last), first)

interface Counts {
  progress: Progress
  startedAt: Date | null
  answeredAt: Date | null
}

/** Nothing of a completed inspection changes until it is reopened, and then it is completed at another time. */
const completed = new Recent<Counts>(5_000)

async function countAll(
  scope: Scope,
  surveys: readonly store.CardSurveyRow[],
  templates: ReadonlyMap<store.CardSurveyRow, TemplateVersion>,
  headerOf: (survey: store.CardSurveyRow) => SurveyHeader,
): Promise<Map<string, Counts>> {
  const keyOf = ({ id, completed_at }: store.CardSurveyRow) =>
    JSON.stringify([scope.clientId, id, completed_at?.getTime()])
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
      startedAt: given.started_at,
      answeredAt: given.answered_at,
    }
    counts.set(survey.id, count)
    // Without what was hidden it was reopened between the reads: it is shown as it is now, and not remembered.
    if (hiddenThen) completed.set(keyOf(survey), count)
  }
  return counts
}

/** Which open orders may be of one car, and which were joined (I5). */
async function sameCarsOf(
  scope: Scope,
  rows: readonly store.CardRow[],
  headers: ReadonlyMap<string, SurveyHeader>,
): Promise<(orderId: string) => Pick<BoardCard, 'sameCar' | 'joined'>> {
  const open = rows.filter(({ kind, is_over }) => kind === 'order' && !is_over)
  const cars = open.map((row) => ({
    id: row.id,
    branchId: row.branch_id,
    isManual: row.is_manual,
    at: row.planned_start ?? row.changed_at,
    vehicle: headers.get(subjectOf(row))?.vehicle,
  }))
  const { pairs, joined } = await findSameCars(scope, cars)
  return (id) => {
    const others = pairs.flatMap(({ manualId, orderId }) =>
      manualId === id ? [orderId] : orderId === id ? [manualId] : [],
    )
    const parts = joined.get(id)
    return { ...(others.length > 0 ? { sameCar: others } : {}), ...(parts ? { joined: parts } : {}) }
  }
}

/** What is completed is decided. */
async function conflictsOf(
  scope: Scope,
  surveys: readonly store.CardSurveyRow[],
  { login }: Viewer,
): Promise<Map<string, { conflicts: number }>> {
  const open = surveys.filter(({ completed, closed }) => !completed && !closed).map(({ id }) => id)
  const counted = open.length === 0 ? [] : await countConflictsOf(scope, open, login)
  return new Map(counted.map(({ survey_id, count }) => [survey_id, { conflicts: count }]))
}

async function templatesOf(
  scope: Scope,
  surveys: readonly store.CardSurveyRow[],
): Promise<Map<store.CardSurveyRow, TemplateVersion>> {
  const templates = new Map<store.CardSurveyRow, TemplateVersion>()
  for (const survey of surveys) {
    const version = await getTemplateVersion(scope.db, {
      masterClientId: survey.master_client_id,
      templateId: survey.template_id,
      version: survey.template_version,
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
  const isMine = isOfViewer(survey.survey_type, header, surveyor, viewer)
  return {
    id: survey.id,
    surveyType: survey.survey_type,
    text: template.document.text,
    completed: survey.completed,
    closed: survey.closed,
    templateId: toShownId(scope.clientId, template),
    templateVersion: template.version,
    ...counts.progress,
    photos: survey.photos,
    videos: survey.videos,
    ...(surveyor ? { surveyor: nameOfPerson(surveyor) } : {}),
    ...(isMine ? { isMine } : {}),
    ...(counts.startedAt ? { startedAt: counts.startedAt.toISOString() } : {}),
    ...(survey.completed_at ? { completedAt: survey.completed_at.toISOString() } : {}),
  }
}

function toCard(row: store.CardRow, header: SurveyHeader, surveys: BoardSurvey[], changed: Date): BoardCard {
  const { vehicle, customer, serviceAdvisor, externalId, description, plannedStartTimestamp } = header
  const texts = {
    externalId,
    numberPlate: vehicle?.numberPlate,
    vin: vehicle?.vin,
    vehicle: [vehicle?.make, vehicle?.model].filter(Boolean).join(' '),
    customer: customer && nameOfPartner(customer),
    serviceAdvisor: serviceAdvisor && nameOfPerson(serviceAdvisor),
    description,
    // What the DMS took back is only remembered for the surveys (C4).
    plannedStart: row.planned_start ? plannedStartTimestamp : undefined,
  }
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text)) as {
    [K in keyof typeof texts]?: string
  }
  return {
    kind: row.kind,
    id: row.id,
    branchId: row.branch_id,
    surveys,
    changedAt: changed.toISOString(),
    ...given,
    ...(row.is_over ? { closed: true } : {}),
    ...(row.is_manual ? { isManual: true } : {}),
    ...(row.changed_by_dms ? { changedByDms: row.changed_by_dms.toISOString() } : {}),
  }
}
