// What a card of the board shows: the progress of a survey, what is offered on it, and whose it is. Pure.
import type { BoardSums } from '@walkaround/contract/app/board.ts'
import { type Facts, isVisible } from '@walkaround/contract/rules/conditions.ts'
import { isFinding, worstStatus } from '@walkaround/contract/rules/counted-findings.ts'
import { foldName } from '@walkaround/contract/rules/folding.ts'
import { sum } from '@walkaround/contract/rules/money.ts'
import { nameOf } from '@walkaround/contract/rules/names.ts'
import type { Role } from '@walkaround/contract/rules/roles.ts'
import { withoutRepeats } from '@walkaround/contract/rules/without-repeats.ts'
import type { Person, Vehicle } from '@walkaround/contract/shared.ts'
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import type { TemplateQuestion } from '@walkaround/contract/template-document.ts'
import { plannedSurveyors, type SurveyHeader } from '../surveys/header.ts'
import type { TemplateVersion } from '../templates/versions.ts'

/** The person who looks at the board. */
export interface Viewer {
  /** Their sign-in name. */
  login: string
  loginId: string
  name: string
  role: Role | 'support'
}

export interface Progress {
  questions: number
  answered: number
  red: number
  amber: number
  green: number
}

/** Separators between the answers of a survey, and between question and status of each. No template id contains them. */
export const answerSeparators = { answer: '\u001e', status: '\u001f' }

interface Asked {
  /** Visible whatever the answers. */
  always: ReadonlySet<string>
  sometimes: readonly TemplateQuestion[]
}

// Versions are immutable, and a board asks for the same few again and again.
const askedBy = new WeakMap<TemplateVersion, Asked>()

function askedOf(template: TemplateVersion): Asked {
  let asked = askedBy.get(template)
  if (!asked) {
    const shown = [...template.questions.values()].filter(({ visible }) => visible !== false)
    const isConditional = ({ clientSettings }: TemplateQuestion) => clientSettings?.visibleIf !== undefined
    const always = new Set(shown.flatMap((question) => (isConditional(question) ? [] : [question.id])))
    asked = { always, sometimes: shown.filter(isConditional) }
    askedBy.set(template, asked)
  }
  return asked
}

function isShownIn(
  template: TemplateVersion,
  facts: Facts,
  hidden: ReadonlySet<string> | undefined,
): { count: number; has: (id: string) => boolean } {
  if (hidden) {
    const count = [...template.questions.keys()].filter((id) => !hidden.has(id)).length
    return { count, has: (id) => template.questions.has(id) && !hidden.has(id) }
  }
  const { always, sometimes } = askedOf(template)
  const { conditions } = template.document
  const now = sometimes.filter((question) => isVisible(question, facts, conditions)).map(({ id }) => id)
  return { count: always.size + now.length, has: (id) => always.has(id) || now.includes(id) }
}

type Given = { status?: string }

// A board with 200 cars counts about 14,000 answers: questions with a single answer share these lists.
const alone: Readonly<Record<string, Given[]>> = {
  green: [{ status: 'green' }],
  amber: [{ status: 'amber' }],
  red: [{ status: 'red' }],
}
const without: Given[] = [{}]

function readAnswers(stored: string | null): Map<string, Given[]> {
  const answers = new Map<string, Given[]>()
  if (!stored) return answers
  for (let start = 0; start <= stored.length; ) {
    const found = stored.indexOf(answerSeparators.answer, start)
    const end = found < 0 ? stored.length : found
    const middle = stored.indexOf(answerSeparators.status, start)
    const question = stored.slice(start, middle)
    const one = alone[stored.slice(middle + 1, end)] ?? without
    const given = answers.get(question)
    answers.set(question, given ? [...given, ...one] : one)
    start = end + 1
  }
  return answers
}

/** Findings are counted by question, by the worst selected answer; hidden questions do not count. */
export function progressOf(
  template: TemplateVersion,
  vehicle: Vehicle | undefined,
  stored: string | null,
  hidden: ReadonlySet<string> | undefined,
): Progress {
  const answers = readAnswers(stored)
  const shown = isShownIn(template, { vehicle, answers }, hidden)
  const progress: Progress = { questions: shown.count, answered: 0, red: 0, amber: 0, green: 0 }
  for (const [question, given] of answers) {
    if (!shown.has(question)) continue
    progress.answered += 1
    const worst = isFinding(template.questions.get(question) ?? {})
      ? worstStatus(given.map(({ status }) => status))
      : undefined
    if (worst) progress[worst] += 1
  }
  return progress
}

/** What a person is recognised by. */
export interface Recognised {
  id: string | undefined
  foldedName: string
}

export const toRecognised = (person: Person): Recognised => ({
  id: person.id,
  foldedName: foldName(nameOf(person)),
})

/** An offer as its columns have it: [category, package, currency, price, decision, time of the decision in ms]. */
export type OfferColumns = [
  category: string,
  packageId: string | null,
  currency: string | null,
  price: number | null,
  approvalStatus: string | null,
  decidedAt: number | null,
]

/** What is offered on a survey, each piece of work once, as the owner sees it. */
export const offersOf = (stored: string | null): OfferColumns[] =>
  stored === null
    ? []
    : withoutRepeats(
        (JSON.parse(stored) as OfferColumns[]).map((columns) => {
          const [category, packageId, , , approvalStatus] = columns
          return {
            columns,
            quote: {
              category,
              packageId: packageId ?? undefined,
              approvalStatus: approvalStatus ?? undefined,
            },
          }
        }),
      ).map(({ columns }) => columns)

/** By currency, because amounts of two currencies cannot be added. */
export function sumsOf(offers: readonly OfferColumns[]): BoardSums[] {
  return [...Map.groupBy(offers, ([, , currency]) => currency ?? '')].map(([currency, own]) => {
    const sumOf = (decision?: string) =>
      sum(own.flatMap(([, , , price, is]) => (decision === undefined || is === decision ? (price ?? 0) : [])))
    return {
      currency,
      offered: sumOf(),
      approved: sumOf('approved'),
      later: sumOf('deferred'),
      declined: sumOf('rejected'),
      undecided: own.filter(([, , , , decision]) => decision === null).length,
      ...(own.some(([, , , price]) => price === null) ? { isIncomplete: true } : {}),
    }
  })
}

/** Whose a survey is: once somebody has started it, theirs. */
export const peopleOf = (
  surveyType: SurveyType,
  header: SurveyHeader,
  surveyor: Person | undefined,
): Recognised[] => (surveyor ? [surveyor] : plannedSurveyors(surveyType, header)).map(toRecognised)

/**
 * A person from the DMS has the DMS's id, a login its own (C6): the same id is the same person; otherwise the same full name is,
 * because most dealerships never say which login is which employee.
 */
export function recogniseViewer({
  login,
  loginId,
  name,
}: Pick<Viewer, 'login' | 'loginId' | 'name'>): (person: Recognised) => boolean {
  const foldedName = name.trim() === '' ? undefined : foldName(name)
  return (person) =>
    (person.id !== undefined && (person.id === login || person.id === loginId)) ||
    person.foldedName === foldedName
}

export const recognisedBy = (viewer: Viewer, person: Person): boolean =>
  recogniseViewer(viewer)(toRecognised(person))
