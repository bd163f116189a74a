// A survey with everything the app shows around it: values of the vehicle's last visit, damage, videos, quotes, signatures, what is
// still needed to complete, and what the owner said.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { HeldLine, HourlyRate } from '@walkaround/contract/app/offers.ts'
import type { PageBasis } from '@walkaround/contract/app/page-basis.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { type ReadyJson, readyJson } from '../../lib/ready-json.ts'
import { problem } from '../../problems.ts'
import { branchForClock, type Scope } from '../../scope.ts'
import { getDamage } from '../damage/marks.ts'
import { customerTitlesOf } from '../findings/customer-words.ts'
import { findLastSequence } from '../live-updates/sequence.ts'
import { listOwnerActs } from '../owner-page/owner-acts.ts'
import { listReceipts } from '../owner-page/receipts.ts'
import { listContained } from '../packages/contained.ts'
import { packageWordsIn } from '../packages/package-words.ts'
import { listPartsOfSurvey } from '../parts/read-parts.ts'
import { listMarkups } from '../photos/mark-up-photo.ts'
import { listDeferred } from '../quotes/deferred.ts'
import { listDueReasons, quotesJsonOf } from '../quotes/read-quotes.ts'
import { listRecordedDecisions } from '../quotes/recorded-decisions.ts'
import { toPackageQuote } from '../quotes/rules.ts'
import { coverageOf } from '../quotes/works.ts'
import { loadAct } from '../surveys/act.ts'
import { listActWords } from '../surveys/act-words.ts'
import { findLastVisit } from '../surveys/last-visit.ts'
import { getLoadedSurvey, type LoadedSurvey } from '../surveys/load-survey.ts'
import { listMissing, listQuestionsBeingFilmed } from '../surveys/missing.ts'
import { toSurveyJson } from '../surveys/read-surveys.ts'
import { listAnswerTaps } from '../surveys/read-taps.ts'
import { findWear } from '../surveys/wear.ts'
import { listRetired } from '../templates/versions.ts'
import { listVideosJson } from '../videos/read-videos.ts'
import { phrasesOfSurvey } from '../words/phrases.ts'
import { listReportedReasons } from '../words/rejection-reasons.ts'
import { listOpen } from './open-findings.ts'
import * as store from './survey-page-store.ts'

/** The survey, quotes and videos are concatenated as ready-made JSON. */
export async function getSurveyPageJson(
  scope: Scope,
  surveyId: string,
  login: string,
  language?: string,
): Promise<ReadyJson<SurveyPage>> {
  // Read first: whatever happens meanwhile comes with the stream.
  const sequence = await findLastSequence(scope)
  const survey = await getLoadedSurvey(scope, surveyId, language)
  const around = await store.findSurroundings(scope, surveyId, survey.row.siteId)
  if (!around) throw problem('noSuchResource', `there is no survey "${surveyId}"`)
  const damage = await getDamage(scope, surveyId)
  const act = await loadAct(scope, survey)
  const { isDone } = act
  const visit = await findLastVisit(scope, survey, language)
  const rest: Omit<SurveyPage, 'survey' | 'videos' | 'quotes'> = {
    lastVisit: visit?.answers ?? [],
    damage,
    signatures: toSignatures(around.signatures),
    ...toTyres(around.tyres),
    parts: await listPartsOfSurvey(scope, surveyId, survey.row.siteId),
    markups: await listMarkups(scope, surveyId),
    markPhotos: damage.marks.flatMap(({ id, photos }) =>
      id !== undefined && photos?.length ? [{ markId: id, photos }] : [],
    ),
    missing: isDone ? [] : await listMissing(scope, survey, act),
    act: act.act,
    actWords: survey.row.closed ? undefined : await listActWords(scope, survey, act.dealership),
    reception: isDone
      ? undefined
      : {
          visit: visit && toFormerVisit(visit),
          deferred: await listDeferred(scope, survey),
          open: await listOpen(scope, survey, language),
        },
    due: await listDue(scope, surveyId),
    recordedDecisions: await listRecordedDecisions(scope, surveyId),
    taps: isDone ? [] : await listAnswerTaps(scope, surveyId, login),
    rejectionReasons: await listReportedReasons(scope),
    phrases: await phrasesOfSurvey(scope, survey.template.questions),
    ...(await ownerWords(scope, surveyId)),
    sequence,
    conditions: survey.template.document.conditions ?? {},
    customerTitles: await customerTitlesOf(survey.template, language ?? act.act.language),
    covers: Object.fromEntries(coverageOf(survey)),
    orderLines: act.orderLines.map(toHeldLine),
    hourlyRates: JSON.parse(around.hourlyRates ?? '[]') as HourlyRate[],
    basis: {
      retired: listRetired(survey.template),
      beingFilmed: await listQuestionsBeingFilmed(scope, surveyId),
      standard: listStandardGiven(survey),
      replaced: survey.selected.filter(({ isReplaced }) => isReplaced).map(toPackageQuote),
      languages: act.languages,
      wear: await findWear(scope, survey, { isForOwner: false }),
    },
    ...closing(survey, around),
    ...branchForClock(scope, survey.row.branchId),
  }
  const videos = await listVideosJson(scope, surveyId)
  const quotes = await quotesJsonOf(scope, survey)
  const contained = await listContained(scope, survey.row.catalogue, [
    ...packagesOf(survey),
    ...(JSON.parse(quotes) as Quote[]).flatMap(({ packageId }) => packageId ?? []),
    ...act.orderLines.flatMap(({ healthPackageId }) => healthPackageId ?? []),
  ])
  const spoken = language ?? scope.client.language
  const packageTexts = await listPackageTexts(scope, survey, JSON.parse(quotes) as Quote[], spoken)
  const json = JSON.stringify({ ...rest, contained, ...packageTexts }).slice(0, -1)
  return readyJson(`${json},"videos":${videos},"quotes":${quotes},"survey":${toSurveyJson(scope, survey)}}`)
}

const toFormerVisit = ({
  at,
  mileage,
  isSameCustomer,
}: NonNullable<Awaited<ReturnType<typeof findLastVisit>>>): NonNullable<
  SurveyPage['reception']
>['visit'] => ({
  at,
  mileage: mileage?.value,
  mileageUnit: mileage?.unit,
  isSameCustomer: isSameCustomer || undefined,
})

/** Of what is offered or quoted here, as far as it is called otherwise in this language. */
async function listPackageTexts(
  scope: Scope,
  survey: LoadedSurvey,
  quotes: readonly Quote[],
  language: string,
): Promise<Pick<SurveyPage, 'packageTexts'>> {
  const translate = await packageWordsIn(scope, survey.row.catalogue, language)
  const named = new Map<string, string>()
  const add = (all: readonly { description?: string }[] = []) => {
    for (const { description } of all)
      if (description !== undefined && !named.has(description)) named.set(description, translate(description))
  }
  for (const answers of survey.offered().values())
    for (const packages of answers.values()) {
      add(packages)
      for (const { variants = [] } of packages) {
        add(variants)
        for (const { contents } of variants) add(contents)
      }
    }
  add(survey.selected.map((one) => one.package))
  add(quotes)
  for (const { contents } of quotes) add(contents)
  const packageTexts = Object.fromEntries([...named].filter(([text, own]) => own !== text))
  return Object.keys(packageTexts).length === 0 ? {} : { packageTexts }
}

const toHeldLine = ({
  description,
  itemCode,
  quantity,
  deferredQuantity,
  healthPackageId,
}: HeldLine): HeldLine => ({ description, itemCode, quantity, deferredQuantity, healthPackageId })

function* packagesOf({ offered, selected }: LoadedSurvey): Generator<string> {
  for (const answers of offered().values())
    for (const packages of answers.values()) for (const { id } of packages) yield id as string
  for (const one of selected) yield one.package.id as string
}

/** What the template says about the standard answers that were given. */
function listStandardGiven({ template, answers }: LoadedSurvey): PageBasis['standard'] {
  const given = [...answers].map(([questionId, kept]) => {
    const standard = template.answers.get(questionId)
    const ids = kept.flatMap((one) => (one.custom ? [] : [one.id]))
    return [
      questionId,
      ids.map((id) => ({
        id,
        value: standard?.get(id)?.value,
        unitOfMeasurement: standard?.get(id)?.unitOfMeasurement,
      })),
    ]
  })
  return Object.fromEntries(given)
}

async function ownerWords(
  scope: Scope,
  surveyId: string,
): Promise<Pick<SurveyPage, 'receipts' | 'feedback'>> {
  const [acts] = await listOwnerActs(scope, [surveyId])
  const { feedback } = acts ?? {}
  return {
    receipts: acts?.receiptId === undefined ? [] : await listReceipts(scope, surveyId),
    feedback: feedback ? { ...feedback, at: feedback.at.toISOString() } : undefined,
  }
}

async function listDue(scope: Scope, surveyId: string): Promise<SurveyPage['due']> {
  const found = await listDueReasons(scope, surveyId)
  return found.map(({ quoteId, reason: { from: _, ...reason } }) => ({ quoteId, ...reason }))
}

function closing(
  { row }: LoadedSurvey,
  { closedAt, closedBy, closedByRole }: store.SurroundingsRow,
): Pick<SurveyPage, 'closedAt' | 'closedBy'> {
  if (!row.closed) return {}
  const by = closedByRole === 'dms' ? 'DMS' : closedBy
  return {
    closedAt: closedAt?.toISOString(),
    closedBy: by || undefined,
  }
}

type StoredTyre = [string, ...(string | null)[]]

function toTyres(stored: string | null): Pick<SurveyPage, 'tyres'> {
  if (stored === null) return {}
  return {
    tyres: (JSON.parse(stored) as StoredTyre[]).map(([questionId, inner, middle, outer, dot, size]) => ({
      questionId,
      inner: inner ?? undefined,
      middle: middle ?? undefined,
      outer: outer ?? undefined,
      dot: dot ?? undefined,
      size: size ?? undefined,
    })),
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
      questionId: questionId ?? undefined,
      name: name ?? undefined,
      shown: shown ?? undefined,
      isAccepted: isAccepted || undefined,
    }),
  )
}
