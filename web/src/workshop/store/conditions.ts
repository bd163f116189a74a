// Which questions are visible and what completing still needs, decided on the device by the template's own rules (D2, D5),
// so that the checklist is right without a network. Pure. The server decides again.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Rule } from '@walkaround/contract/template-document.ts'
import { signaturesThatHold } from './act.ts'
import {
  elementsOf,
  isAnswered,
  listQuestions,
  type Question,
  type SurveyElement,
  selectedAnswers,
} from './survey-elements.ts'
import type { MediaItem } from './tables.ts'

interface Facts {
  vehicle: Readonly<Record<string, unknown>>
  questions: ReadonlyMap<string, Question>
  conditions: Readonly<Record<string, Rule>>
}

/** Undefined when the rule names a condition the page does not carry: then what the server said stays. */
export function holds(rule: Rule, facts: Facts): boolean | undefined {
  if (typeof rule === 'string') {
    const named = facts.conditions[rule]
    return named === undefined ? undefined : holds(named, facts)
  }
  if ('all' in rule) return every(rule.all.map((one) => holds(one, facts)))
  if ('any' in rule) return negate(every(rule.any.map((one) => negate(holds(one, facts)))))
  if ('not' in rule) return negate(holds(rule.not, facts))
  if ('answered' in rule) {
    const ids = typeof rule.answered === 'string' ? [rule.answered] : rule.answered
    return ids.every((id) => {
      const question = facts.questions.get(id)
      return question !== undefined && isAnswered(question)
    })
  }
  if ('anyStatus' in rule) {
    const asked = rule.questions?.map((id) => facts.questions.get(id)) ?? [...facts.questions.values()]
    return asked.some((question) =>
      selectedAnswers(question ?? ({ answers: [] } as unknown as Question)).some(
        ({ status }) => status !== undefined && rule.anyStatus.includes(status),
      ),
    )
  }
  const value = facts.vehicle[rule.field]
  // What is not known is in no list: `in` fails, `notIn` holds.
  const isListed = (values: readonly unknown[]) =>
    value !== undefined && value !== null && value !== '' && values.some((one) => fold(one) === fold(value))
  return 'in' in rule ? isListed(rule.in) : !isListed(rule.notIn)
}

const fold = (value: unknown) => String(value).toLowerCase()
const negate = (value: boolean | undefined) => (value === undefined ? undefined : !value)

function every(values: readonly (boolean | undefined)[]): boolean | undefined {
  if (values.includes(false)) return false
  return values.includes(undefined) ? undefined : true
}

function factsOf(page: SurveyPage): Facts {
  return {
    vehicle: (page.survey.surveyObject ?? page.survey.vehicle ?? {}) as Record<string, unknown>,
    questions: new Map(listQuestions(elementsOf(page)).map((question) => [question.id, question])),
    conditions: (page.conditions ?? {}) as Record<string, Rule>,
  }
}

/** After answers have changed: visibility anew, and with it what is missing. */
export function applyConditions(page: SurveyPage): SurveyPage {
  const facts = factsOf(page)
  const walk = (element: SurveyElement): SurveyElement => {
    if (element.category === 'section') {
      const contents = element.contents.map(walk)
      return contents.every((one, index) => one === element.contents[index])
        ? element
        : { ...element, contents }
    }
    const rule = element.category === 'question' ? element.clientSettings?.visibleIf : undefined
    const visible = rule === undefined ? undefined : holds(rule, facts)
    if (visible === undefined || element.category !== 'question' || visible === element.visible)
      return element
    return { ...element, visible }
  }
  const shown = { ...page, survey: { ...page.survey, contents: elementsOf(page).map(walk) } }
  return { ...shown, missing: listMissing(shown) }
}

export function isMandatory(question: Question, page: SurveyPage, facts = factsOf(page)): boolean {
  const { mandatory } = question
  if (typeof mandatory !== 'string') return mandatory === true
  return holds(mandatory, facts) ?? page.missing.some(({ questionId }) => questionId === question.id)
}

/** Media on the device count: what is safe here will arrive (D5). */
export function listMissing(page: SurveyPage, media: readonly MediaItem[] = []): SurveyPage['missing'] {
  const videos = [
    ...page.videos,
    ...media.filter(({ kind, state }) => kind === 'video' && state !== 'refused'),
  ]
  const missing: SurveyPage['missing'] = []
  const facts = factsOf(page)
  const holding = signaturesThatHold(page)
  for (const question of listQuestions(elementsOf(page))) {
    if (question.visible === false) continue
    const questionId = question.id
    const isNeeded = isMandatory(question, page, facts)
    const answered = isAnswered(question)
    if (isNeeded && !answered) missing.push({ questionId, what: 'answer' })
    if (
      question.answerSigned &&
      (isNeeded || answered) &&
      ![...holding].some((one) => one.questionId === questionId)
    )
      missing.push({ questionId, what: 'signature' })
    const needsVideo =
      (question.answerVideoMandatory === true && (isNeeded || answered)) ||
      selectedAnswers(question).some(({ videoMandatory }) => videoMandatory === true)
    if (needsVideo && !videos.some((video) => video.questionId === questionId))
      missing.push({ questionId, what: 'video' })
  }
  return missing
}
