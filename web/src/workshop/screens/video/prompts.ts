// What to show and say in a video: greeting and plate, then this car's findings, urgent first, then goodbye. Pure.
import type { PlannedSection } from '../checklist/plan.ts'
import { listByStatus } from '../finish/missing.ts'

/** What every video says; the words of each are `video.prompt.<name>`. */
const usualPrompts = ['hello', 'plate', 'good', 'finding', 'measure', 'advice', 'goodbye'] as const

export type Prompt =
  | { readonly kind: 'words'; readonly name: (typeof usualPrompts)[number] }
  /** A tap makes it a chapter. */
  | {
      readonly kind: 'finding'
      readonly questionId: string
      readonly text: string
      readonly status: 'red' | 'amber'
    }

const words = (...names: (typeof usualPrompts)[number][]): Prompt[] =>
  names.map((name) => ({ kind: 'words', name }))

export function listPrompts(sections: readonly PlannedSection[]): Prompt[] {
  const found = listByStatus(sections)
  const findings = (['red', 'amber'] as const).flatMap((status) =>
    found[status].map(({ questionId, text }): Prompt => ({ kind: 'finding', questionId, text, status })),
  )
  // A video that is recorded first has no findings to name yet.
  if (findings.length === 0) return words(...usualPrompts)
  return [...words('hello', 'plate', 'good'), ...findings, ...words('advice', 'goodbye')]
}
