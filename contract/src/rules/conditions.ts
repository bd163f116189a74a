// Decides which questions are visible and which are mandatory, by the conditions of a template (D2), for tablet and
// service alike. Pure. Templates are validated when they are imported, not here.
import type { Rule } from '../dms/client-settings.ts'

/** What conditions look at. Only selected answers count: not checked is not green (D4). */
export interface Facts {
  readonly vehicle: Readonly<Record<string, unknown>> | undefined
  readonly answers: ReadonlyMap<string, readonly SelectedAnswer[]>
}

interface SelectedAnswer {
  readonly id?: string
  readonly status?: string
}

export type Conditions = Readonly<Record<string, Rule>>

/** The fields of a question that matter here. */
interface Conditional {
  readonly visible?: boolean
  readonly mandatory?: boolean | string
  readonly clientSettings?: { readonly visibleIf?: Rule }
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ''

/** `2020` and `"2020"` are the same model year, `BMW` and `bmw` the same make. */
const isSame = (one: unknown, other: unknown): boolean =>
  String(one).toLowerCase() === String(other).toLowerCase()

/** A vehicle attribute that is absent is in no list: `in` fails, `notIn` holds. */
export function holds(rule: Rule, facts: Facts, conditions: Conditions = {}): boolean {
  if (typeof rule === 'string') {
    const named = Object.hasOwn(conditions, rule) ? conditions[rule] : undefined
    // Cannot happen in an imported template: its validation resolves every name.
    if (named === undefined) throw new Error(`the template has no condition named ${JSON.stringify(rule)}`)
    return holds(named, facts, conditions)
  }
  if ('all' in rule) return rule.all.every((part) => holds(part, facts, conditions))
  if ('any' in rule) return rule.any.some((part) => holds(part, facts, conditions))
  if ('not' in rule) return !holds(rule.not, facts, conditions)
  if ('answered' in rule) {
    const questions = typeof rule.answered === 'string' ? [rule.answered] : rule.answered
    return questions.every((id) => (facts.answers.get(id)?.length ?? 0) > 0)
  }
  if ('anyStatus' in rule) {
    const statuses: readonly string[] = rule.anyStatus
    const questions = rule.questions ?? [...facts.answers.keys()]
    return questions.some((id) =>
      facts.answers.get(id)?.some(({ status }) => status !== undefined && statuses.includes(status)),
    )
  }
  const { vehicle } = facts
  const value = vehicle && Object.hasOwn(vehicle, rule.field) ? vehicle[rule.field] : undefined
  const isListed = (values: readonly unknown[]) =>
    !isAbsent(value) && values.some((one) => isSame(one, value))
  return 'in' in rule ? isListed(rule.in) : !isListed(rule.notIn)
}

/** Gives `visible` of the output. A question that is `visible: false` in its template is not used at all. */
export function isVisible(question: Conditional, facts: Facts, conditions?: Conditions): boolean {
  if (question.visible === false) return false
  const rule = question.clientSettings?.visibleIf
  return rule === undefined || holds(rule, facts, conditions)
}

export function isMandatory(
  { mandatory = false }: Conditional,
  facts: Facts,
  conditions?: Conditions,
): boolean {
  return typeof mandatory === 'string' ? holds(mandatory, facts, conditions) : mandatory
}
