// Which photos belong to a place in a survey: those on the server and those still on this device, each once. Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { findQuestion } from '../../store/survey-elements.ts'
import type { MediaItem, MediaPlace, MediaState } from '../../store/tables.ts'

export interface Shot {
  id: string
  state: MediaState
  /** What the device still has of it; otherwise it is loaded from the server. */
  item?: MediaItem
  /** The server knows it. */
  isServed: boolean
  at?: string
}

/** Whether both name the same place. */
export const isSamePlace = (a: MediaPlace, b: MediaPlace) =>
  a.questionId === b.questionId && a.answerId === b.answerId && a.markId === b.markId

function servedAt(page: SurveyPage, { questionId, answerId, markId }: MediaPlace) {
  if (markId !== undefined) return page.markPhotos.find((mark) => mark.markId === markId)?.photos ?? []
  if (questionId === undefined) return page.survey.photos ?? []
  const question = findQuestion(page, questionId)
  if (answerId === undefined) return question?.photos ?? []
  return question?.answers?.find(({ id }) => id === answerId)?.photos ?? []
}

/** In the order they were taken, as far as the server keeps it; photos only on the device come last. */
export function listShots(
  page: SurveyPage | undefined,
  media: readonly MediaItem[],
  place: MediaPlace,
): Shot[] {
  const own = media.filter((item) => item.kind === 'photo' && isSamePlace(item, place))
  const served = page ? servedAt(page, place) : []
  const shots: Shot[] = served.map(({ id, takenAt }) => {
    const item = own.find((one) => one.id === id)
    return {
      id,
      state: 'confirmed',
      isServed: true,
      ...(item ? { item } : {}),
      ...(takenAt ? { at: takenAt } : {}),
    }
  })
  for (const item of own.toSorted((a, b) => a.at.localeCompare(b.at)))
    if (!served.some(({ id }) => id === item.id))
      shots.push({ id: item.id, state: item.state, item, isServed: item.state === 'confirmed', at: item.at })
  return shots
}
