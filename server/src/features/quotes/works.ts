// Which offered work covers which findings of a survey (I4), from its offers and the selected variants.
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import {
  type Coverage,
  type WorkPlace,
  type Works,
  worksOf,
} from '@walkaround/contract/rules/covered-work.ts'
import type { LoadedSurvey } from '../surveys/load-survey.ts'

type Surveyed = Pick<LoadedSurvey, 'offered' | 'coverage' | 'selected' | 'template'>

/** What packages themselves say, including packages that are no longer offered but were selected before. */
export function coverageOf({ coverage, selected }: Pick<Surveyed, 'coverage' | 'selected'>) {
  const said = new Map<string, Coverage>()
  for (const { covers, ...one } of selected)
    if (covers !== undefined) said.set(one.package.id as string, covers)
  for (const [id, covers] of coverage()) said.set(id, covers)
  return said
}

export function worksOfSurvey(survey: Surveyed): Works {
  const { offered, selected, template } = survey
  const said = coverageOf(survey)
  const bound: Pick<WorkPlace, 'packageId' | 'questionId'>[] = []
  for (const [questionId, answers] of offered())
    for (const packages of answers.values())
      for (const { id } of packages) bound.push({ packageId: id as string, questionId })
  for (const { questionId, ...one } of selected)
    bound.push({ packageId: one.package.id as string, questionId })
  return worksOf({ bound, question: (id) => template.questions.get(id), coverage: (id) => said.get(id) })
}

/** The place of a package's quote; undefined if it names no package or belongs to no finding. */
export function placeOf({ questionId, answerId, packageId, category }: Quote): WorkPlace | undefined {
  return packageId === undefined || category === 'upsaleQuote'
    ? undefined
    : { packageId, questionId, answerId }
}
