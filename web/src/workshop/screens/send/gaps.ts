// What an urgent finding still needs before its owner reads it: an offer, or a picture. Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { MediaItem } from '../../store/tables.ts'
import { coveringIn } from '../../store/works.ts'
import { listFindings, listOffer } from '../quotes/offer.ts'

export interface Gap {
  questionId: string
  text: string
  noOffer: boolean
  noPhoto: boolean
}

/** For other types the owner sees no findings. */
const judged: readonly string[] = ['health', 'VC']

export function listGaps(page: SurveyPage, media: readonly Pick<MediaItem, 'questionId'>[]): Gap[] {
  if (!judged.includes(page.survey.surveyType)) return []
  const offered = new Set(listOffer(page, false).map(({ quote }) => quote.questionId))
  const coveringOf = coveringIn(page)
  const urgent = listFindings(page).filter(({ status }) => status === 'red')
  const gaps = urgent.map(({ question, answer }): Gap => {
    const photos = [question, ...(question.answers ?? [])].flatMap((one) => one.photos ?? [])
    const isSeen =
      photos.length > 0 ||
      media.some(({ questionId }) => questionId === question.id) ||
      page.videos.some(({ questionId }) => questionId === question.id)
    return {
      questionId: question.id,
      text: question.text ?? question.id,
      noOffer: !offered.has(question.id) && coveringOf(question.id, answer).length === 0,
      noPhoto: !isSeen,
    }
  })
  return gaps.filter(({ noOffer, noPhoto }) => noOffer || noPhoto)
}
