// Order and search of the cards on the board. Pure. The server searches in its database; this works on the device's copy.
import type { BoardCard, BoardSurvey } from '@walkaround/contract/app/board.ts'
import { isFound, searchTermsOf, searchWordsOf } from '@walkaround/contract/rules/search-terms.ts'
import { surveyTypes } from '@walkaround/contract/survey-types.ts'

/** Cards are compared again at every letter that is typed; a card never changes. */
const termsOfCards = new WeakMap<BoardCard, readonly string[]>()

function termsOf(card: BoardCard): readonly string[] {
  const known = termsOfCards.get(card)
  if (known) return known
  const { id, externalId, numberPlate, vin, customer, vehicle, serviceAdvisor, surveys } = card
  const terms = searchTermsOf({
    numbers: [id, externalId],
    numberPlate,
    vin,
    names: [customer, serviceAdvisor, ...surveys.map(({ surveyor }) => surveyor)],
    vehicle,
    request: card.description,
  })
  termsOfCards.set(card, terms)
  return terms
}

/** What finds the cards in which all words occur. */
export function matching(text: string): (card: BoardCard) => boolean {
  const words = searchWordsOf(text)
  return (card) => words.length === 0 || isFound(termsOf(card), words)
}

const isOpen = ({ closed, surveys }: BoardCard) =>
  !closed && surveys.some((survey) => !survey.completed && !survey.closed)

/** The first car with open work planned for the person who asks. */
export function findNext(cards: readonly BoardCard[]): BoardCard | undefined {
  return cards.find(
    (card) =>
      isOpen(card) && card.surveys.some((survey) => survey.isMine && !survey.completed && !survey.closed),
  )
}

/** My next car first, then in the server's order; closed ones last. */
export function inOrder(cards: readonly BoardCard[], next = findNext(cards)): BoardCard[] {
  const rank = (card: BoardCard) => (card === next ? 0 : card.closed ? 2 : 1)
  return cards
    .map((card, index) => ({ card, index }))
    .sort((a, b) => rank(a.card) - rank(b.card) || a.index - b.index)
    .map(({ card }) => card)
}

/** Always in the same order, whichever was made first. */
export function byType<S extends Pick<BoardSurvey, 'surveyType'>>(surveys: readonly S[]): S[] {
  const rank = ({ surveyType }: S) => (surveyTypes as readonly string[]).indexOf(surveyType)
  return surveys.toSorted((a, b) => rank(a) - rank(b))
}

export interface Days {
  today: BoardCard[]
  /** Still open from earlier days. */
  earlier: BoardCard[]
  later: BoardCard[]
}

/** Days as ISO, by the dealership's clock. A card without a time counts as today. */
export function byDay(cards: readonly BoardCard[], today: string, isoDay: (moment: string) => string): Days {
  const days: Days = { today: [], earlier: [], later: [] }
  for (const card of cards) {
    const day = card.plannedStart === undefined ? today : isoDay(card.plannedStart)
    days[day < today ? 'earlier' : day > today ? 'later' : 'today'].push(card)
  }
  return days
}

/** The results that owners wait for come first: checks and videos before the reception. */
const results = ['VC', 'VR', 'CVR', 'health']

/** The inspection whose result is sent from the board. The result of a quality check stays internal. */
export function findResult({ surveys }: BoardCard): BoardSurvey | undefined {
  return surveys
    .filter(({ completed, closed, surveyType }) => completed && !closed && results.includes(surveyType))
    .sort((a, b) => results.indexOf(a.surveyType) - results.indexOf(b.surveyType))[0]
}

/** What people call the car. */
export const nameOf = ({ numberPlate, vehicle }: BoardCard): string =>
  [numberPlate, vehicle].filter(Boolean).join(', ')
