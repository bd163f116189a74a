// Which own packages a client has bound to which answers, and how instructions change that (E6). Pure.
import type { PackageAssignmentInstruction } from '@walkaround/contract/dms/survey-templates.ts'

/** The packages of one answer at one place. */
export interface Binding {
  questionId: string
  answerId: string
  /** '' for every site. Also '' with a branch, whose site is known. */
  siteId: string
  /** '' for every branch. */
  branchId: string
  packageIds: readonly string[]
}

/** An answer that gains or loses packages at a place. */
export interface Change {
  binding: Binding
  gains: string[]
  loses: string[]
}

export const keyOf = ({ questionId, answerId, siteId, branchId }: Omit<Binding, 'packageIds'>): string =>
  JSON.stringify([questionId, answerId, siteId, branchId])

/**
 * Applied in order: each sets the packages of its answer and place, and a later one overrides an earlier one; others stay. Only the
 * difference at the end counts as a change.
 */
export function changesBy(before: readonly Binding[], instructions: readonly Binding[]): Change[] {
  const known = new Map(before.map((binding) => [keyOf(binding), binding.packageIds]))
  const wanted = new Map(
    instructions.map((one) => [keyOf(one), { ...one, packageIds: [...new Set(one.packageIds)] }]),
  )
  return [...wanted].flatMap(([key, binding]) => {
    const was = known.get(key) ?? []
    if (was.length === binding.packageIds.length && was.every((id, at) => id === binding.packageIds[at]))
      return []
    return {
      binding,
      gains: binding.packageIds.filter((id) => !was.includes(id)),
      loses: was.filter((id) => !binding.packageIds.includes(id)),
    }
  })
}

/** As the interface shows it; `siteOf` returns the site of a branch. */
export function toInstruction(
  { questionId, answerId, siteId, branchId, packageIds }: Binding,
  siteOf: (branchId: string) => string,
): PackageAssignmentInstruction {
  const site = branchId ? siteOf(branchId) : siteId
  return {
    questionId,
    answerId,
    packageIds: [...packageIds],
    ...(site ? { siteId: site } : {}),
    ...(branchId ? { branchId } : {}),
  }
}
