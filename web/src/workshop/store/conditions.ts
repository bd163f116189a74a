// Which questions of a page are visible and what is still needed to complete, by the service's own rules, so that the checklist is
// right without a network (D2, D5). Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import * as rule from '@walkaround/contract/rules/conditions.ts'
import * as missing from '@walkaround/contract/rules/missing.ts'
import { signaturesThatHold } from './act.ts'
import { elementsOf, listQuestions, type SurveyElement, selectedAnswers } from './survey-elements.ts'
import type { MediaItem } from './tables.ts'

interface Facts {
  facts: rule.Facts
  conditions: rule.Conditions
}

function factsOf({ survey, conditions = {}, ...page }: SurveyPage): Facts {
  const questions = listQuestions(elementsOf({ survey, ...page }))
  return {
    facts: {
      vehicle: (survey.surveyObject ?? survey.vehicle) as rule.Facts['vehicle'],
      answers: new Map(questions.map((question) => [question.id, selectedAnswers(question)])),
    },
    conditions: conditions as rule.Conditions,
  }
}

const isDone = ({ survey }: SurveyPage): boolean => survey.completed || survey.closed

/**
 * After a change of answers: recomputes visibility, and with it what is missing. Completion freezes both. A page without
 * conditions, stored by an older version, stays unchanged: it is read again when there is a network.
 */
export function applyConditions(page: SurveyPage): SurveyPage {
  if (page.conditions === undefined) return page
  if (page.survey.completed) return { ...page, missing: [] }
  const { facts, conditions } = factsOf(page)
  const walk = (element: SurveyElement): SurveyElement => {
    if (element.category === 'section') {
      const contents = element.contents.map(walk)
      return contents.every((one, index) => one === element.contents[index])
        ? element
        : { ...element, contents }
    }
    if (element.category !== 'question' || element.clientSettings?.visibleIf === undefined) return element
    const isRetired = page.basis?.retired.includes(element.id) === true
    const visible = rule.isVisible({ ...element, visible: !isRetired }, facts, conditions)
    return visible === element.visible ? element : { ...element, visible }
  }
  const shown = { ...page, survey: { ...page.survey, contents: elementsOf(page).map(walk) } }
  return { ...shown, missing: listMissing(shown) }
}

/** Media on the device count: what is stored here will arrive (D5). */
export function listMissing(page: SurveyPage, media: readonly MediaItem[] = []): missing.Missing[] {
  if (isDone(page)) return []
  if (page.conditions === undefined) return page.missing
  const filmed = [
    ...page.videos.filter(missing.isFilm),
    ...media.filter(
      ({ id, kind, state }) =>
        kind === 'video' && state !== 'refused' && !page.videos.some((video) => video.id === id),
    ),
  ]
  const signed = [...signaturesThatHold(page)]
  const idsOf = (taken: readonly { questionId?: string }[]) =>
    taken.flatMap(({ questionId }) => questionId ?? [])
  return missing.listMissing(
    listQuestions(elementsOf(page)).filter(({ visible }) => visible !== false),
    factsOf(page),
    {
      signed: new Set(idsOf(signed)),
      filmed: new Set([...idsOf(filmed), ...(page.basis?.beingFilmed ?? [])]),
    },
  )
}
