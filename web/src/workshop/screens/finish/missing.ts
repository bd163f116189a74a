// What is still needed to complete, from the server and what is known here (D5); missing photos are only a reminder. Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { isFinding } from '@walkaround/contract/rules/counted-findings.ts'
import { listMissing } from '../../store/conditions.ts'
import { isAnswered, type Question, statusOf } from '../../store/survey-elements.ts'
import type { MediaItem } from '../../store/tables.ts'
import type { Status } from '../../ui/parts.tsx'
import { expectsPhoto, listExpectingPhotos } from '../checklist/answering.ts'
import { countPhotos, listPhotos } from '../checklist/photos.ts'
import type { PlannedSection } from '../checklist/plan.ts'

export interface MissingThing {
  questionId: string
  what: ('answer' | 'signature' | 'video' | 'photo')[]
  section: string
  text: string
}

export interface FinishFacts {
  missing: MissingThing[]
  /** Expected by the template but missing: a reminder that does not prevent completing. */
  reminders: MissingThing[]
}

export function finishFacts(
  page: SurveyPage,
  sections: readonly PlannedSection[],
  media: readonly MediaItem[],
): FinishFacts {
  const places = new Map(
    sections.flatMap(({ text, questions }) => questions.map((one) => [one.id, { text, question: one }])),
  )
  const missing = new Map<string, MissingThing>()
  for (const { questionId, what } of listMissing(page, media)) {
    const place = places.get(questionId)
    if (!place) continue
    const known = missing.get(questionId)
    if (known) known.what.push(what)
    else
      missing.set(questionId, {
        questionId,
        what: [what],
        section: place.text,
        text: place.question.text ?? '',
      })
  }
  return { missing: [...missing.values()], reminders: listReminders(sections, media) }
}

/** Photos that the template expects and nobody took, in the order of the checklist. */
export function listReminders(
  sections: readonly PlannedSection[],
  media: readonly MediaItem[],
): MissingThing[] {
  const countOf = (question: Question) => countPhotos(listPhotos(question, media))
  return sections.flatMap(({ text, rows }) =>
    rows
      .flatMap((row) =>
        row.kind === 'reference' ? [] : row.kind === 'question' ? [[row.question]] : [row.questions],
      )
      .flatMap((run) => listWanting(run, countOf))
      .map(
        (question): MissingThing => ({
          questionId: question.id,
          what: ['photo'],
          section: text,
          text: question.text ?? '',
        }),
      ),
  )
}

/** A question as a link shows it. */
export interface Place {
  questionId: string
  section: string
  text: string
}

/** The questions of each colour, and those that were not checked; what is no finding has no place. */
export function listByStatus(sections: readonly PlannedSection[]): Record<Status, Place[]> {
  const places: Record<Status, Place[]> = { red: [], amber: [], green: [], none: [] }
  for (const { text, questions } of sections)
    for (const question of questions) {
      const status = isAnswered(question) ? (isFinding(question) ? statusOf(question) : undefined) : 'none'
      if (status) places[status].push({ questionId: question.id, section: text, text: question.text ?? '' })
    }
  return places
}

const listWanting = (run: readonly Question[], countOf: (question: Question) => number) =>
  run.length > 1
    ? listExpectingPhotos(run, countOf)
    : run.filter((one) => expectsPhoto(one) && countOf(one) === 0)

/** Photos and videos that are only here. They prevent nothing: an upload that was started may arrive later (D5). */
export function unsentMedia(media: readonly MediaItem[]): { photos: number; videos: number; bytes: number } {
  const unsent = media.filter(({ state }) => state !== 'confirmed')
  return {
    photos: unsent.filter(({ kind }) => kind === 'photo').length,
    videos: unsent.filter(({ kind }) => kind === 'video').length,
    bytes: unsent.reduce((sum, { size, offset }) => sum + size - offset, 0),
  }
}
