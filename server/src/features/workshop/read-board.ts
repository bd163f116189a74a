// The board: open cars with the progress of their surveys, or the results of a search.
import type { Board, BoardCard, BoardSurvey } from '@walkaround/contract/app/board.ts'
import { byPlace, cardName, placeOf } from '@walkaround/contract/rules/board-order.ts'
import { nameOf } from '@walkaround/contract/rules/names.ts'
import { audiencesOf } from '@walkaround/contract/rules/notes.ts'
import type { PartState } from '@walkaround/contract/rules/parts.ts'
import { mayCall } from '@walkaround/contract/rules/roles.ts'
import { type SearchWord, searchWordsOf } from '@walkaround/contract/rules/search-terms.ts'
import { inSlices } from '../../lib/in-slices.ts'
import { joinBytes, type ReadyBytes, toJson, toOwnBytes } from '../../lib/ready-json.ts'
import { findBranches, listReachedBranches } from '../../organisation/bind-branch.ts'
import type { Scope } from '../../scope.ts'
import { listUnread } from '../car-notes/rows.ts'
import { countWaiting } from '../line-questions/rows.ts'
import { findLastSequence } from '../live-updates/sequence.ts'
import { findSameCars, hasOrdersByHand } from '../service-orders/find-same-car.ts'
import { plannedTechnician } from '../surveys/header.ts'
import { countConflictsOf } from '../surveys/read-taps.ts'
import { idsOf, type Loaded, loadFacts, type Piece, type SurveyFacts } from './board-facts.ts'
import * as store from './board-store.ts'
import { latestOf, listOwnerSides } from './owner-states.ts'
import { readPartStates } from './part-marks.ts'
import { recogniseViewer, sumsOf, type Viewer } from './rules.ts'

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

export async function getBoard(scope: Scope, query: BoardQuery, viewer: Viewer): Promise<ReadyBytes<Board>> {
  // Read first: whatever happens meanwhile comes with the stream.
  const sequence = await findLastSequence(scope)
  // An unknown branch, or one the viewer may not see, has no cars.
  const branchIds = query.branch === undefined ? undefined : await findBranches(scope, [query.branch])
  if (query.search !== undefined) {
    const refs = await searchAll(scope, query.search, branchIds)
    return toBoard(scope, { refs, isSearch: true }, viewer, sequence)
  }
  const reached = branchIds ?? (await listReachedBranches(scope))
  const wanted =
    query.card === undefined
      ? { refs: await store.listOpenCards(scope, reached) }
      : await chooseCards(scope, reached, query.card)
  return toBoard(scope, wanted, viewer, sequence)
}

interface Chosen {
  refs: readonly store.CardRef[]
  /** Which cars are the same, if more than these cards were compared. */
  sameCars?: SameCars
  /** Of any state, and without what the DMS changed. */
  isSearch?: boolean
}

/** Some cards of the board, and those that may be of the same car. */
async function chooseCards(
  scope: Scope,
  branchIds: readonly string[],
  names: readonly string[],
): Promise<Chosen> {
  // Only orders made by hand may be of the same car as others; a board rarely has any.
  if (!(await hasOrdersByHand(scope))) {
    const of = (kind: string) =>
      names.flatMap((name) => (name.startsWith(`${kind}/`) ? [name.slice(kind.length + 1)] : []))
    const ids = { orderIds: of('order'), leadIds: of('lead'), surveyIds: of('vehicle') }
    return { refs: await store.listOpenCardsOf(scope, branchIds, ids) }
  }
  const all = await store.listOpenCards(scope, branchIds)
  const loaded = await loadFacts(
    scope,
    all.map((card) => ({ card })),
  )
  const sameCars = await sameCarsOf(scope, loaded)
  const wanted = new Set(names)
  for (const row of all) {
    const others = wanted.has(cardName(row)) && row.kind === 'order' ? sameCars(row.id).sameCar : undefined
    for (const id of others ?? []) wanted.add(cardName({ kind: 'order', id }))
  }
  return { refs: all.filter((row) => wanted.has(cardName(row))), sameCars }
}

/** As messages, receipts and surveys are numbered. */
const NUMBER = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** By words, and by the numbers of messages, receipts and surveys, which are rarely asked for and have no terms. */
async function searchAll(scope: Scope, text: string, branchIds: readonly string[] | undefined) {
  const numbers = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => NUMBER.test(word))
  const [byWords, byNumber] = await Promise.all([
    searchByWords(scope, searchWordsOf(text), branchIds),
    numbers.length === 0 ? [] : store.listByNumber(scope, numbers, branchIds ?? scope.branches ?? null),
  ])
  return [...new Map([...byNumber, ...byWords].map((card) => [cardName(card), card])).values()]
}

/**
 * Never reads more than this, however many cars there are: if a word begins few terms, all cars that have it are found; if every
 * word begins more, those among the newest cars.
 */
async function searchByWords(
  scope: Scope,
  words: readonly SearchWord[],
  branchIds: readonly string[] | undefined,
) {
  // The longest words are the rarest; one is enough to find the cars, and the others are compared with each.
  const asked = words
    .toSorted((one, other) => other.text.length - one.text.length)
    .slice(0, MOST_WORDS_COUNTED)
  const rarest = asked.length === 0 ? undefined : await store.findRarest(scope, asked, MOST_TERMS + 1)
  if (!rarest || rarest.terms === 0) return []
  const sought = { words, most: MOST_FOUND }
  if (rarest.terms <= MOST_TERMS)
    return store.listByWord(scope, rarest, branchIds ?? scope.branches ?? null, sought)
  const branches = branchIds ?? (await listReachedBranches(scope))
  return store.listAmongNewest(scope, branches, Math.ceil(MOST_NEWEST / (branches.length || 1)), sought)
}

/** Cars in any state by what somebody has in hand, the best match first. */
export async function searchCards(
  scope: Scope,
  text: string,
  viewer: Viewer,
  most: number,
): Promise<{ cards: BoardCard[]; hasMore: boolean }> {
  const refs = await searchAll(scope, text, undefined)
  const loaded = await loadCards(scope, { refs: refs.slice(0, most), isSearch: true }, viewer)
  return { cards: loaded.map(toCard), hasMore: refs.length > most }
}

/** The card of an order, or of a survey without one. */
export async function findCard(
  scope: Scope,
  of: { orderId?: string; surveyId?: string },
  viewer: Viewer,
): Promise<BoardCard | undefined> {
  const ref = await store.findCard(scope, of)
  const [parts] = ref ? await loadCards(scope, { refs: [ref], isSearch: true }, viewer) : []
  return parts && toCard(parts)
}

/** Everything a card is made of. */
interface CardParts {
  loaded: Loaded
  surveys: SurveyParts[]
  owner: Pick<BoardCard, 'ownerState' | 'ownerStateAt' | 'ownerWatched' | 'ownerStars'>
  isAdvisedByMe: boolean
  same: Pick<BoardCard, 'sameCar' | 'joined'>
  unreadNotes: number | undefined
  isSearch: boolean
}

interface SurveyParts {
  survey: SurveyFacts
  videos: number
  isMine: boolean
  conflicts: number | undefined
  openQuestions: number | undefined
  partState: PartState | undefined
}

async function loadCards(
  scope: Scope,
  { refs, sameCars, isSearch = false }: Chosen,
  viewer: Viewer,
): Promise<CardParts[]> {
  if (refs.length === 0) return []
  const surveys = await store.listCardSurveys(scope, idsOf(refs))
  const bySubject = Map.groupBy(surveys, subjectOfSurvey)
  const loading = loadFacts(
    scope,
    refs.map((card) => ({ card, surveys: bySubject.get(cardName(card)) ?? [] })),
  )
  const contacted = surveys.flatMap(({ id, isContacted }) => (isContacted ? [id] : []))
  const [loaded, same, sides, conflicts, unread, questions, parts] = await Promise.all([
    loading,
    sameCars ?? loading.then((cards) => sameCarsOf(scope, cards)),
    listOwnerSides(scope, contacted),
    conflictsOf(scope, surveys, viewer),
    listUnread(scope, refs, { loginId: viewer.loginId, audiences: audiencesOf(viewer.role) }),
    mayCall(viewer.role, 'quotes') ? countWaiting(scope, contacted) : noQuestions,
    readPartStates(
      scope,
      surveys.map(({ id }) => id),
    ),
  ])
  const unreadOf = new Map(unread.map((one) => [cardName(one), one.count]))
  const owners = Map.groupBy(sides, ({ surveyId }) => surveyId)
  const videos = new Map(surveys.flatMap(({ id, videos }) => (videos > 0 ? [[id, videos]] : [])))
  const isViewer = recogniseViewer(viewer)
  return loaded.map((one) => ({
    loaded: one,
    surveys: one.surveys.map((survey) => ({
      survey,
      videos: videos.get(survey.id) ?? 0,
      isMine: survey.people.some(isViewer),
      conflicts: conflicts.get(survey.id),
      openQuestions: questions.get(survey.id),
      partState: survey.closed ? undefined : parts.get(survey.id),
    })),
    owner: latestOf(one.surveys.flatMap(({ id }) => owners.get(id) ?? [])),
    isAdvisedByMe: one.card.advisor !== undefined && isViewer(one.card.advisor),
    same: one.card.kind === 'order' ? same(one.card.id) : {},
    unreadNotes: unreadOf.get(cardName(one.card)),
    isSearch,
  }))
}

function subjectOfSurvey({ id, orderId, leadId }: store.SurveyRef): string {
  if (orderId !== null) return cardName({ kind: 'order', id: orderId })
  return leadId === null ? cardName({ kind: 'vehicle', id }) : cardName({ kind: 'lead', id: leadId })
}

type SameCars = (orderId: string) => Pick<BoardCard, 'sameCar' | 'joined'>

/** Which open orders may be for one car, and which were joined (I5). */
async function sameCarsOf(scope: Scope, loaded: readonly Loaded[]): Promise<SameCars> {
  const cars = loaded.flatMap(
    ({ card: { kind, isOver, id, branchId, isManual, plannedStart, changedAt, header } }) =>
      kind === 'order' && !isOver
        ? [{ id, branchId, isManual, at: plannedStart ?? changedAt, vehicle: header.vehicle }]
        : [],
  )
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
  surveys: readonly store.SurveyRef[],
  { login }: Viewer,
): Promise<Map<string, number>> {
  const open = surveys.flatMap(({ id, isOpen }) => (isOpen ? [id] : []))
  const counted = open.length === 0 ? [] : await countConflictsOf(scope, open, login)
  return new Map(counted.map(({ surveyId, count }) => [surveyId, count]))
}

const noQuestions: ReadonlyMap<string, number> = new Map()

/** So many new cards take a few milliseconds. */
const SLICE = 100

/** Most cards of a board are those of the last one: only what has changed is written again. */
async function toBoard(
  scope: Scope,
  chosen: Chosen,
  viewer: Viewer,
  sequence: string,
): Promise<ReadyBytes<Board>> {
  const pieces: Piece[] = []
  await inSlices(await loadCards(scope, chosen, viewer), SLICE, (parts) => {
    const { loaded } = parts
    const state = stateOf(parts)
    if (loaded.piece?.state !== state) loaded.piece = toPiece(toCard(parts), state)
    pieces.push(loaded.piece)
  })
  pieces.sort((one, other) => byPlace(one.place, other.place))
  const cards = pieces.map(({ bytes }) => bytes)
  return joinBytes('{"cards":[', cards, `],"sequence":${JSON.stringify(sequence)}}`)
}

const toPiece = (card: BoardCard, state: string): Piece => ({
  state,
  bytes: toOwnBytes(toJson(card)),
  place: placeOf(card),
})

/** What differs between two cards with the same facts. */
const stateOf = (parts: CardParts): string => {
  const { surveys, owner, isAdvisedByMe, same, unreadNotes, isSearch } = parts
  return JSON.stringify([
    surveys.map(({ survey: _, ...rest }) => Object.values(rest)),
    owner,
    isAdvisedByMe,
    same,
    unreadNotes,
    isSearch,
  ])
}

function toBoardSurvey(parts: SurveyParts): BoardSurvey {
  const { survey, videos, isMine, conflicts, openQuestions, partState } = parts
  const { surveyor, startedAt, completedAt } = survey
  return {
    id: survey.id,
    surveyType: survey.surveyType,
    text: survey.text,
    completed: survey.completed,
    closed: survey.closed,
    templateId: survey.templateId,
    templateVersion: survey.templateVersion,
    ...survey.progress,
    photos: survey.photos,
    videos,
    ...(surveyor === undefined ? {} : { surveyor }),
    ...(isMine ? { isMine } : {}),
    ...(startedAt ? { startedAt: startedAt.toISOString() } : {}),
    ...(completedAt ? { completedAt: completedAt.toISOString() } : {}),
    ...(conflicts === undefined ? {} : { conflicts }),
    ...(openQuestions === undefined ? {} : { openQuestions }),
    ...(partState === undefined ? {} : { parts: partState }),
  }
}

function toCard({
  loaded: { card },
  surveys,
  owner,
  isAdvisedByMe,
  same,
  unreadNotes,
  isSearch,
}: CardParts): BoardCard {
  const { vehicle, serviceAdvisor, externalId, description, plannedStartTimestamp } = card.header
  const { workPlan, technician, technicians: others } = card.header
  const texts = {
    externalId,
    numberPlate: vehicle?.numberPlate,
    vin: vehicle?.vin,
    vehicle: [vehicle?.make, vehicle?.model].filter(Boolean).join(' '),
    customer: card.customer,
    serviceAdvisor: serviceAdvisor && nameOf(serviceAdvisor),
    description,
    promisedAt: workPlan?.promisedAt,
    technician: nameOf(plannedTechnician(card.header)[0]),
    // A start that the DMS removed is kept only for the surveys (C4).
    plannedStart: card.plannedStart ? plannedStartTimestamp : undefined,
  }
  const technicians = [...(technician ? [technician] : []), ...(others ?? [])].map((one) => ({
    name: nameOf(one),
    ...(one.id === undefined ? {} : { id: one.id }),
  }))
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text)) as {
    [K in keyof typeof texts]?: string
  }
  const offers = surveys.flatMap(({ survey }) => survey.offers)
  const decidedAt = Math.max(...offers.map(([, , , , , at]) => at ?? 0), 0)
  const times = surveys.flatMap(({ survey }) => [survey.answeredAt, survey.completedAt])
  const changed = times.reduce<Date>((last, at) => (at && at > last ? at : last), card.changedAt)
  return {
    kind: card.kind,
    id: card.id,
    branchId: card.branchId,
    surveys: surveys.map(toBoardSurvey),
    changedAt: changed.toISOString(),
    ...given,
    ...(workPlan?.technician ? { isTechnicianPlanned: true } : {}),
    ...(technicians.length > 0 ? { technicians } : {}),
    ...(card.isOver ? { closed: true } : {}),
    ...(card.closedAt ? { closedAt: card.closedAt.toISOString() } : {}),
    ...(card.isManual ? { isManual: true } : {}),
    ...(isAdvisedByMe ? { isAdvisedByMe } : {}),
    ...(offers.length > 0 ? { sums: sumsOf(offers) } : {}),
    ...(decidedAt > 0 ? { decidedAt: new Date(decidedAt).toISOString() } : {}),
    ...(card.changedByDms && !isSearch ? { changedByDms: card.changedByDms.toISOString() } : {}),
    ...(unreadNotes === undefined ? {} : { unreadNotes }),
    ...(card.dmsChanges && !isSearch ? { dmsChanges: card.dmsChanges } : {}),
    ...owner,
    ...same,
  }
}
