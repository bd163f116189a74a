// Decides which findings one piece of offered work covers (I4): an axle, a system, or only the question it was chosen on.
// Used by tablet and service. Pure.

/**
 * `axle`: one work for both wheels of an axle, and one for everything that is on no axle; the default. `each`: separate work at
 * every question it is bound to. `vehicle`: one work for the whole vehicle.
 */
export const coverages = ['axle', 'each', 'vehicle'] as const
export type Coverage = (typeof coverages)[number]

export type Axle = 'front' | 'rear'

/** The fields of a question that matter here. */
export interface PlacedQuestion {
  readonly id: string
  readonly multipleValueAnswer?: boolean | undefined
  readonly clientSettings?: object | undefined
}

/** A place where a package is bound, chosen or quoted. */
export interface WorkPlace {
  readonly packageId: string
  readonly questionId: string
  readonly answerId: string
}

/** `clientSettings.axle`, else the end of the id: padFL, padRR, discF. */
export function axleOf({ id, clientSettings }: PlacedQuestion): Axle | undefined {
  const { axle } = (clientSettings ?? {}) as { axle?: unknown }
  if (axle === 'front' || axle === 'rear') return axle
  const letter = /[a-z]([FR])[LR]?$/.exec(id)?.[1]
  return letter === undefined ? undefined : letter === 'F' ? 'front' : 'rear'
}

/** `clientSettings.side`, else the end of the id: padFL, padRR. */
export function sideOf({ id, clientSettings }: PlacedQuestion): 'left' | 'right' | undefined {
  const { side } = (clientSettings ?? {}) as { side?: unknown }
  if (side === 'left' || side === 'right') return side
  const letter = /[a-z][FR]([LR])$/.exec(id)?.[1]
  return letter === undefined ? undefined : letter === 'L' ? 'left' : 'right'
}

export interface Works {
  /** The axle at which the work of this place is done, if it is not done at the others. */
  axleOf(place: WorkPlace): Axle | undefined
  /** Two places with the same key are covered by one piece of work. */
  keyOf(place: WorkPlace): string
  /** The other questions that the work of this place covers. */
  othersOf(place: WorkPlace): string[]
}

interface WorkSource {
  /** Every question a package is bound to, on any of its answers. */
  bound: Iterable<Pick<WorkPlace, 'packageId' | 'questionId'>>
  question(id: string): PlacedQuestion | undefined
  coverage(packageId: string): Coverage | undefined
}

export function worksOf({ bound, question, coverage }: WorkSource): Works {
  const questions = new Map<string, Set<string>>()
  for (const { packageId, questionId } of bound) {
    const known = questions.get(packageId) ?? new Set()
    questions.set(packageId, known.add(questionId))
  }
  const questionsOf = (packageId: string) => [...(questions.get(packageId) ?? [])]
  const axleAt = (questionId: string) => axleOf(question(questionId) ?? { id: questionId })
  const keyOf = ({ packageId, questionId, answerId }: WorkPlace): string => {
    const covers = coverage(packageId) ?? 'axle'
    if (covers === 'vehicle') return JSON.stringify([packageId])
    if (covers === 'each') {
      const isSeveral = question(questionId)?.multipleValueAnswer === true
      return JSON.stringify([packageId, questionId, ...(isSeveral ? [answerId] : [])])
    }
    // Where the package is bound to a single axle, all its other questions belong to the work of that axle.
    const axles = new Set(questionsOf(packageId).flatMap((id) => axleAt(id) ?? []))
    return JSON.stringify([packageId, axles.size > 1 ? (axleAt(questionId) ?? '') : ''])
  }
  return {
    keyOf,
    axleOf: ({ packageId, questionId }) =>
      (coverage(packageId) ?? 'axle') === 'vehicle' ? undefined : axleAt(questionId),
    othersOf(place) {
      const key = keyOf(place)
      return questionsOf(place.packageId).filter(
        (questionId) => questionId !== place.questionId && keyOf({ ...place, questionId }) === key,
      )
    },
  }
}

/** The offer on another question that already covers the work of this place. */
export function findCovering<T extends WorkPlace>(
  works: Works,
  offers: readonly T[],
  place: WorkPlace,
): T | undefined {
  const key = works.keyOf(place)
  return offers.find(
    (one) =>
      one.packageId === place.packageId &&
      (one.questionId !== place.questionId || one.answerId !== place.answerId) &&
      works.keyOf(one) === key,
  )
}

/** Offers on other questions whose work also covers this place, even if their package is bound only to other answers here. */
export function listCovering<T extends WorkPlace>(
  works: Works,
  offers: readonly T[],
  { questionId, answerId }: Pick<WorkPlace, 'questionId' | 'answerId'>,
): T[] {
  return offers.filter((one) => {
    if (one.questionId !== questionId) return works.othersOf(one).includes(questionId)
    return one.answerId !== answerId && works.keyOf(one) === works.keyOf({ ...one, questionId, answerId })
  })
}
