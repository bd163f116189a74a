// Gives and withdraws answers on a page: converts a question of the page for the rule shared with the service, and puts the result
// back into the page. Pure.
import type { AnswerVersion, SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Edit, EditOf } from '@walkaround/contract/app/edits.ts'
import type { PageBasis } from '@walkaround/contract/app/page-basis.ts'
import type { Answer } from '@walkaround/contract/dms/surveys.ts'
import * as rule from '@walkaround/contract/rules/answering.ts'
import { type AnsweredQuestion, readGiven } from '@walkaround/contract/rules/given-answers.ts'
import { elementsOf, findQuestion, mapQuestion, noBasis, type Question } from './survey-elements.ts'
import { tappedOn } from './taps.ts'

type Standard = PageBasis['standard'][string]
type Version = rule.Version & Pick<AnswerVersion, 'by' | 'arrivedAt' | 'isMine'>
type Person = { name: string }

/** An answer that the service will refuse changes nothing. */
export function giveAnswers(
  page: SurveyPage,
  edit: EditOf<'answers'>,
  person: Person | undefined,
): SurveyPage {
  const given = edit.answers
  const reading = readGiven(
    (id) => asTemplateHas(page, id),
    given,
    () => edit.id,
  )
  if ('fault' in reading) return page
  const seenBy = new Map(given.map(({ questionId, seen }) => [questionId, seen]))
  const questions = new Set(reading.said.map(({ questionId }) => questionId))
  return [...questions].reduce(
    (done, questionId) =>
      change(done, questionId, (question, state) =>
        rule.giveAnswers(
          question,
          state,
          reading.said.filter((one) => one.questionId === questionId),
          tappingOf(edit, seenBy.get(questionId), person),
        ),
      ),
    page,
  )
}

export function takeBackAnswers(
  page: SurveyPage,
  edit: EditOf<'clear'>,
  person: Person | undefined,
): SurveyPage {
  const { questionId, answerId, seen } = edit
  return change(page, questionId, (question, state) =>
    rule.takeBackAnswers(question, state, answerId, tappingOf(edit, seen, person)),
  )
}

const tappingOf = (
  edit: Edit,
  seen: readonly string[] | undefined,
  person: Person | undefined,
): rule.Tapping<Version> => ({
  tap: { version: edit.id, at: tappedOn(edit), isMine: true, ...(person ? { by: person.name } : {}) },
  // One's own earlier taps count as seen.
  byOf: ({ version }) => version,
  seen,
})

function change(
  page: SurveyPage,
  questionId: string,
  answer: (question: AnsweredQuestion, state: rule.Answered<Version>) => rule.Laid<Version>,
): SurveyPage {
  const question = findQuestion(page, questionId)
  const asked = asTemplateHas(page, questionId)
  if (!question || !asked) return page
  const standard = standardOf(page, question)
  const taps = (page.taps ?? []).filter((one) => one.questionId === questionId)
  const { kept, taps: laid } = answer(asked, {
    kept: (question.answers ?? []).flatMap((one) => toKept(one, standard)),
    taps: taps.map(({ answerId, versions }) => ({
      slot: answerId ?? '',
      versions: versions.map((told) => ({
        ...told,
        ...rule.fromAnswerVersion(told, questionId, answerId === undefined),
      })),
    })),
  })
  const contents = mapQuestion(elementsOf(page), questionId, (one) => withKept(one, kept, standard))
  return {
    ...page,
    survey: { ...page.survey, contents },
    basis: withStandard(page.basis, question, kept, standard),
    taps: [
      ...(page.taps ?? []).filter((one) => one.questionId !== questionId),
      ...laid.map(({ slot, versions }) => ({
        questionId,
        ...(slot === '' ? {} : { answerId: slot }),
        versions: versions.map(toTold),
      })),
    ],
  }
}

const toTold = ({ by, arrivedAt, isMine, ...version }: Version): AnswerVersion => ({
  ...rule.toAnswerVersion(version),
  ...(by === undefined ? {} : { by }),
  ...(arrivedAt === undefined ? {} : { arrivedAt }),
  ...(isMine ? { isMine } : {}),
})

/** Standard answers that were given. An older page has at least the selected ones. */
function standardOf({ basis }: SurveyPage, { id, answers = [], clientSettings }: Question): Standard {
  const isMeasured = clientSettings?.bounds !== undefined
  return (
    basis?.standard?.[id] ??
    answers.flatMap(({ id: answerId, custom, selected, value, unitOfMeasurement }) =>
      answerId === undefined || custom || !selected
        ? []
        : [{ id: answerId, ...defined({ value: isMeasured ? undefined : value, unitOfMeasurement }) }],
    )
  )
}

/** An answer as in its template. */
function bare(answer: Answer, standard: Standard): Answer {
  const known = standard.find(({ id }) => id === answer.id)
  const { comment: _, selected: __, value, unitOfMeasurement, ...rest } = answer
  const { value: words, unitOfMeasurement: unit } = known ?? { value, unitOfMeasurement }
  return { ...rest, ...defined({ value: words, unitOfMeasurement: unit }) }
}

function asTemplateHas(page: SurveyPage, questionId: string): AnsweredQuestion | undefined {
  const question = findQuestion(page, questionId)
  if (!question) return undefined
  const standard = standardOf(page, question)
  const answers = (question.answers ?? []).filter(({ custom }) => !custom)
  return { ...question, answers: answers.map((answer) => bare(answer, standard)) }
}

function toKept(answer: Answer, standard: Standard): rule.KeptAnswer[] {
  const { id, custom = false, selected = false, value, unitOfMeasurement, status, comment } = answer
  const words = custom ? undefined : standard.find((one) => one.id === id)
  if (id === undefined || (!custom && !words)) return []
  const own = {
    value: words && words.value === value ? undefined : value,
    unitOfMeasurement: words && words.unitOfMeasurement === unitOfMeasurement ? undefined : unitOfMeasurement,
  }
  return [{ id, custom, selected, ...defined({ ...own, status, comment }) }]
}

/** As the service composes it: standard answers in the order of the template, then custom ones. */
function withKept(question: Question, kept: readonly rule.KeptAnswer[], standard: Standard): Question {
  const answers = question.answers ?? []
  const composed = answers.flatMap((answer) => {
    if (answer.custom) return []
    const given = kept.find(({ id, custom }) => id === answer.id && !custom)
    const { custom: _, ...values } = given ?? { selected: false, custom: false }
    return [{ ...bare(answer, standard), ...values }]
  })
  const entered = kept.flatMap((given) => {
    if (!given.custom) return []
    const { photos, packages } = answers.find(({ id }) => id === given.id) ?? {}
    return [{ ...given, ...defined({ photos, packages }) } as Answer]
  })
  return { ...question, answers: [...composed, ...entered] }
}

function withStandard(
  basis: PageBasis | undefined,
  { id, answers = [] }: Question,
  kept: readonly rule.KeptAnswer[],
  standard: Standard,
): PageBasis {
  const given = answers.filter((one) => !one.custom && kept.some((answer) => answer.id === one.id))
  const known = given.map((one): Standard[number] => {
    const { id: answerId = '', value, unitOfMeasurement } = bare(one, standard)
    return { id: answerId, ...defined({ value, unitOfMeasurement }) }
  })
  return { ...noBasis, ...basis, standard: { ...basis?.standard, [id]: known } }
}

function defined<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
