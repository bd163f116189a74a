// The page as a person sees it: the server's last state with later local changes applied. Pure: every screen shows this, online and
// offline.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Edit, EditOf } from '@walkaround/contract/app/edits.ts'
import type { PhotoMarkup } from '@walkaround/contract/app/markup.ts'
import { correctHeader } from '@walkaround/contract/rules/contact-corrections.ts'
import { splitName } from '@walkaround/contract/rules/names.ts'
import { giveAnswers, takeBackAnswers } from './answer-page.ts'
import { applyConditions } from './conditions.ts'
import { decide, takeBackDecision } from './decisions.ts'
import { listPagePhotos } from './page-photos.ts'
import { askForParts, takePartsBack } from './part-requests.ts'
import { putQuote, removeQuote, selectVariant } from './quote-page.ts'
import { elementsOf, mapQuestion, type Question } from './survey-elements.ts'
import type { Change, MediaPlace } from './tables.ts'

export interface Person {
  name: string
}

/** `changes` are in the order they were made, without refused ones. */
export function applyEdits(page: SurveyPage, changes: readonly Change[], person?: Person): SurveyPage {
  const changed = changes.reduce((seen, change) => applyChange(seen, change, person), page)
  return changed === page ? page : applyConditions(changed)
}

function applyChange(page: SurveyPage, change: Change, person?: Person): SurveyPage {
  switch (change.type) {
    case 'edit':
      return applyEdit(page, change.edit, person)
    case 'putMark': {
      const marks = page.damage.marks.filter(({ id }) => id !== change.markId)
      const known = page.damage.marks.find(({ id }) => id === change.markId)
      // Replaced as a whole, except for what the server adds: a removed remark is gone.
      const { number, photos, panel } = known ?? {}
      const mark = { ...defined({ number, photos, panel }), ...change.mark, id: change.markId }
      // A changed mark keeps its number, a new one comes last.
      const at = known ? page.damage.marks.indexOf(known) : marks.length
      return { ...page, damage: { ...page.damage, marks: numbered(marks.toSpliced(at, 0, mark)) } }
    }
    case 'deleteMark': {
      const marks = numbered(page.damage.marks.filter(({ id }) => id !== change.markId))
      return { ...page, damage: { ...page.damage, marks } }
    }
    case 'putSignature': {
      const { role, questionId, name, shown } = change.signature
      const signedAt = new Date(0).toISOString()
      const given = { id: change.signatureId, role, signedAt, ...defined({ questionId, name, shown }) }
      const others = page.signatures.filter(({ id }) => id !== change.signatureId)
      return { ...page, signatures: [...others, given] }
    }
    case 'movePhoto':
      return withMovedPhoto(page, change.photoId, change.place)
    case 'deletePhoto':
      return withoutPhoto(page, change.photoId)
    case 'putMarkup':
      return withMarkup(page, change.photoId, change.markup, person)
    case 'deleteVideo':
      return { ...page, videos: page.videos.filter(({ id }) => id !== change.videoId) }
    case 'putPartRequest':
      return askForParts(page, change.questionId, change.request, person)
    case 'deletePartRequest':
      return takePartsBack(page, change.questionId)
    case 'putInspection':
    case 'putAnswer':
    case 'putPlan':
    case 'putNote':
    case 'putNotesRead':
    case 'putInboxRead':
      return page
  }
}

/** A page from before an update may have no list. */
function withMarkup(page: SurveyPage, photoId: string, markup: PhotoMarkup, person?: Person): SurveyPage {
  const { version, shapes, at = new Date(0).toISOString() } = markup
  const others = (page.markups ?? []).filter((one) => one.photoId !== photoId)
  const saved = { photoId, version, shapes: [...shapes], savedAt: at, ...defined({ savedBy: person?.name }) }
  return { ...page, markups: [...others, saved] }
}

const numbered = <M extends object>(marks: readonly M[]): (M & { number: number })[] =>
  marks.map((mark, index) => ({ ...mark, number: index + 1 }))

function applyEdit(page: SurveyPage, edit: Edit, person?: Person): SurveyPage {
  switch (edit.kind) {
    case 'start':
      return withSurveyor(page, person)
    case 'answers':
      return giveAnswers(withSurveyor(page, person), edit, person)
    case 'clear':
      return takeBackAnswers(page, edit, person)
    case 'tyre':
      return noteTyre(page, edit)
    case 'variant':
      return selectVariant(page, edit)
    case 'quote':
      return putQuote(page, { ...edit.quote, id: edit.quoteId })
    case 'removeQuote':
      return removeQuote(page, edit.quoteId)
    case 'decision':
      return decide(page, edit, person)
    case 'removeDecision':
      return takeBackDecision(page, edit, person)
    case 'contact':
      return correctContact(page, edit)
    case 'actLanguage':
      return withChosenLanguage(page, edit.language)
    case 'complete':
      return { ...page, survey: { ...page.survey, completed: true }, taps: [] }
    case 'reopen':
      return { ...page, survey: { ...page.survey, completed: false } }
  }
}

function noteTyre(page: SurveyPage, edit: EditOf<'tyre'>): SurveyPage {
  const { questionId, inner, middle, outer, dot, size } = edit
  const others = (page.tyres ?? []).filter((one) => one.questionId !== questionId)
  return { ...page, tyres: [...others, { questionId, ...defined({ inner, middle, outer, dot, size }) }] }
}

/** One choice for everything the customer reads about this car; what was completed stays in its language. */
function withChosenLanguage(page: SurveyPage, language: string): SurveyPage {
  const words = page.survey.completed ? undefined : page.actWords?.[language]
  return {
    ...page,
    ...(page.basis && {
      basis: { ...page.basis, languages: { ...page.basis.languages, chosen: language } },
    }),
    ...(page.act && words && { act: { ...page.act, language, terms: words.terms } }),
  }
}

/** The person who starts is the surveyor, until the server sends the full entry (C6). */
function withSurveyor(page: SurveyPage, person: Person | undefined): SurveyPage {
  if (page.survey.surveyor !== undefined || person === undefined) return page
  return { ...page, survey: { ...page.survey, surveyor: splitName(person.name) } }
}

function correctContact(page: SurveyPage, edit: EditOf<'contact'>): SurveyPage {
  const { partner, contactId, email, mobilePhone } = edit
  const { customer, surveyObject: vehicle } = page.survey
  const change = defined({ email: email?.trim(), mobilePhone: mobilePhone?.trim() })
  const next = correctHeader(defined({ customer, vehicle }), partner, change, contactId)
  return {
    ...page,
    survey: {
      ...page.survey,
      ...defined({ customer: next.customer, surveyObject: next.vehicle, vehicle: next.vehicle }),
    },
  }
}

/** A photo that the page does not have is on the device, which keeps its place itself. */
function withMovedPhoto(page: SurveyPage, photoId: string, place: MediaPlace): SurveyPage {
  const { questionId, answerId, markId } = place
  const photo = listPagePhotos(page).find(({ id }) => id === photoId)
  if (photo === undefined) return page
  const cleared = withoutPhoto(page, photoId)
  if (markId !== undefined) {
    const known = cleared.markPhotos.find((mark) => mark.markId === markId)?.photos ?? []
    const others = cleared.markPhotos.filter((mark) => mark.markId !== markId)
    return { ...cleared, markPhotos: [...others, { markId, photos: [...known, photo] }] }
  }
  if (questionId === undefined) {
    const photos = [...(cleared.survey.photos ?? []), photo]
    return { ...cleared, survey: { ...cleared.survey, photos } }
  }
  const contents = mapQuestion(elementsOf(cleared), questionId, (question) =>
    answerId === undefined
      ? { ...question, photos: [...(question.photos ?? []), photo] }
      : {
          ...question,
          answers: question.answers?.map((answer) =>
            answer.id === answerId ? { ...answer, photos: [...(answer.photos ?? []), photo] } : answer,
          ),
        },
  )
  return { ...cleared, survey: { ...cleared.survey, contents } }
}

function withoutPhoto(page: SurveyPage, photoId: string): SurveyPage {
  const without = <P extends { id: string }>(photos: P[] | undefined) =>
    photos?.filter(({ id }) => id !== photoId)
  const clean = (question: Question): Question => ({
    ...question,
    photos: without(question.photos),
    answers: question.answers?.map((answer) =>
      answer.photos ? { ...answer, photos: without(answer.photos) } : answer,
    ),
  })
  const contents = elementsOf(page).map(function walk(element): ReturnType<typeof elementsOf>[number] {
    if (element.category === 'section') return { ...element, contents: element.contents.map(walk) }
    return element.category === 'question' ? clean(element) : element
  })
  return {
    ...page,
    survey: { ...page.survey, contents, photos: without(page.survey.photos) },
    markPhotos: page.markPhotos.map((mark) => ({ ...mark, photos: without(mark.photos) ?? [] })),
  }
}

function defined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
}
