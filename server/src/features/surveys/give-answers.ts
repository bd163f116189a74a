// Gives and withdraws answers at the car (D3), and records who started. Rules shared with the tablet decide what they mean. What a
// DMS may do through the interface is in answers.ts.
import type { GivenAnswer } from '@walkaround/contract/app/edits.ts'
import type { StandingAnswer } from '@walkaround/contract/event-facts.ts'
import * as rule from '@walkaround/contract/rules/answering.ts'
import {
  type AnsweredQuestion,
  answersPerQuestion,
  readGiven,
  tooManyAnswers,
} from '@walkaround/contract/rules/given-answers.ts'
import { toInstant } from '@walkaround/contract/rules/iso-dates.ts'
import type { Person } from '@walkaround/contract/shared.ts'
import { actorText, recordEvents } from '../../db/events.ts'
import { newId } from '../../lib/ids.ts'
import { problem, problemOf } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { getTemplateVersion, type TemplateVersion } from '../templates/versions.ts'
import { deleteAnswers, type Given, saveAnswers, saveSurveyor, type Tap } from './answer-store.ts'
import { toGivenAnswers } from './compose.ts'
import { assertAnswersOpen } from './rules.ts'
import * as store from './store.ts'
import { findAnswered, type StoredVersion, saveTaps, toTapRows } from './tap-store.ts'

export type { Tap } from './answer-store.ts'

type Laid = rule.Laid<StoredVersion>

/** A question before and after. */
interface Change {
  questionId: string
  before: rule.Answered<StoredVersion>
  after: Laid
}

/**
 * The first answers make `surveyor` the person who performs the inspection (C6). True if others answered the same questions without
 * having seen this (I1).
 */
export async function giveAnswers(
  scope: Scope,
  surveyId: string,
  surveyor: Person,
  given: readonly GivenAnswer[],
  tap: Tap = tapNow(scope, surveyor),
): Promise<boolean> {
  const [template, answered] = await Promise.all([
    getOpenTemplate(scope, surveyId),
    listAnswered(scope, surveyId, [...new Set(given.map(({ questionId }) => questionId))]),
  ])
  const reading = readGiven(
    (id) => template.questions.get(id),
    given,
    () => newId(scope.now.getTime()),
  )
  if ('fault' in reading) throw problemOf([reading.fault])
  const questions = Map.groupBy(reading.said, ({ questionId }) => questionId)
  const seenBy = new Map(given.map(({ questionId, seen }) => [questionId, seen]))
  const changes = [...questions].map(([questionId, said]): Change => {
    const before = answered(questionId)
    const tapping = tappingOf(scope, tap, seenBy.get(questionId))
    const after = rule.giveAnswers(getQuestion(template, questionId), before, said, tapping)
    const entered = after.kept.filter(({ custom }) => custom)
    if (entered.length > answersPerQuestion) throw problemOf([tooManyAnswers(questionId)])
    return { questionId, before, after }
  })
  return save(scope, surveyId, surveyor, changes, tap)
}

/** Withdrawing an answer that is not there does nothing. True if somebody else's answer, given unseen, stays (I1). */
export async function takeBackAnswers(
  scope: Scope,
  surveyId: string,
  { questionId, answerId, seen }: { questionId: string; answerId?: string; seen?: string[] },
  tap: Tap,
): Promise<boolean> {
  const [template, answered] = await Promise.all([
    getOpenTemplate(scope, surveyId),
    listAnswered(scope, surveyId, [questionId]),
  ])
  const question = getQuestion(template, questionId)
  const before = answered(questionId)
  const after = rule.takeBackAnswers(question, before, answerId, tappingOf(scope, tap, seen))
  const person = { id: tap.login, lastName: tap.name }
  return save(scope, surveyId, person, [{ questionId, before, after }], tap)
}

/** The first person to start is the surveyor; later starts change nothing (C6). */
export async function startSurvey(scope: Scope, surveyId: string, surveyor: Person): Promise<void> {
  await getOpenTemplate(scope, surveyId)
  await saveSurveyor(scope, surveyId, surveyor)
}

/** Both people learn of a conflict from the event; the log has every version, also one that does not count. */
async function save(
  scope: Scope,
  surveyId: string,
  surveyor: Person,
  changes: readonly Change[],
  tap: Tap,
): Promise<boolean> {
  const toSave = changes.flatMap(({ questionId, before, after }) =>
    after.kept
      .map((answer) => ({ ...answer, questionId, given: givenBy(scope, { before, after, answer }) }))
      .filter(({ id, given, selected }) => {
        const known = before.kept.find((one) => one.id === id)
        return given !== undefined || known?.selected !== selected
      }),
  )
  if (toSave.length > 0) saveAnswers(scope, surveyId, surveyor, toSave, tap)
  for (const { questionId, before, after } of changes) {
    const gone = before.kept.filter(({ id }) => !after.kept.some((one) => one.id === id))
    const ids = gone.map(({ id }) => id)
    if (ids.length > 0) deleteAnswers(scope, surveyId, questionId, ids, tap)
  }
  const laid = changes.flatMap(({ questionId, after }) => after.laid.map((one) => ({ ...one, questionId })))
  saveTaps(scope, surveyId, laid)
  const conflicts = laid.filter(({ versions }) => versions.length > 1)
  await recordEvents(
    scope,
    conflicts.map(({ questionId, versions }) => ({
      kind: 'answer.conflict',
      subject: `survey/${surveyId}`,
      payload: {
        questionId,
        stands: versions[0]?.version,
        deviceAt: tap.deviceAt,
        versions: versions.map(({ name: _, login: __, answer, ...version }) => ({
          ...version,
          ...(answer ? { answer } : {}),
        })),
      },
    })),
  )
  return conflicts.length > 0
}

/** Undefined if it was not given but deselected. A version that is in force again was given by its author at its time. */
function givenBy(
  scope: Scope,
  { before, after, answer }: Pick<Change, 'before' | 'after'> & { answer: rule.KeptAnswer },
): Given | undefined {
  if (!after.written.includes(answer)) return undefined
  const place = after.laid.find(({ versions: [stands] }) => stands?.answer?.id === answer.id)
  const stands = place?.versions[0]
  if (!stands) return undefined
  const former = before.kept.find(({ id, custom, selected }) =>
    place.slot === '' ? selected && !custom : selected && id === answer.id,
  )
  return {
    by: stands.actor,
    tappedAt: stands.at,
    deviceAt:
      stands.deviceAt === undefined
        ? undefined
        : toInstant(stands.deviceAt, scope.client.timeZone).toISOString(),
    arrivedAt: stands.arrivedAt,
    device: stands.device,
    before: former && toStanding(former),
  }
}

const toStanding = ({ id, custom: _, selected: __, ...values }: rule.KeptAnswer): StandingAnswer => ({
  answerId: id,
  ...values,
})

async function listAnswered(
  scope: Scope,
  surveyId: string,
  questionIds: readonly string[],
): Promise<(questionId: string) => rule.Answered<StoredVersion>> {
  const row = await findAnswered(scope, surveyId, questionIds)
  const answers = toGivenAnswers(row?.answers ?? null)
  const taps = toTapRows(row?.taps ?? null)
  return (questionId) => ({
    kept: answers.get(questionId) ?? [],
    taps: taps.filter((one) => one.questionId === questionId),
  })
}

const tappingOf = (
  scope: Scope,
  { version, at, deviceAt, login, name, device }: Tap,
  seen: readonly string[] | undefined,
): rule.Tapping<StoredVersion> => ({
  tap: {
    version,
    at: at.toISOString(),
    deviceAt,
    arrivedAt: scope.now.toISOString(),
    actor: actorText(scope),
    login,
    name,
    device,
  },
  byOf: (one) => `${one.login}\n${one.device ?? ''}`,
  seen,
})

/** Given here and now, by somebody who saw the present state. */
const tapNow = ({ now }: Scope, { id = '', lastName = '' }: Person): Tap => ({
  version: newId(now.getTime()),
  at: now,
  login: id,
  name: lastName,
})

/** Of a survey that can still be answered; locks it. */
export async function getOpenTemplate(scope: Scope, surveyId: string): Promise<TemplateVersion> {
  const survey = await store.findStateForUpdate(scope, surveyId)
  if (!survey) throw problem('noSuchResource', `there is no survey "${surveyId}"`)
  assertAnswersOpen(survey)
  return getTemplateVersion(scope.db, store.templateRef(survey))
}

function getQuestion({ questions }: TemplateVersion, id: string): AnsweredQuestion {
  const question = questions.get(id)
  if (!question) throw problem('noSuchResource', `there is no question "${id}"`)
  return question
}
