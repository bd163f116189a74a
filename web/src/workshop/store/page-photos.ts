// All photos that a page has, wherever they belong. Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { elementsOf, listQuestions } from './survey-elements.ts'

export const listPagePhotos = (page: SurveyPage) => [
  ...(page.survey.photos ?? []),
  ...page.markPhotos.flatMap(({ photos }) => photos),
  ...listQuestions(elementsOf(page)).flatMap(({ photos = [], answers = [] }) => [
    ...photos,
    ...answers.flatMap((answer) => answer.photos ?? []),
  ]),
]
