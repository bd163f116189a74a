// Reads everything the owner's page shows about a survey, in a language. Changes nothing.
import type { LastVisit } from '@walkaround/contract/app/board.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import type {
  OwnerDealership,
  OwnerLine,
  OwnerNotice,
  OwnerPage,
  OwnerScale,
  OwnerThread,
} from '@walkaround/contract/owner-page.ts'
import { phoneOf } from '@walkaround/contract/rules/contact-corrections.ts'
import { isFinding } from '@walkaround/contract/rules/counted-findings.ts'
import { addDays, dateIn, dateOf } from '@walkaround/contract/rules/days.ts'
import { aboutKey } from '@walkaround/contract/rules/line-questions.ts'
import { formalNameOf, nameOf } from '@walkaround/contract/rules/names.ts'
import {
  type KeptOwnerTexts,
  type SaidOwnerTexts,
  sayOwnerTexts,
} from '@walkaround/contract/rules/owner-texts.ts'
import { formsOfOwner, isJudged } from '@walkaround/contract/rules/printed-forms.ts'
import { findLanguage } from '@walkaround/contract/rules/texts.ts'
import { MOST_DAYS_AHEAD } from '@walkaround/contract/rules/wear-forecast.ts'
import type { Person } from '@walkaround/contract/shared.ts'
import { atSite, type Scope } from '../../scope.ts'
import { type Face, findFace, toOwnerFace } from '../faces/face.ts'
import { type CustomerWords, customerWordsIn } from '../findings/customer-words.ts'
import { overlapWords } from '../findings/offer-words.ts'
import { type Words, wordsIn } from '../findings/texts.ts'
import { toFindings } from '../findings/to-findings.ts'
import { listThreads, listThreadsOfPerson } from '../line-questions/threads.ts'
import { packageWordsIn, type Translate } from '../packages/package-words.ts'
import { listPhotoFiles, type PhotoRow, shapesOf, shownFileOf } from '../photos/read-photos.ts'
import { dueWords } from '../quotes/due-words.ts'
import { listCustomerQuotes } from '../quotes/read-quotes.ts'
import { advisorOf } from '../surveys/header.ts'
import { findLastVisit } from '../surveys/last-visit.ts'
import { getLoadedSurvey, type LoadedSurvey } from '../surveys/load-survey.ts'
import type { SelectedVariant } from '../surveys/offered.ts'
import { readTyres } from '../surveys/read-tyres.ts'
import { getTemplateVersion, inLanguage, type TemplateVersion } from '../templates/versions.ts'
import { listReasons, type Reason } from '../words/rejection-reasons.ts'
import { type Found, toFound } from './findings.ts'
import { type Forecasts, findForecasts, proposeDates } from './later.ts'
import { toOwnerLine, toTotals } from './lines.ts'
import { placeLines } from './place-lines.ts'
import { listShownVideos, type ShownVideo, toOwnerVideo } from './shown-videos.ts'
import * as store from './store.ts'
import type { Visit } from './visit.ts'

/** Without an id if it is not made yet: staff see what everybody asked. */
type ShownLink = Pick<Visit['link'], 'surveyId' | 'validUntil'> & Partial<Pick<Visit['link'], 'id' | 'kind'>>

/** For an opened link, or for one that is not made yet. */
export async function loadPage(
  { scope: asked, link }: Pick<Visit, 'scope'> & { link: ShownLink },
  language: string,
): Promise<OwnerPage> {
  const survey = await getLoadedSurvey(asked, link.surveyId)
  const scope = atSite(asked, survey.row.siteId)
  const { row, header } = survey
  const { timeZone } = scope.client
  const template = inLanguage(
    await getTemplateVersion(scope.db, {
      masterClientId: row.masterClientId,
      templateId: row.templateId,
      version: row.templateVersion,
    }),
    language,
  )
  const photos = await listPhotoFiles(scope, row.id)
  const videos = await listShownVideos(scope, row.id)
  const words = wordsIn(language, timeZone)
  const said = await customerWordsIn(language)
  const today = dateIn(scope.now, timeZone)
  const forecasts = await findForecasts(scope, survey, today)
  const found = isJudged(row.surveyType)
    ? findIn({ ...survey, template }, photos, videos, {
        words,
        said,
        tyres: await readTyres(scope, row.id),
        visit: await findLastVisit(scope, survey, language),
        forecasts,
      })
    : { points: [], fine: [], notChecked: [], grades: new Map(), titles: new Map() }
  const reasons = await listReasons(scope, language)
  const lines = await listLines(scope, survey, found, { language, today, words, forecasts, reasons })
  const { ofPoint, others } = placeLines(survey, found, lines)
  const alsoDue = lines.flatMap(({ quote, line }) => (quote.category === 'upsaleQuote' ? [line] : []))
  const approved = lines.flatMap(({ line }) => (line.decision?.status === 'approved' ? [line] : []))
  const around = await store.findAround(scope, row.id)
  const face = await findFace(scope, row.id)
  const shownWithPoints = new Set(found.points.map(({ id }) => id))
  const model = [header.vehicle?.make, header.vehicle?.model].filter(Boolean).join(' ')
  const { numberPlate } = header.vehicle ?? {}
  const shown = {
    dealership: dealershipOf(scope, face),
    advisor: toOwnerAdvisor(face.advisor),
    vehicle: { plate: numberPlate, name: model === '' ? undefined : model },
  }
  return {
    ...shown,
    language,
    timeZone,
    own: sayOn(shown, face.ownTexts, language, scope.client.language),
    face: toOwnerFace(face, language),
    order: header.externalId ?? row.orderId ?? undefined,
    inspectedAt: around?.completedAt?.toISOString(),
    validUntil: link.validUntil.toISOString(),
    findings: found.points.map((point) => ({
      ...point,
      meaning: said.meaning(questionOf(template, point.id), point.grade),
      lines: ofPoint.get(point.id)?.lines ?? [],
      coveredBy: ofPoint.get(point.id)?.coveredBy ?? [],
    })),
    fine: found.fine,
    notChecked: found.notChecked,
    videos: videos
      .filter(({ questionId }) => questionId === undefined || !shownWithPoints.has(questionId))
      .map((video) => toOwnerVideo(video, found.titles)),
    others,
    alsoDue,
    alsoDueTotals: toTotals(alsoDue),
    approvedTotals: toTotals(approved),
    reasons: reasons.map(({ code, text, isOff }) => ({ code, text, ...(isOff ? { isOff } : {}) })),
    firstDate: addDays(today, 1),
    lastDate: addDays(today, MOST_DAYS_AHEAD),
    receiptId: around?.receiptId ?? undefined,
    hasFeedback: around?.hasFeedback ?? false,
    isClosed: row.closed,
    ...(scope.client.isSandbox ? { isSandbox: true as const } : {}),
    threads: await listOwnerThreads(scope, link, nameOf(advisorOf(header))),
    forms: formsOfOwner({
      surveyType: row.surveyType,
      isSigned: around?.isSigned ?? false,
      hasMarks: around?.hasMarks ?? false,
    }),
  }
}

/** The dealership's own words for this page, with what it shows filled in. */
export function sayOn(
  { dealership, advisor, vehicle }: Pick<OwnerPage, 'dealership' | 'advisor' | 'vehicle'>,
  own: KeptOwnerTexts,
  language: string,
  clientLanguage: string,
): SaidOwnerTexts {
  return sayOwnerTexts(own, findLanguage(language) ?? 'en', clientLanguage, {
    dealership: dealership.name,
    advisor: advisor?.name,
    vehicle: vehicle.name ?? vehicle.plate,
    telephone: dealership.telephone ?? advisor?.telephone,
  })
}

/** The same for a page that names neither car nor advisor. */
export const sayAround = (
  { client }: Pick<Scope, 'client'>,
  dealership: OwnerDealership,
  own: KeptOwnerTexts,
  language: string,
): SaidOwnerTexts => sayOn({ dealership, advisor: undefined, vehicle: {} }, own, language, client.language)

/** A finding is always about a question of its template. */
const questionOf = ({ questions }: TemplateVersion, id: string) => questions.get(id) ?? { id, text: id }

/** A viewing link may be shown to anybody: it has no questions. */
async function listOwnerThreads(
  scope: Scope,
  { surveyId, id, kind }: ShownLink,
  advisor: string,
): Promise<OwnerThread[]> {
  if (kind === 'viewing') return []
  const threads =
    id === undefined ? await listThreads(scope, surveyId) : await listThreadsOfPerson(scope, surveyId, id)
  return threads.map(({ about, title, entries, isWaiting = false, channel }) => ({
    about: aboutKey(about),
    title,
    entries: entries.map(({ id: entryId, by, name, text, at }) => ({
      id: entryId,
      by,
      name,
      text,
      at,
      isAdvisor: name !== undefined && name === advisor,
    })),
    isWaiting,
    channel,
  }))
}

export const dealershipOf = (scope: Scope, { site }: Pick<Face, 'site'>): OwnerDealership => ({
  name: site?.name ?? scope.client.name,
  telephone: site?.telephone,
  address: site?.address ?? [],
})

/** For a page that shows nothing of the survey: whom to call, and what stands at its end. */
export async function loadDealership(
  scope: Scope,
  surveyId: string,
  language: string,
): Promise<Required<Pick<OwnerNotice, 'dealership' | 'face' | 'own'>>> {
  const face = await findFace(scope, surveyId)
  const dealership = dealershipOf(scope, face)
  return {
    dealership,
    face: toOwnerFace(face, language),
    own: sayAround(scope, dealership, face.ownTexts, language),
  }
}

function findIn(
  survey: Pick<LoadedSurvey, 'answers' | 'isVisible'> & { template: TemplateVersion },
  photos: readonly PhotoRow[],
  videos: readonly ShownVideo[],
  {
    words,
    said,
    tyres,
    visit,
    forecasts,
  }: Pick<Reader, 'words' | 'forecasts'> & {
    said: CustomerWords
    tyres: Awaited<ReturnType<typeof readTyres>>
    visit: Awaited<ReturnType<typeof findLastVisit>>
  },
): Found & { titles: ReadonlyMap<string, string> } {
  const byId = new Map(photos.map((photo) => [photo.id, photo]))
  const { sections } = toFindings(survey, photos, said, tyres)
  // Notes and questions about the video are not results of the inspection.
  const isJudged = (id: string | undefined) => {
    const question = survey.template.questions.get(id ?? '')
    const isGraded = question?.answers?.some(({ status }) => status !== undefined)
    return question !== undefined && isGraded && isFinding(question)
  }
  const graded = sections.map(({ text, questions }) => ({
    text,
    questions: questions.filter(({ ref }) => isJudged(ref)),
  }))
  const titles = new Map(
    graded.flatMap(({ questions }) => questions.map(({ ref, text }) => [ref as string, text] as const)),
  )
  const found = toFound(graded, {
    photo(id) {
      const photo = byId.get(id)
      if (!photo) return undefined
      const { width, height } = photo
      return { id, file: shownFileOf(photo), width, height, shapes: shapesOf(photo) }
    },
    videos: (questionId) =>
      videos.filter((one) => one.questionId === questionId).map((one) => toOwnerVideo(one, titles)),
    words,
    last: (questionId, unit) =>
      visit?.isSameCustomer ? lastMeasured(visit.answers, questionId, unit) : undefined,
    urgentFrom(questionId) {
      const { red } = forecasts(questionId) ?? {}
      return red?.kind === 'ahead' ? { date: red.date, from: red.from, to: red.to } : undefined
    },
  })
  return { ...found, titles }
}

/** A value in another unit cannot be compared. */
function lastMeasured(
  answers: readonly LastVisit[],
  questionId: string,
  unit: string | undefined,
): OwnerScale['last'] {
  const found = answers.find((one) => one.questionId === questionId)
  const value = found?.value === undefined ? Number.NaN : Number(found.value)
  const isComparable = found?.unitOfMeasurement === undefined || found.unitOfMeasurement === unit
  return found && Number.isFinite(value) && isComparable ? { value, at: found.at } : undefined
}

interface Reader {
  language: string
  today: string
  words: Words
  forecasts: Forecasts
  reasons: readonly Reason[]
}

async function listLines(
  scope: Scope,
  survey: LoadedSurvey,
  found: Found,
  { language, today, words, forecasts, reasons }: Reader,
): Promise<{ quote: Quote; line: OwnerLine }[]> {
  const { timeZone } = scope.client
  const reasonText = new Map(reasons.map(({ code, text }) => [code, text]))
  const quotes = await listCustomerQuotes(scope, survey)
  const isOnly = onlyVariantIn(survey)
  const translate = await packageWordsIn(scope, survey.row.catalogue, language)
  const laterOf = proposeDates(survey, found, { today, forecasts })
  const lines = quotes.map(({ quote, reason, spokeWith, overlaps }) => {
    const grade = found.grades.get(quote.questionId)
    const selected = survey.selected.find(({ quoteId }) => quoteId === quote.id)
    const line = toOwnerLine(quote, {
      grade,
      due: reason && dueWords(reason, language),
      selected,
      spokeWith,
      isOnlyVariant: selected !== undefined && isOnly(selected),
      isClosed: survey.row.closed,
      later: laterOf(quote),
      unitWord: words.formats.unitWord,
      reasonText: (code) => reasonText.get(code),
      dateOf: (moment) => dateOf(moment, timeZone) ?? moment,
    })
    return { quote, line: inWords(line, translate), overlaps }
  })
  const titles = new Map(lines.map(({ line }) => [line.id, line.title]))
  return lines.map(({ quote, line, overlaps }) => {
    const said = overlapWords(
      words,
      overlaps.map(({ kind, with: other }) => ({ kind, name: titles.get(other.id ?? '') ?? '' })),
    )
    return { quote, line: said.length === 0 ? line : { ...line, overlaps: said } }
  })
}

/** In the owner's language. What the form remembers of the offer is the same in every one. */
const inWords = (line: OwnerLine, translate: Translate): OwnerLine => ({
  ...line,
  title: translate(line.title),
  items: line.items.map((item) => ({ ...item, text: translate(item.text) })),
})

/** Whether the package has no other known variant for this vehicle. */
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

function toOwnerAdvisor(person: Person | undefined): OwnerPage['advisor'] {
  const name = person && formalNameOf(person)
  return name ? { name, telephone: phoneOf(person) || undefined } : undefined
}
