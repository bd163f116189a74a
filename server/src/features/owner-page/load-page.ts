// Reads all the owner's page says about a survey, in a language. Changes nothing.
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import type { OwnerDealership, OwnerLine, OwnerPage } from '@walkaround/contract/owner-page.ts'
import { isFinding } from '@walkaround/contract/rules/counted-findings.ts'
import type { Person } from '@walkaround/contract/shared.ts'
import type { Scope } from '../../scope.ts'
import { listPhotoFiles, type PhotoRow } from '../photos/read-photos.ts'
import { type PhotoIds, toFindings } from '../printed-forms/compose-findings.ts'
import { customerWordsIn } from '../printed-forms/customer-words.ts'
import { Formats, nameOf } from '../printed-forms/draw/formats.ts'
import { toFormPerson } from '../printed-forms/people.ts'
import { getTexts } from '../printed-forms/texts.ts'
import { dueWords } from '../quotes/due-words.ts'
import { listCustomerQuotes } from '../quotes/read-quotes.ts'
import type { SurveyHeader } from '../surveys/header.ts'
import { getLoadedSurvey, type LoadedSurvey } from '../surveys/load-survey.ts'
import type { SelectedVariant } from '../surveys/offered.ts'
import { getTemplateVersion, inLanguage, type TemplateVersion } from '../templates/versions.ts'
import { addDays, dateIn, dateOf } from './days.ts'
import { type Found, toFound } from './findings.ts'
import { toOwnerLine, toTotals } from './lines.ts'
import { placeLines } from './place-lines.ts'
import { listShownVideos, type ShownVideo, toOwnerVideo } from './shown-videos.ts'
import * as store from './store.ts'
import { listReasons, meaningOf } from './texts.ts'
import type { Visit } from './visit.ts'

/** Days that Later proposes. */
const PRESETS = { red: 7, amber: 90 }
const MOST_DAYS = 3 * 366
/** The others are checklists of the staff about their video; the owner sees the video. */
const judged = ['health', 'VC']

/** For a link that was opened, or one that is not made yet. */
export async function loadPage(
  { scope, link }: Pick<Visit, 'scope'> & { link: Pick<Visit['link'], 'surveyId' | 'validUntil'> },
  language: string,
): Promise<OwnerPage> {
  const survey = await getLoadedSurvey(scope, link.surveyId)
  const { row, header } = survey
  const { timeZone } = scope.client
  const template = inLanguage(
    await getTemplateVersion(scope.db, {
      masterClientId: row.master_client_id,
      templateId: row.template_id,
      version: row.template_version,
    }),
    language,
  )
  const photos = await listPhotoFiles(scope, row.id)
  const videos = await listShownVideos(scope, row.id)
  const formats = new Formats(language, timeZone, getTexts(language))
  const found = judged.includes(row.survey_type)
    ? findIn({ ...survey, template }, photos, videos, { formats, language })
    : { points: [], fine: [], notChecked: [], grades: new Map() }
  const today = dateIn(scope.now, timeZone)
  const lines = await listLines(scope, survey, found, { language, today, formats })
  const { ofPoint, others } = placeLines(survey, found, lines)
  const alsoDue = lines.flatMap(({ quote, line }) => (quote.category === 'upsaleQuote' ? [line] : []))
  const approved = lines.flatMap(({ line }) => (line.decision?.status === 'approved' ? [line] : []))
  const around = await store.findAround(scope, row.id)
  const dealership = dealershipOf(scope, around)
  const shownWithPoints = new Set(found.points.map(({ id }) => id))
  const model = [header.vehicle?.make, header.vehicle?.model].filter(Boolean).join(' ')
  const { numberPlate } = header.vehicle ?? {}
  const advisor = advisorOf(header)
  const order = header.externalId ?? row.order_id
  return {
    language,
    timeZone,
    dealership,
    ...(advisor ? { advisor } : {}),
    vehicle: {
      ...(numberPlate === undefined ? {} : { plate: numberPlate }),
      ...(model === '' ? {} : { name: model }),
    },
    ...(order === undefined || order === null ? {} : { order }),
    ...(around?.completed_at ? { inspectedAt: around.completed_at.toISOString() } : {}),
    validUntil: link.validUntil.toISOString(),
    findings: found.points.map((point) => ({
      ...point,
      meaning: meaningOf(point.id, point.grade, language),
      lines: ofPoint.get(point.id)?.lines ?? [],
      coveredBy: ofPoint.get(point.id)?.coveredBy ?? [],
    })),
    fine: found.fine,
    notChecked: found.notChecked,
    videos: videos
      .filter(({ questionId }) => questionId === undefined || !shownWithPoints.has(questionId))
      .map(toOwnerVideo),
    others,
    alsoDue,
    alsoDueTotals: toTotals(alsoDue),
    approvedTotals: toTotals(approved),
    reasons: listReasons(language),
    firstDate: addDays(today, 1),
    lastDate: addDays(today, MOST_DAYS),
    ...(around?.receipt_id ? { receiptId: around.receipt_id } : {}),
    hasFeedback: around?.has_feedback ?? false,
  }
}

export function dealershipOf(scope: Scope, around: store.Around | undefined): OwnerDealership {
  return {
    name: around?.site_name ?? scope.client.name,
    ...(around?.telephone ? { telephone: around.telephone } : {}),
    address: around?.address ?? [],
  }
}

/** What is told to whoever holds a link that opens nothing: whom to call, and nothing of the survey. */
export async function loadDealership(scope: Scope, surveyId?: string): Promise<OwnerDealership> {
  const around =
    surveyId === undefined
      ? await store.findDefaultSite(scope, scope.client.defaultSiteId)
      : await store.findAround(scope, surveyId)
  return dealershipOf(scope, around)
}

function findIn(
  survey: Pick<LoadedSurvey, 'answers' | 'isVisible'> & { template: TemplateVersion },
  photos: readonly PhotoRow[],
  videos: readonly ShownVideo[],
  { formats, language }: Pick<Words, 'formats' | 'language'>,
): Found {
  const byId = new Map(photos.map((photo) => [photo.id, photo]))
  const { sections } = toFindings(survey, idsByPlace(photos), customerWordsIn(language))
  // What is only written down, and what the staff tell themselves about the video, is no result of the inspection.
  const isJudged = (id: string | undefined) => {
    const question = survey.template.questions.get(id ?? '')
    const isGraded = question?.answers?.some(({ status }) => status !== undefined)
    return question !== undefined && isGraded && isFinding(question)
  }
  const graded = sections.map(({ text, questions }) => ({
    text,
    questions: questions.filter(({ ref }) => isJudged(ref)),
  }))
  return toFound(graded, {
    photo(id) {
      const photo = byId.get(id)
      return photo && { id, file: photo.file, width: photo.width, height: photo.height }
    },
    videos: (questionId) => videos.filter((one) => one.questionId === questionId).map(toOwnerVideo),
    unitWord: (code) => formats.unit(code),
    quantity: (value, unit) => formats.quantity(value, unit),
  })
}

function idsByPlace(photos: readonly PhotoRow[]): PhotoIds {
  const places = new Map<string, Map<string, string[]>>()
  for (const { id, question_id, answer_id } of photos) {
    if (question_id === null) continue
    const question = places.get(question_id) ?? new Map<string, string[]>()
    places.set(question_id, question)
    question.set(answer_id ?? '', [...(question.get(answer_id ?? '') ?? []), id])
  }
  return places
}

interface Words {
  language: string
  today: string
  formats: Formats
}

async function listLines(
  scope: Scope,
  survey: LoadedSurvey,
  found: Found,
  { language, today, formats }: Words,
): Promise<{ quote: Quote; line: OwnerLine }[]> {
  const { timeZone } = scope.client
  const reasons = new Map(listReasons(language).map(({ code, text }) => [code, text]))
  const quotes = await listCustomerQuotes(scope, survey)
  const isOnly = onlyVariantIn(survey)
  return quotes.map(({ quote, reason, spokeWith }) => {
    const grade = found.grades.get(quote.questionId)
    const selected = survey.selected.find(({ quoteId }) => quoteId === quote.id)
    const line = toOwnerLine(quote, {
      grade,
      due: reason && dueWords(reason, language),
      selected,
      spokeWith,
      isOnlyVariant: selected !== undefined && isOnly(selected),
      isClosed: survey.row.closed,
      preset: addDays(today, grade === 'red' ? PRESETS.red : PRESETS.amber),
      unitWord: (code) => formats.unit(code),
      reasonText: (code) => reasons.get(code),
      dateOf: (moment) => dateOf(moment, timeZone) ?? moment,
    })
    return { quote, line }
  })
}

/** Whether a package has no other variant for this vehicle, or none that is known any more. */
function onlyVariantIn({ offered, selected }: LoadedSurvey): (one: SelectedVariant) => boolean {
  const current = selected.length === 0 ? undefined : offered()
  return ({ questionId, answerId, package: { id } }) => {
    const whole = current
      ?.get(questionId)
      ?.get(answerId)
      ?.find((one) => one.id === id)
    const others = selected.filter((one) => one.package.id === id)
    const variants = [...(whole?.variants ?? []), ...others.map(({ variant }) => variant)]
    return new Set(variants.map((variant) => variant.id)).size <= 1
  }
}

function advisorOf({ serviceAdvisor, responsiblePerson }: SurveyHeader): OwnerPage['advisor'] {
  const person: Person | undefined = serviceAdvisor ?? responsiblePerson
  const form = toFormPerson(person)
  const name = form && nameOf(form)
  if (!form || !name) return undefined
  return { name, ...(form.phone === undefined ? {} : { telephone: form.phone }) }
}
