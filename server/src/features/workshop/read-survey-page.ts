// A survey with everything the app shows around it: what the vehicle's last visit had, damage, videos, quotes, signatures,
// what completing still needs, and what the owner said.
import type { LastVisit, SurveyPage } from '@walkaround/contract/app/board.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { getDamage } from '../damage/marks.ts'
import { findLastSequence } from '../live-updates/sequence.ts'
import { listOwnerActs } from '../owner-page/owner-acts.ts'
import { listReceipts } from '../owner-page/receipts.ts'
import { listDueReasons, quotesJsonOf } from '../quotes/read-quotes.ts'
import { listRecordedDecisions } from '../quotes/recorded-decisions.ts'
import { coverageOf } from '../quotes/works.ts'
import { loadAct } from '../surveys/act.ts'
import { getLoadedSurvey, type LoadedSurvey } from '../surveys/load-survey.ts'
import { listMissing } from '../surveys/missing.ts'
import { toSurveyJson } from '../surveys/read-surveys.ts'
import { listAnswerTaps } from '../surveys/read-taps.ts'
import { getTemplateVersion, inLanguage } from '../templates/versions.ts'
import { vehicleKeys } from '../vehicles/keys.ts'
import { listVideosJson } from '../videos/read-videos.ts'
import { listRejectionReasons } from './rejection-reasons.ts'
import * as store from './survey-page-store.ts'

/** The survey, quotes and videos are joined as the JSON they are made as. */
export async function getSurveyPageJson(
  scope: Scope,
  surveyId: string,
  login: string,
  language?: string,
): Promise<string> {
  // First, so that whatever happens meanwhile comes with the stream.
  const sequence = await findLastSequence(scope)
  const survey = await getLoadedSurvey(scope, surveyId, language)
  const around = await store.findSurroundings(scope, surveyId)
  if (!around) throw problem('noSuchResource', `there is no survey "${surveyId}"`)
  const damage = await getDamage(scope, surveyId)
  const act = await loadAct(scope, survey)
  const { isDone } = act
  const rest: Omit<SurveyPage, 'survey' | 'videos' | 'quotes'> = {
    lastVisit: await listLastVisit(scope, survey, around.created_at, language),
    damage,
    signatures: toSignatures(around.signatures),
    markPhotos: damage.marks.flatMap(({ id, photos }) =>
      id !== undefined && photos?.length ? [{ markId: id, photos }] : [],
    ),
    missing: isDone ? [] : await listMissing(scope, survey, act),
    act: act.act,
    due: await listDue(scope, surveyId),
    recordedDecisions: await listRecordedDecisions(scope, surveyId),
    taps: isDone ? [] : await listAnswerTaps(scope, surveyId, login),
    rejectionReasons: listRejectionReasons(),
    ...(await ownerWords(scope, surveyId)),
    sequence,
    conditions: survey.template.document.conditions ?? {},
    covers: Object.fromEntries(coverageOf(survey)),
    ...closing(survey, around),
  }
  const videos = await listVideosJson(scope, surveyId)
  const quotes = await quotesJsonOf(scope, survey)
  const json = JSON.stringify(rest).slice(0, -1)
  return `${json},"videos":${videos},"quotes":${quotes},"survey":${toSurveyJson(scope, survey)}}`
}

async function ownerWords(
  scope: Scope,
  surveyId: string,
): Promise<Pick<SurveyPage, 'receipts' | 'feedback'>> {
  const [acts] = await listOwnerActs(scope, [surveyId])
  const { feedback } = acts ?? {}
  return {
    receipts: acts?.receiptId === undefined ? [] : await listReceipts(scope, surveyId),
    ...(feedback ? { feedback: { ...feedback, at: feedback.at.toISOString() } } : {}),
  }
}

async function listDue(scope: Scope, surveyId: string): Promise<SurveyPage['due']> {
  const found = await listDueReasons(scope, surveyId)
  return found.map(({ quoteId, reason: { from: _, ...reason } }) => ({ quoteId, ...reason }))
}

function closing(
  { row }: LoadedSurvey,
  { closed_at, closed_by, closed_by_role }: store.SurroundingsRow,
): Pick<SurveyPage, 'closedAt' | 'closedBy'> {
  if (!row.closed) return {}
  const by = closed_by_role === 'dms' ? 'DMS' : closed_by
  return {
    ...(closed_at ? { closedAt: closed_at.toISOString() } : {}),
    ...(by ? { closedBy: by } : {}),
  }
}

type StoredSignature = [
  string,
  SurveyPage['signatures'][number]['role'],
  string | null,
  string | null,
  string,
  string | null,
  boolean,
]

function toSignatures(stored: string | null): SurveyPage['signatures'] {
  return (JSON.parse(stored ?? '[]') as StoredSignature[]).map(
    ([id, role, questionId, name, signedAt, shown, isAccepted]) => ({
      id,
      role,
      signedAt: new Date(signedAt).toISOString(),
      ...(questionId === null ? {} : { questionId }),
      ...(name === null ? {} : { name }),
      ...(shown === null ? {} : { shown }),
      ...(isAccepted ? { isAccepted } : {}),
    }),
  )
}

/** Standard answers say in their template what they mean, in the language of who reads, else of the client. */
async function listLastVisit(
  scope: Scope,
  { row, header, template }: LoadedSurvey,
  before: Date,
  language = scope.client.language,
): Promise<LastVisit[]> {
  const keys = vehicleKeys(header.vehicle)
  if (keys.length === 0) return []
  const visit = await store.findLastVisit(scope, {
    surveyId: row.id,
    surveyType: row.survey_type,
    orderId: row.order_id,
    vehicleKeys: keys,
    questionIds: [...template.questions.keys()],
    before,
  })
  if (!visit) return []
  const then = inLanguage(
    await getTemplateVersion(scope.db, {
      masterClientId: visit.master_client_id,
      templateId: visit.template_id,
      version: visit.template_version,
    }),
    language,
  )
  const at = visit.at.toISOString()
  return (JSON.parse(visit.answers) as store.VisitAnswer[]).map(
    ([questionId, answerId, custom, value, unitOfMeasurement, status, comment]) => {
      const standard = custom ? undefined : then.answers.get(questionId)?.get(answerId)
      const shown = {
        value: value ?? standard?.value,
        unitOfMeasurement: unitOfMeasurement ?? undefined,
        status: status ?? standard?.status,
        comment: comment ?? undefined,
      }
      const given = Object.fromEntries(Object.entries(shown).filter(([, one]) => one !== undefined))
      return { questionId, surveyId: visit.id, at, answerId, ...given }
    },
  )
}
