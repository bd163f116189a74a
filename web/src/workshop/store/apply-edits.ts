// The page as a person sees it: what the server said last, with what was done here since laid over it. Pure: every
// screen shows this and nothing else, online and offline.
import type { AnswerVersion, SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Edit, GivenAnswer } from '@walkaround/contract/app/edits.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import type { Answer } from '@walkaround/contract/dms/surveys.ts'
import { applyConditions } from './conditions.ts'
import { decide, takeBackDecision } from './decisions.ts'
import { elementsOf, findBand, findQuestion, mapQuestion, type Question } from './survey-elements.ts'
import type { Change, MediaItem } from './tables.ts'
import { layOwnTap, tappedOn, toGiven, withTaps } from './taps.ts'
import { isCovered } from './works.ts'

export interface Person {
  name: string
}

/** `changes` in the order they were done; those that were refused are left out by whoever calls. */
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
      // Replaced whole, but for what the server adds: a remark that was taken away is gone.
      const { number, photos, panel } = known ?? {}
      const mark = { ...defined({ number, photos, panel }), ...change.mark, id: change.markId }
      // A mark that is changed keeps its number, a new one comes last.
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
    case 'deletePhoto':
      return withoutPhoto(page, change.photoId)
    case 'deleteVideo':
      return { ...page, videos: page.videos.filter(({ id }) => id !== change.videoId) }
    case 'putInspection':
      return page
  }
}

const numbered = <M extends object>(marks: readonly M[]): (M & { number: number })[] =>
  marks.map((mark, index) => ({ ...mark, number: index + 1 }))

function applyEdit(page: SurveyPage, edit: Edit, person?: Person): SurveyPage {
  switch (edit.kind) {
    case 'start':
      return withSurveyor(page, person)
    case 'answers':
      return (edit.answers ?? []).reduce(
        (seen, given) => layAnswer(seen, edit, given, person),
        withSurveyor(page, person),
      )
    case 'clear':
      return layClear(page, edit, person)
    case 'variant':
      return selectVariant(page, edit)
    case 'quote':
      return edit.quote && edit.quoteId ? putQuote(page, { ...edit.quote, id: edit.quoteId }) : page
    case 'removeQuote':
      return { ...page, quotes: page.quotes.filter(({ id }) => id !== edit.quoteId) }
    case 'decision':
      return decide(page, edit, person)
    case 'removeDecision':
      return takeBackDecision(page, edit.quoteId)
    case 'contact':
      return correctContact(page, edit)
    case 'complete':
      return { ...page, survey: { ...page.survey, completed: true } }
    case 'reopen':
      return { ...page, survey: { ...page.survey, completed: false } }
  }
}

/** Who begins is the surveyor until the server says it in full (C6). */
function withSurveyor(page: SurveyPage, person: Person | undefined): SurveyPage {
  if (page.survey.surveyor !== undefined || person === undefined) return page
  return { ...page, survey: { ...page.survey, surveyor: { lastName: person.name } } }
}

function onQuestion(
  page: SurveyPage,
  questionId: string | undefined,
  change: (question: Question) => Question,
): SurveyPage {
  if (questionId === undefined) return page
  const contents = elementsOf(page)
  const changed = mapQuestion(contents, questionId, change)
  return changed === contents ? page : { ...page, survey: { ...page.survey, contents: changed } }
}

const own = (edit: Edit, person: Person | undefined) => ({
  version: edit.id,
  at: tappedOn(edit),
  isMine: true,
  ...(person ? { by: person.name } : {}),
})

/** What somebody else said meanwhile, unseen, may stand in its place (I1). */
function layAnswer(page: SurveyPage, edit: Edit, given: GivenAnswer, person?: Person): SurveyPage {
  const after = giveAnswer(page, given)
  const place = placeOf(page, given)
  if (place === undefined) return after
  const { answerId, isOnlyOne, status } = place
  const { questionId, seen, custom, value, unitOfMeasurement, comment } = given
  const said = { answerId, custom: custom || undefined, value, unitOfMeasurement, status, comment }
  const version: AnswerVersion = { ...own(edit, person), ...defined(said) }
  return lay(page, after, { questionId, ...(isOnlyOne ? {} : { answerId }) }, version, seen)
}

function layClear(page: SurveyPage, edit: Edit, person?: Person): SurveyPage {
  const { questionId = '', answerId, seen } = edit
  const after = onQuestion(page, questionId, (question) => clearAnswer(question, answerId))
  const meant = (page.taps ?? []).filter(
    (taps) =>
      taps.questionId === questionId &&
      (answerId === undefined || (taps.answerId ?? taps.versions[0]?.answerId) === answerId),
  )
  return meant.reduce(
    (laid, { versions: _, ...place }) => lay(page, laid, place, own(edit, person), seen),
    after,
  )
}

function lay(
  page: SurveyPage,
  after: SurveyPage,
  place: { questionId: string; answerId?: string },
  version: AnswerVersion,
  seen: readonly string[] | undefined,
): SurveyPage {
  const laid = layOwnTap(page, place, version, seen)
  if (laid === undefined) return page
  const { stands, taps } = laid
  if (stands?.version === version.version) return withTaps(after, taps)
  if (stands === undefined) return withTaps(page, taps)
  return withTaps(
    stands.answerId === undefined ? after : giveAnswer(page, toGiven(place.questionId, stands)),
    taps,
  )
}

/** Which answer of its question is meant, and whether it shares its place with others (D3). */
function placeOf(page: SurveyPage, given: GivenAnswer) {
  const question = findQuestion(page, given.questionId)
  if (!question) return undefined
  const standardId = given.custom ? undefined : (given.answerId ?? findBand(question, given.value)?.answerId)
  const standard = question.answers?.find(({ id, custom }) => id === standardId && !custom)
  if (standard)
    return { answerId: standardId!, isOnlyOne: !question.multipleValueAnswer, status: standard.status }
  return given.answerId === undefined
    ? undefined
    : { answerId: given.answerId, isOnlyOne: false, status: given.status }
}

function giveAnswer(page: SurveyPage, given: GivenAnswer): SurveyPage {
  return onQuestion(page, given.questionId, (question) => {
    const { questionId: _, answerId, custom, seen: __, ...values } = given
    const standardId = custom ? undefined : (answerId ?? findBand(question, values.value)?.answerId)
    const answers = question.answers ?? []
    const isStandard = answers.some(({ id, custom: own }) => id === standardId && !own)
    return {
      ...question,
      answers: isStandard ? select(question, standardId!, values) : enter(question, answerId, values),
    }
  })
}

/** One standard answer at a time unless the question takes several; entered ones stay (D3). */
function select(question: Question, answerId: string, values: Partial<Answer>): Answer[] {
  return (question.answers ?? []).map((answer) => {
    if (answer.id === answerId)
      return { ...answer, ...defined(values), status: answer.status ?? values.status, selected: true }
    if (question.multipleValueAnswer || answer.custom || !answer.selected) return answer
    return { ...answer, selected: false }
  })
}

/** An entered answer: by its id the same one is changed, not added again. */
function enter(question: Question, answerId: string | undefined, values: Partial<Answer>): Answer[] {
  const answers = question.answers ?? []
  const entered = { ...defined(values), id: answerId, custom: true, selected: true }
  const known = answerId === undefined ? -1 : answers.findIndex(({ id }) => id === answerId)
  if (known < 0) return [...answers, entered]
  return answers.map((answer, index) => (index === known ? { ...answer, ...entered } : answer))
}

function clearAnswer(question: Question, answerId: string | undefined): Question {
  const isMeant = ({ id }: Answer) => answerId === undefined || id === answerId
  const measured = question.clientSettings?.bounds !== undefined
  const answers = (question.answers ?? [])
    .filter((answer) => !(answer.custom && isMeant(answer)))
    .map((answer) => {
      if (!answer.selected || !isMeant(answer)) return answer
      const { comment: _, ...rest } = answer
      if (!measured) return { ...rest, selected: false }
      // The measured value was entered; the words of a standard answer are the template's.
      const { value: __, ...bare } = rest
      return { ...bare, selected: false }
    })
  return { ...question, answers }
}

function selectVariant(
  page: SurveyPage,
  { questionId = '', answerId = '', packageId = '', variantId, selected = true }: Edit,
): SurveyPage {
  // Work that covers several findings is one offer (I4): a second choice of it changes nothing, here as on the server.
  if (selected && isCovered(page, { questionId, answerId, packageId })) return page
  return onQuestion(page, questionId, (question) => ({
    ...question,
    answers: question.answers?.map((answer) => {
      if (answer.id !== answerId) return answer
      const packages = answer.packages?.map((one) => {
        if (one.id !== packageId) return one
        const variants = one.variants?.map((variant) =>
          variant.id === variantId ? { ...variant, selected } : variant,
        )
        return { ...one, variants }
      })
      return { ...answer, packages } as Answer
    }),
  }))
}

function putQuote(page: SurveyPage, quote: Quote): SurveyPage {
  const known = page.quotes.some(({ id }) => id === quote.id)
  const quotes = known
    ? page.quotes.map((one) => (one.id === quote.id ? { ...one, ...quote } : one))
    : [...page.quotes, quote]
  return { ...page, quotes }
}

interface Contact {
  id?: string
  firstName?: string
  middleName?: string
  lastName?: string
}

/** As the service names them. */
const contactIdOf = ({ id, firstName, middleName, lastName }: Contact): string =>
  id ?? [firstName, middleName, lastName].filter(Boolean).join(' ')

function correctContact(page: SurveyPage, edit: Edit): SurveyPage {
  const { partner, contactId, email, mobilePhone } = edit
  const correctPerson = <P extends object>(one: P): P => ({
    ...one,
    ...(email === undefined ? {} : { modifiedEmail: email === '' ? undefined : email }),
    ...(mobilePhone === undefined
      ? {}
      : { modifiedMobilePhone: mobilePhone === '' ? undefined : mobilePhone }),
  })
  const correct = <P extends object>(one: P | undefined): P | undefined => {
    if (!one || contactId === undefined) return one && correctPerson(one)
    const { contactPersons = [] } = one as { contactPersons?: Contact[] }
    const corrected = contactPersons.map((person) =>
      contactIdOf(person) === contactId ? correctPerson(person) : person,
    )
    return { ...one, contactPersons: corrected }
  }
  const { survey } = page
  if (partner === 'customer')
    return { ...page, survey: { ...survey, customer: correct(survey.customer) } as typeof survey }
  if (partner !== 'owner' && partner !== 'driver') return page
  const vehicle = survey.surveyObject as Record<string, object | undefined> | undefined
  const surveyObject = { ...vehicle, [partner]: correct(vehicle?.[partner]) }
  return { ...page, survey: { ...survey, surveyObject } as typeof survey }
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

/** Photos of this place that are on the device; the server's own list follows beside it. */
export function mediaAt(
  media: readonly MediaItem[],
  place: Pick<MediaItem, 'questionId' | 'answerId' | 'markId'>,
): MediaItem[] {
  return media.filter(
    (item) =>
      item.questionId === place.questionId &&
      item.answerId === place.answerId &&
      item.markId === place.markId,
  )
}
