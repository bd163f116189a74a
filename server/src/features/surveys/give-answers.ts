// Answers given at the car (D3): standard answers are selected, a number selects the answer of its band, words are
// entered. What a DMS may do through the interface is in answers.ts.
import { type Answer, answersPerQuestion } from '@walkaround/contract/dms/surveys.ts'
import type { Person } from '@walkaround/contract/shared.ts'
import type { TemplateQuestion } from '@walkaround/contract/template-document.ts'
import { recordEvents } from '../../db/events.ts'
import { newId } from '../../lib/ids.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { findBand } from '../templates/rules.ts'
import { getTemplateVersion, type TemplateVersion } from '../templates/versions.ts'
import {
  type AnswerToSave,
  countOtherCustom,
  deleteAnswers,
  saveAnswers,
  saveSurveyor,
  type Tap,
} from './answer-store.ts'
import { type Laid, layAnswer, slotOf, wholeAnswer } from './lay-taps.ts'
import { assertAnswerSaysSomething, assertAnswersOpen, tooManyAnswers } from './rules.ts'
import * as store from './store.ts'
import { listTaps, saveTaps, type TapRow } from './tap-store.ts'

export type { Tap } from './answer-store.ts'

export interface GivenAtCar extends Pick<Answer, 'value' | 'unitOfMeasurement' | 'status' | 'comment'> {
  questionId: string
  /** A standard answer. Left out on a measured question, `value` decides; on any other, `value` is entered. */
  answerId?: string
  /** Entered, not chosen; `answerId` is then the id it gets. */
  custom?: boolean
  /** Versions the person was shown; left out: all there are (I1). */
  seen?: readonly string[]
}

/**
 * The first answers make `surveyor` the one who performs the inspection (C6). Of answers that people gave without having
 * seen each other's, the one that stands by I1 is written, the others stay beside it. True when there are such.
 */
export async function giveAnswers(
  scope: Scope,
  surveyId: string,
  surveyor: Person,
  given: readonly GivenAtCar[],
  tap: Tap = tapNow(scope, surveyor),
): Promise<boolean> {
  const survey = await getState(scope, surveyId)
  assertAnswersOpen(survey)
  const template = await getTemplateVersion(scope.db, store.templateRef(survey))
  const answers = mergeRepeated(given.map((answer) => toSave(scope, template, answer)))
  assertOneAtATime(answers)
  await assertRoomForCustom(scope, surveyId, answers)
  const questionIds = [...new Set(answers.map(({ questionId }) => questionId))]
  const known = rowsBySlot(await listTaps(scope, surveyId, questionIds))
  const seenBy = new Map(given.map(({ questionId, seen }) => [questionId, seen]))
  const laid = answers.map((answer) => {
    const { questionId } = answer
    const row = known.get(keyOf(questionId, slotOf(answer))) ?? {
      questionId,
      slot: slotOf(answer),
      versions: [],
    }
    return { ...layAnswer(row, tap, answer, seenBy.get(questionId), scope.now), answer }
  })
  const toWrite = laid.flatMap(({ stands, isToWrite, isOwn, answer }) => {
    if (!isToWrite || stands.answer === null) return []
    return [isOwn ? answer : wholeAnswer(stands.answer)]
  })
  if (toWrite.length > 0) await saveAnswers(scope, surveyId, surveyor, toWrite, tap)
  for (const { row, stands, isToWrite } of laid)
    if (isToWrite && stands.answer === null)
      await deleteAnswers(scope, surveyId, row.questionId, idsIn(template, row), tap)
  return saveLaid(scope, surveyId, laid, tap)
}

const keyOf = (questionId: string, slot: string) => JSON.stringify([questionId, slot])
const rowsBySlot = (rows: readonly TapRow[]) =>
  new Map(rows.map((row) => [keyOf(row.questionId, row.slot), row]))

/** The answers that share the place of a row. */
const idsIn = (template: TemplateVersion, { questionId, slot }: TapRow): string[] =>
  slot === '' ? [...(template.answers.get(questionId)?.keys() ?? [])] : [slot]

/** Done here and now, by somebody who saw what there is. */
const tapNow = ({ now }: Scope, { id = '', lastName = '' }: Person): Tap => ({
  version: newId(now.getTime()),
  at: now,
  login: id,
  name: lastName,
})

/** Both people hear of it by the event; the log has every version, also one that does not count. */
async function saveLaid(scope: Scope, surveyId: string, laid: readonly Laid[], tap: Tap): Promise<boolean> {
  await saveTaps(
    scope,
    surveyId,
    laid.map(({ row }) => row),
  )
  const conflicts = laid.filter(({ row }) => row.versions.length > 1)
  await recordEvents(
    scope,
    conflicts.map(({ row, stands }) => ({
      kind: 'answer.conflict',
      subject: `survey/${surveyId}`,
      payload: {
        questionId: row.questionId,
        stands: stands.version,
        deviceAt: tap.deviceAt,
        versions: row.versions.map(({ name: _, answer, ...version }) => ({ ...version, answer })),
      },
    })),
  )
  return conflicts.length > 0
}

/** Whoever starts first is the surveyor; another one who does so later changes nothing (C6). */
export async function startSurvey(scope: Scope, surveyId: string, surveyor: Person): Promise<void> {
  assertAnswersOpen(await getState(scope, surveyId))
  await saveSurveyor(scope, surveyId, surveyor)
}

/**
 * Takes one answer of a question back, or all of them. What is not there needs no taking back, and what somebody else gave
 * unseen stays (I1). True when there is such.
 */
export async function takeBackAnswers(
  scope: Scope,
  surveyId: string,
  { questionId, answerId, seen }: { questionId: string; answerId?: string; seen?: readonly string[] },
  tap: Tap,
): Promise<boolean> {
  const survey = await getState(scope, surveyId)
  assertAnswersOpen(survey)
  const template = await getTemplateVersion(scope.db, store.templateRef(survey))
  const question = template.questions.get(questionId)
  if (!question) throw problem('noSuchResource', `there is no question "${questionId}"`)
  const rows = await listTaps(scope, surveyId, [questionId])
  const meant = rows.filter(({ slot, versions: [stands] }) => {
    if (answerId === undefined || slot === answerId) return true
    return slot === '' && stands?.answer?.id === answerId
  })
  const laid = meant.map((row) => layAnswer(row, tap, null, seen, scope.now))
  const kept = laid.filter(({ stands }) => stands.answer !== null)
  if (kept.length === 0) {
    await deleteAnswers(scope, surveyId, questionId, answerId === undefined ? undefined : [answerId], tap)
  } else {
    const gone = laid
      .filter(({ stands }) => stands.answer === null)
      .flatMap(({ row }) => idsIn(template, row))
    if (gone.length > 0) await deleteAnswers(scope, surveyId, questionId, gone, tap)
  }
  const back = kept.flatMap(({ stands, isToWrite }) =>
    isToWrite && stands.answer ? [wholeAnswer(stands.answer)] : [],
  )
  if (back.length > 0) await saveAnswers(scope, surveyId, toPerson(tap), back, tap)
  return saveLaid(scope, surveyId, laid, tap)
}

async function assertRoomForCustom(
  scope: Scope,
  surveyId: string,
  answers: readonly AnswerToSave[],
): Promise<void> {
  const custom = answers.filter((answer) => answer.custom)
  for (const [questionId, added] of Map.groupBy(custom, (answer) => answer.questionId)) {
    const others = await countOtherCustom(
      scope,
      surveyId,
      questionId,
      added.map(({ id }) => id),
    )
    if (others + added.length > answersPerQuestion) throw tooManyAnswers(questionId)
  }
}
const toPerson = ({ login, name }: Tap): Person => ({ id: login, lastName: name })

async function getState(scope: Scope, surveyId: string): Promise<store.SurveyState> {
  const survey = await store.findStateForUpdate(scope, surveyId)
  if (!survey) throw problem('noSuchResource', `there is no survey "${surveyId}"`)
  return survey
}

function toSave(scope: Scope, template: TemplateVersion, given: GivenAtCar): AnswerToSave {
  const { questionId, answerId, custom, seen: _, ...values } = given
  const question = template.questions.get(questionId)
  if (!question) throw problem('noSuchResource', `there is no question "${questionId}"`)
  if (custom) return toSaveCustom(scope, template, given)
  const standardId = answerId ?? bandOf(question, values.value)
  if (standardId === undefined) {
    if (question.questionCategory === 'valueSelection') {
      throw problem('invalidArgument', `${questionId}: takes one of its standard answers, nothing else`)
    }
    assertAnswerSaysSomething(values)
    return { ...values, questionId, id: newId(scope.now.getTime()), custom: true, isOnlyOne: false }
  }
  const standard = template.answers.get(questionId)?.get(standardId)
  if (!standard) throw problem('noSuchResource', `question "${questionId}" has no answer "${standardId}"`)
  return {
    ...values,
    questionId,
    id: standardId,
    custom: false,
    isOnlyOne: !question.multipleValueAnswer,
    // Conditions of the template look at the stored finding; the text stays the template's, for every language.
    ...(standard.status === undefined ? {} : { status: standard.status }),
    ...(values.value !== undefined && values.unitOfMeasurement === undefined && standard.unitOfMeasurement
      ? { unitOfMeasurement: standard.unitOfMeasurement }
      : {}),
  }
}

function toSaveCustom(scope: Scope, template: TemplateVersion, given: GivenAtCar): AnswerToSave {
  const { questionId, answerId: id = newId(scope.now.getTime()), custom: _, seen: __, ...values } = given
  assertAnswerSaysSomething(values)
  if (template.answers.get(questionId)?.has(id)) {
    throw problem('idTaken', `answerId: "${id}" is a standard answer of question "${questionId}"`)
  }
  return { ...values, questionId, id, custom: true, isOnlyOne: false }
}

function bandOf(question: TemplateQuestion, value: string | undefined): string | undefined {
  if (!question.clientSettings?.bounds) return undefined
  const number = Number(value)
  if (!value?.trim() || !Number.isFinite(number)) {
    throw problem('invalidArgument', `${question.id}: ${JSON.stringify(value)} is not a number`)
  }
  return findBand(question, number)?.answerId
}

/** The same answer given twice at once is one answer, and the later word counts. */
function mergeRepeated(answers: readonly AnswerToSave[]): AnswerToSave[] {
  const merged = new Map<string, AnswerToSave>()
  for (const answer of answers) {
    const key = JSON.stringify([answer.questionId, answer.id])
    merged.set(key, { ...merged.get(key), ...answer })
  }
  return [...merged.values()]
}

function assertOneAtATime(answers: readonly AnswerToSave[]): void {
  const seen = new Set<string>()
  for (const { questionId, isOnlyOne } of answers) {
    if (isOnlyOne && seen.has(questionId)) {
      throw problem('invalidArgument', `${questionId}: takes one standard answer at a time`)
    }
    if (isOnlyOne) seen.add(questionId)
  }
}
