// What a card of the board tells besides its inspections, the most urgent first, and the screen each mark opens. Pure.
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import type { Lane } from '@walkaround/contract/rules/board-lanes.ts'
import { partStates } from '@walkaround/contract/rules/parts.ts'
import type { Route } from '../../paths.ts'
import type { IconName } from '../../ui/icons.tsx'
import { byType, findResult } from '../cards.ts'

type Tone = 'plain' | 'news' | 'soon' | 'good' | 'bad'
export type MarkKind =
  | 'linkAsked'
  | 'failed'
  | 'linkEnded'
  | 'asked'
  | 'notes'
  | 'changed'
  | 'conflicts'
  | 'unsent'
  | 'partsPriced'
  | 'partsUnavailable'
  | 'sameCar'
  | 'decided'
  | 'watched'
  | 'opened'
  | 'sent'
  | 'waiting'
  | 'partsRequested'
  | 'manual'
  | 'stars'

export interface Mark {
  kind: MarkKind
  icon: IconName
  tone: Tone
  /** Left out: the notes, or the sheet of the car. */
  to?: Route
}

interface Known {
  isAdvisor: boolean
  isChangeSeen: boolean
  unsent: number
}

const looks: Readonly<Record<MarkKind, readonly [IconName, Tone]>> = {
  linkAsked: ['letter', 'bad'],
  failed: ['urgent', 'bad'],
  linkEnded: ['letter', 'bad'],
  asked: ['ask', 'bad'],
  notes: ['note', 'news'],
  changed: ['sync', 'news'],
  conflicts: ['advise', 'soon'],
  unsent: ['device', 'soon'],
  sameCar: ['car', 'news'],
  decided: ['hand', 'good'],
  partsPriced: ['parts', 'news'],
  partsUnavailable: ['parts', 'soon'],
  watched: ['video', 'plain'],
  opened: ['opened', 'plain'],
  sent: ['letter', 'plain'],
  waiting: ['clock', 'plain'],
  partsRequested: ['parts', 'plain'],
  manual: ['pen', 'plain'],
  stars: ['star', 'plain'],
}

const partMarks = {
  requested: 'partsRequested',
  priced: 'partsPriced',
  unavailable: 'partsUnavailable',
} as const

/** Those that need somebody first. */
const order = Object.keys(looks) as MarkKind[]

export function marksOf(card: BoardCard, { isAdvisor, isChangeSeen, unsent }: Known): Mark[] {
  const { ownerState, surveys } = card
  const kinds = new Set<MarkKind>()
  if (ownerState) kinds.add(ownerState === 'opened' && card.ownerWatched ? 'watched' : ownerState)
  // That it was closed is told by its lane.
  if (card.changedByDms && !isChangeSeen && !card.closed) kinds.add('changed')
  if (surveys.some(({ conflicts = 0 }) => conflicts > 0)) kinds.add('conflicts')
  if (unsent > 0) kinds.add('unsent')
  if (surveys.some(({ openQuestions }) => openQuestions)) kinds.add('asked')
  if (card.unreadNotes) kinds.add('notes')
  const parts = partsOf(card)?.parts
  if (parts) kinds.add(partMarks[parts])
  if (isAdvisor && card.sameCar) kinds.add('sameCar')
  // Said on the telephone, it is decided as well.
  if (card.decidedAt !== undefined && ownerState !== 'linkAsked' && isDecided(card)) {
    kinds.add('decided')
    for (const former of ['watched', 'opened', 'sent', 'waiting'] as const) kinds.delete(former)
  }
  if (card.isManual) kinds.add('manual')
  if (card.ownerStars) kinds.add('stars')
  return order.flatMap((kind) => {
    if (!kinds.has(kind)) return []
    const [icon, tone] = looks[kind]
    const to = targetOf(card, kind, isAdvisor)
    return [{ kind, icon, tone, ...(to ? { to } : {}) }]
  })
}

/** The survey whose parts somebody waits for first. */
function partsOf({ surveys }: BoardCard) {
  const asked = byType(surveys).filter(({ parts }) => parts !== undefined)
  return asked.toSorted((a, b) => partStates.indexOf(a.parts!) - partStates.indexOf(b.parts!))[0]
}

const isDecided = ({ ownerState, sums = [] }: BoardCard) =>
  ownerState === 'decided' || (sums.length > 0 && sums.every(({ undecided }) => undecided === 0))

function targetOf(card: BoardCard, kind: MarkKind, isAdvisor: boolean): Route | undefined {
  const result = findResult(card) ?? byType(card.surveys).find(({ completed }) => completed)
  switch (kind) {
    case 'linkAsked':
    case 'failed':
    case 'linkEnded':
    case 'watched':
    case 'opened':
    case 'sent':
    case 'waiting':
      return isAdvisor && result ? { screen: 'send', surveyId: result.id } : undefined
    case 'asked': {
      const survey = card.surveys.find(({ openQuestions }) => openQuestions)
      return survey && { screen: 'quotes', surveyId: survey.id }
    }
    case 'decided':
      return result && { screen: 'quotes', surveyId: result.id }
    case 'conflicts': {
      const survey = card.surveys.find(({ conflicts = 0 }) => conflicts > 0)
      return survey && { screen: 'survey', surveyId: survey.id }
    }
    case 'partsRequested':
    case 'partsPriced':
    case 'partsUnavailable': {
      const survey = partsOf(card)
      return survey && { screen: 'quotes', surveyId: survey.id }
    }
    case 'unsent':
      return { screen: 'sync' }
    default:
      return undefined
  }
}

/** Where a tap on a card leads: to the work of its lane. Undefined: to the sheet of the car. */
export function workOf(card: BoardCard, lane: Lane, isAdvisor: boolean): Route | undefined {
  const surveys = byType(card.surveys)
  const open = surveys.filter(({ completed, closed }) => !completed && !closed)
  const toSurvey = (survey: BoardCard['surveys'][number] | undefined): Route | undefined =>
    survey && { screen: 'survey', surveyId: survey.id }
  if (lane === 'receive' || lane === 'bay') {
    const begun = open.filter(({ answered }) => answered > 0)
    const mine = open.find((survey) => survey.isMine)
    return toSurvey(mine ?? begun[0] ?? open[0] ?? surveys[0])
  }
  const result = findResult(card) ?? surveys.find(({ completed }) => completed)
  if (lane === 'done' || !isAdvisor || !result) return toSurvey(result ?? surveys[0])
  const mustSend = ['failed', 'linkAsked', 'linkEnded'].includes(card.ownerState ?? '')
  return { screen: lane === 'owner' && mustSend ? 'send' : 'quotes', surveyId: result.id }
}

/** Who works on the car: as planned, otherwise whoever inspects it. */
export function technicianOf(card: BoardCard): string | undefined {
  if (card.technician !== undefined) return card.technician
  const inspected = byType(card.surveys).filter(({ surveyType }) => surveyType !== 'health')
  return inspected.find(({ surveyor }) => surveyor !== undefined)?.surveyor
}
