// Composes a survey's elements from its template version and the answers. Every read of a survey uses this, so everything common to
// all surveys of a version is turned into JSON once and only concatenated later. Pure.

import type { KeptAnswer } from '@walkaround/contract/rules/answering.ts'
import type { Facts } from '@walkaround/contract/rules/conditions.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import type {
  TemplateAnswer,
  TemplateElement,
  TemplateQuestion,
} from '@walkaround/contract/template-document.ts'
import { forInterface } from '../templates/rules.ts'
import type { TemplateVersion } from '../templates/versions.ts'
import type { SurveyPhotos } from './photos.ts'

export type GivenAnswers = ReadonlyMap<string, KeptAnswer[]>

type StoredAnswer = [
  questionId: string,
  id: string,
  custom: boolean,
  selected: boolean,
  value: string | null,
  unit: KeptAnswer['unitOfMeasurement'] | null,
  status: KeptAnswer['status'] | null,
  comment: string | null,
]

/** From the rows of the store, as one JSON text. */
export function toGivenAnswers(stored: string | null): GivenAnswers {
  const answers = new Map<string, KeptAnswer[]>()
  if (stored === null) return answers
  for (const [question, id, custom, selected, value, unit, status, comment] of JSON.parse(
    stored,
  ) as StoredAnswer[]) {
    const answer: KeptAnswer = { id, custom, selected }
    if (value !== null) answer.value = value
    if (unit) answer.unitOfMeasurement = unit
    if (status) answer.status = status
    if (comment !== null) answer.comment = comment
    const others = answers.get(question)
    if (others) others.push(answer)
    else answers.set(question, [answer])
  }
  return answers
}

export function factsOf(vehicle: Vehicle | undefined, answers: GivenAnswers): Facts {
  const selected = new Map<string, KeptAnswer[]>()
  for (const [question, given] of answers) {
    const chosen = given.filter((answer) => answer.selected)
    if (chosen.length > 0) selected.set(question, chosen)
  }
  return { vehicle, answers: selected }
}

export interface SurveyView {
  answers: GivenAnswers
  isVisible: (question: TemplateQuestion) => boolean
  /** JSON of `packages` by question and answer. */
  packages?: ReadonlyMap<string, ReadonlyMap<string, string>>
  photos?: SurveyPhotos
}

/** The text of `contents`, as JSON. */
export function composeContents(
  template: TemplateVersion,
  { answers, isVisible, packages, photos }: SurveyView,
): string {
  let json = ''
  for (const piece of piecesOf(template)) {
    if (typeof piece === 'string') {
      json += piece
      continue
    }
    const given = answers.get(piece.id)
    const offered = packages?.get(piece.id)
    const taken = photos?.questions.get(piece.id)
    const shown =
      given || offered || taken ? answersJson(piece, given ?? [], offered, taken?.answers) : piece.untouched
    const ownPhotos = taken?.own === undefined ? '' : `,"photos":${taken.own}`
    json += `${piece.head}${piece.isFixed ? piece.isShown : isVisible(piece.question)}${ownPhotos},"answers":[${shown}]}`
  }
  return json
}

interface QuestionPiece {
  id: string
  question: TemplateQuestion
  /** Whether its visibility depends on nothing. */
  isFixed: boolean
  isShown: boolean
  /** Everything up to the value of `visible`, which comes last except for the answers. */
  head: string
  untouched: string
  standard: { id: string; fields: TemplateAnswer; json: string }[]
}

type Piece = string | QuestionPiece

// Versions are immutable, so their pieces can be kept as long as they are.
const known = new WeakMap<TemplateVersion, Piece[]>()

function piecesOf(template: TemplateVersion): Piece[] {
  let pieces = known.get(template)
  if (!pieces) {
    pieces = joined(['[', ...separated(forInterface(template.document.contents)), ']'])
    known.set(template, pieces)
  }
  return pieces
}

const separated = (elements: readonly TemplateElement[]): Piece[] =>
  elements.flatMap((element, index) => (index === 0 ? toPieces(element) : [',', ...toPieces(element)]))

function toPieces(element: TemplateElement): Piece[] {
  if (element.category === 'section') {
    const { contents, ...fields } = element
    return [`${JSON.stringify(fields).slice(0, -1)},"contents":[`, ...separated(contents), ']}']
  }
  if (element.category === 'referenceQuestion') return [JSON.stringify(element)]
  const { answers = [], visible = true, ...fields } = element
  const standard = answers.map((answer) => ({
    id: answer.id,
    fields: answer,
    json: JSON.stringify({ ...answer, selected: false }),
  }))
  return [
    {
      id: element.id,
      question: element,
      isFixed: !visible || element.clientSettings?.visibleIf === undefined,
      isShown: visible,
      head: `${JSON.stringify(fields).slice(0, -1)},"visible":`,
      untouched: standard.map(({ json }) => json).join(','),
      standard,
    },
  ]
}

/** Joins adjacent texts. */
function joined(pieces: Piece[]): Piece[] {
  const result: Piece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') result[result.length - 1] = last + piece
    else result.push(piece)
  }
  return result
}

/** Standard answers in the order of the template, then custom ones. */
function answersJson(
  question: QuestionPiece,
  given: readonly KeptAnswer[],
  offered: ReadonlyMap<string, string> | undefined,
  photos: ReadonlyMap<string, string> | undefined,
): string {
  const whole = (id: string, json: string) => {
    const packages = offered?.get(id)
    const taken = photos?.get(id)
    if (packages === undefined && taken === undefined) return json
    const more = `${taken === undefined ? '' : `,"photos":${taken}`}${packages === undefined ? '' : `,"packages":${packages}`}`
    return `${json.slice(0, -1)}${more}}`
  }
  const standard = question.standard.map(({ id, fields, json }) => {
    const choice = given.find((answer) => !answer.custom && answer.id === id)
    if (!choice) return whole(id, json)
    const { custom: _, ...values } = choice
    return whole(id, JSON.stringify({ ...fields, ...values }))
  })
  const entered = given
    .filter((answer) => answer.custom)
    .map((answer) => whole(answer.id, JSON.stringify(answer)))
  return [...standard, ...entered].join(',')
}
