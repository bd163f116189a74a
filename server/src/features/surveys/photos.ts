// Where the photos of a survey are shown: with the survey, a question or an answer (D6). Pure.
import type { Photo } from '@walkaround/contract/dms/media.ts'

export interface SurveyPhotos {
  /** JSON of the photos of the survey as a whole and of its damage marks; absent if there are none. */
  own?: string
  questions: Map<string, QuestionPhotos>
}

interface QuestionPhotos {
  own?: string
  answers: Map<string, string>
}

type StoredPhoto = [
  question: string | null,
  answer: string | null,
  mark: string | null,
  id: string,
  takenAt: string | null,
  contentType: string,
  width: number,
  height: number,
]

export function toSurveyPhotos(stored: string | null): SurveyPhotos | undefined {
  if (stored === null) return undefined
  const photos: SurveyPhotos = { questions: new Map() }
  for (const [questionId, answerId, , id, takenAt, contentType, width, height] of JSON.parse(
    stored,
  ) as StoredPhoto[]) {
    const photo: Photo = { id, takenAt: takenAt ?? undefined, contentType, width, height }
    const json = JSON.stringify(photo)
    if (questionId === null) {
      photos.own = joined(photos.own, json)
      continue
    }
    const question: QuestionPhotos = photos.questions.get(questionId) ?? { answers: new Map() }
    photos.questions.set(questionId, question)
    if (answerId === null) question.own = joined(question.own, json)
    else question.answers.set(answerId, joined(question.answers.get(answerId), json))
  }
  return photos
}

const joined = (list: string | undefined, json: string) =>
  list === undefined ? `[${json}]` : `${list.slice(0, -1)},${json}]`
