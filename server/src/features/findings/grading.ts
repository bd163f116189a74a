// Sorts the points of a survey by their meaning for the reader. Pure. Not checked is not green (D4).

import type { Grade } from '@walkaround/contract/owner-page.ts'
import { worstStatus } from '@walkaround/contract/rules/counted-findings.ts'
import type { FoundQuestion, FoundSection } from './model.ts'

/** `none` if nobody looked. */
export type Shown = Grade | 'none'
export type Point = { readonly section: string; readonly question: FoundQuestion }
export type Graded = { readonly [grade in Shown | 'noted']: readonly Point[] }

/** The worst state counts. An answer without a state was recorded but not judged. */
export function gradePoints(sections: readonly FoundSection[]): Graded {
  const graded: Record<Shown | 'noted', Point[]> = { red: [], amber: [], green: [], none: [], noted: [] }
  for (const { text: section, questions } of sections)
    for (const question of questions) {
      const worst = question.isAside ? undefined : worstStatus(question.answers.map(({ status }) => status))
      const grade = worst ?? (question.answers.length > 0 ? 'noted' : 'none')
      graded[grade].push({ section, question })
    }
  return graded
}

/** In the order of the survey, points under the name of their section. */
export function bySection(
  points: readonly Point[],
): readonly (readonly [string, readonly FoundQuestion[]])[] {
  const groups: [string, FoundQuestion[]][] = []
  for (const { section, question } of points) {
    const last = groups.at(-1)
    if (last?.[0] === section) last[1].push(question)
    else groups.push([section, [question]])
  }
  return groups
}
