// What the board knows of its cards and surveys: read once, and again after the version of a row has changed.
import type { BoardCard, DmsChange } from '@walkaround/contract/app/board.ts'
import { cardName, type Place } from '@walkaround/contract/rules/board-order.ts'
import { nameOf } from '@walkaround/contract/rules/names.ts'
import type { Person } from '@walkaround/contract/shared.ts'
import { perDatabase } from '../../db/per-database.ts'
import { inSlices } from '../../lib/in-slices.ts'
import type { ReadyBytes } from '../../lib/ready-json.ts'
import { Recent } from '../../lib/recent.ts'
import type { Scope } from '../../scope.ts'
import type { SurveyHeader } from '../surveys/header.ts'
import { toShownId } from '../templates/rules.ts'
import { getTemplateVersion, inLanguage, type TemplateVersion } from '../templates/versions.ts'
import * as store from './board-store.ts'
import {
  type OfferColumns,
  offersOf,
  type Progress,
  peopleOf,
  progressOf,
  type Recognised,
  toRecognised,
} from './rules.ts'

/** Of a card, without its surveys. Nobody changes it. */
interface CardFacts extends Omit<store.CardRow, 'header' | 'dmsChanges'> {
  /** Without the customer, of whom only the name is shown. */
  header: Omit<SurveyHeader, 'customer'>
  customer: string | undefined
  advisor: Recognised | undefined
  dmsChanges: DmsChange[] | undefined
}

/** Of a survey. Nobody changes it. */
export interface SurveyFacts
  extends Pick<
    store.SurveyRow,
    | 'id'
    | 'revision'
    | 'surveyType'
    | 'completed'
    | 'closed'
    | 'completedAt'
    | 'photos'
    | 'startedAt'
    | 'answeredAt'
  > {
  /** Of the card whose header it follows. */
  cardRevision: string
  text: string
  templateId: string
  templateVersion: number
  progress: Progress
  surveyor: string | undefined
  people: Recognised[]
  offers: OfferColumns[]
}

/** A card with its surveys, in the order in which an order names them. Later changes of either make another one. */
export interface Loaded {
  readonly card: CardFacts
  readonly surveys: readonly SurveyFacts[]
  /** As it was last sent. */
  piece?: Piece
}

export interface Piece {
  /** What it was made from besides the facts. */
  readonly state: string
  readonly bytes: ReadyBytes<BoardCard>
  readonly place: Place
}

/** The most cards that are kept; each takes about five kilobytes. */
const CARDS = 4_000
/** So many take a few milliseconds. */
const SLICE = 100

const memoryOf = perDatabase(() => new Recent<Loaded>(CARDS))

export function idsOf(cards: readonly Pick<store.CardRef, 'kind' | 'id'>[]): store.CardIds {
  const of = (wanted: store.CardRef['kind']) => cards.flatMap(({ kind, id }) => (kind === wanted ? [id] : []))
  return { orderIds: of('order'), leadIds: of('lead'), surveyIds: of('vehicle') }
}

export interface Wanted {
  card: store.CardRef
  /** If absent, the card is wanted without its surveys. */
  surveys?: readonly store.SurveyRef[]
}

/** A card that is gone meanwhile is left out. */
export async function loadFacts(scope: Scope, wanted: readonly Wanted[]): Promise<Loaded[]> {
  const memory = memoryOf(scope.db)
  // What is kept also depends on the client and its language.
  const key = JSON.stringify([scope.clientId, scope.client.language])
  const known = wanted.map(({ card }) => memory.get(`${key}${cardName(card)}`))
  const changed = wanted.flatMap((one, at) => (isSame(one, known[at]) ? [] : [{ ...one, kept: known[at] }]))
  const made = changed.length === 0 ? undefined : await renew(scope, changed)
  return wanted.flatMap(({ card }, at): Loaded[] => {
    const name = cardName(card)
    const loaded = made?.has(name) ? made.get(name) : known[at]
    if (loaded && loaded !== known[at]) memory.set(`${key}${name}`, loaded)
    return loaded ? [loaded] : []
  })
}

function isSame({ card, surveys }: Wanted, kept: Loaded | undefined): boolean {
  return (
    kept?.card.revision === card.revision &&
    (surveys === undefined || surveys.length === kept.surveys.length) &&
    (surveys ?? []).every((survey, n) => isSameSurvey(survey, card, kept.surveys[n]))
  )
}

const isSameSurvey = (survey: store.SurveyRef, card: store.CardRef, kept: SurveyFacts | undefined): boolean =>
  kept?.id === survey.id && kept.revision === survey.revision && kept.cardRevision === card.revision

/** By the name of the card; undefined if it is gone. Reads only what is not known. */
async function renew(
  scope: Scope,
  changed: readonly (Wanted & { kept: Loaded | undefined })[],
): Promise<Map<string, Loaded | undefined>> {
  const keptCard = ({ card, kept }: (typeof changed)[number]) =>
    kept?.card.revision === card.revision ? kept.card : undefined
  const keptSurvey = ({ card, kept }: (typeof changed)[number], survey: store.SurveyRef) =>
    kept?.surveys.find((one) => isSameSurvey(survey, card, one))
  const cards = changed.filter((one) => !keptCard(one)).map(({ card }) => card)
  const surveyIds = changed.flatMap((one) =>
    (one.surveys ?? []).flatMap((survey) => (keptSurvey(one, survey) ? [] : [survey.id])),
  )
  const [cardRows, surveyRows] = await Promise.all([
    cards.length === 0 ? [] : store.listCardRows(scope, idsOf(cards)),
    surveyIds.length === 0 ? [] : store.listSurveyRows(scope, surveyIds),
  ])
  const cardRowOf = new Map(cardRows.map((row) => [cardName(row), row]))
  const surveyRowOf = new Map(surveyRows.map((row) => [row.id, row]))
  const templates = await templatesOf(scope, surveyRows)
  const made = new Map<string, Loaded | undefined>()
  await inSlices(changed, SLICE, (one) => {
    const name = cardName(one.card)
    const cardRow = cardRowOf.get(name)
    const card = keptCard(one) ?? (cardRow && toCardFacts(cardRow))
    const surveys = (one.surveys ?? []).flatMap((survey): SurveyFacts[] => {
      const kept = keptSurvey(one, survey)
      const row = surveyRowOf.get(survey.id)
      if (kept || !row || !card) return kept ? [kept] : []
      return [toSurveyFacts(scope, row, card, templates.get(row) as TemplateVersion)]
    })
    made.set(name, card && { card, surveys })
  })
  return made
}

function toCardFacts({ header: text, dmsChanges, ...row }: store.CardRow): CardFacts {
  const { customer, ...header } = JSON.parse(text) as SurveyHeader
  return {
    ...row,
    header,
    customer: customer && nameOf(customer),
    advisor: header.serviceAdvisor && toRecognised(header.serviceAdvisor),
    dmsChanges: dmsChanges === null ? undefined : (JSON.parse(dmsChanges) as DmsChange[]),
  }
}

function toSurveyFacts(
  scope: Scope,
  row: store.SurveyRow,
  { header, revision: cardRevision }: CardFacts,
  template: TemplateVersion,
): SurveyFacts {
  const { id, revision, surveyType, completed, closed, completedAt, photos, startedAt, answeredAt } = row
  const surveyor = row.surveyor === null ? undefined : (JSON.parse(row.surveyor) as Person)
  const hidden = row.hidden === null ? undefined : new Set(JSON.parse(row.hidden) as string[])
  return {
    id,
    revision,
    surveyType,
    completed,
    closed,
    completedAt,
    photos,
    startedAt,
    answeredAt,
    cardRevision,
    text: template.document.text,
    templateId: toShownId(scope.clientId, template),
    templateVersion: template.version,
    progress: progressOf(template, header.vehicle, row.answers, hidden),
    surveyor: surveyor && nameOf(surveyor),
    people: peopleOf(surveyType, header, surveyor),
    offers: offersOf(row.offers),
  }
}

async function templatesOf(
  scope: Scope,
  rows: readonly store.SurveyRow[],
): Promise<Map<store.SurveyRow, TemplateVersion>> {
  const templates = new Map<store.SurveyRow, TemplateVersion>()
  for (const row of rows) {
    const { masterClientId, templateId, templateVersion: version } = row
    const found = await getTemplateVersion(scope.db, { masterClientId, templateId, version })
    templates.set(row, inLanguage(found, scope.client.language))
  }
  return templates
}
