// What a template decides: which question is shown and needed, which band a number is in, which template a survey gets.
// Pure: no database, no clock. Whether a template is sound at all is decided in check-template.ts.
import type { SurveyType } from '@walkaround/contract/shared.ts'
import type {
  Bound,
  Rule,
  TemplateDocument,
  TemplateElement,
  TemplateQuestion,
} from '@walkaround/contract/template-document.ts'

/** What rules look at. Only selected answers count: not checked is not green (D4). */
export interface Facts {
  vehicle: Readonly<Record<string, unknown>> | undefined
  answers: ReadonlyMap<string, ReadonlyArray<{ status?: string }>>
}

export type Conditions = Readonly<Record<string, Rule>>

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** `2020` and `"2020"` are the same model year, `BMW` and `bmw` the same make. */
function isSame(one: unknown, other: unknown): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase()
}

/** D2. A vehicle attribute that is absent is in no list: `in` fails, `notIn` holds. */
export function evaluate(rule: Rule, facts: Facts, conditions: Conditions = {}): boolean {
  if (typeof rule === 'string') {
    const named = Object.hasOwn(conditions, rule) ? conditions[rule] : undefined
    // Never in a template that was imported: its check follows every name.
    if (named === undefined) throw new Error(`the template has no condition named ${JSON.stringify(rule)}`)
    return evaluate(named, facts, conditions)
  }
  if ('all' in rule) return rule.all.every((part) => evaluate(part, facts, conditions))
  if ('any' in rule) return rule.any.some((part) => evaluate(part, facts, conditions))
  if ('not' in rule) return !evaluate(rule.not, facts, conditions)
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

/** `visible` on output (D2). */
export function isVisible(question: TemplateQuestion, facts: Facts, conditions?: Conditions): boolean {
  if (question.visible === false) return false
  const rule = question.clientSettings?.visibleIf
  return rule === undefined || evaluate(rule, facts, conditions)
}

export function isMandatory(question: TemplateQuestion, facts: Facts, conditions?: Conditions): boolean {
  const { mandatory = false } = question
  return typeof mandatory === 'string' ? evaluate(mandatory, facts, conditions) : mandatory
}

/** The band a measured number falls into, and with it the answer it selects (D3). */
export function findBand(question: TemplateQuestion, value: number): Bound | undefined {
  return question.clientSettings?.bounds?.find((bound) => {
    if ('lt' in bound) return value < bound.lt
    return 'lte' in bound ? value <= bound.lte : true
  })
}

export interface Placed {
  element: TemplateElement
  /** JSON path inside the document, for messages. */
  path: string
}

/** Every element in reading order, sections before what they hold. */
export function listElements(contents: readonly TemplateElement[], path = 'contents'): Placed[] {
  return contents.flatMap((element, index) => {
    const own = { element, path: `${path}[${index}]` }
    return element.category === 'section'
      ? [own, ...listElements(element.contents, `${own.path}.contents`)]
      : [own]
  })
}

export function listQuestions(document: Pick<TemplateDocument, 'contents'>): TemplateQuestion[] {
  return listElements(document.contents).flatMap(({ element }) =>
    element.category === 'question' ? [element] : [],
  )
}

export interface TemplateRef {
  masterClientId: string
  templateId: string
}

/** Centrally run templates carry their master's name for everyone but the master (E5). */
export function toShownId(clientId: string, { masterClientId, templateId }: TemplateRef): string {
  return clientId === masterClientId ? templateId : `${masterClientId}!${templateId}`
}

/** Undefined for an id that names nothing this client could see. */
export function findRef(
  clientId: string,
  masters: readonly string[],
  shownId: string,
): TemplateRef | undefined {
  if (!shownId.includes('!')) return { masterClientId: clientId, templateId: shownId }
  const masterClientId = masters.find((master) => master !== clientId && shownId.startsWith(`${master}!`))
  return masterClientId === undefined
    ? undefined
    : { masterClientId, templateId: shownId.slice(masterClientId.length + 1) }
}

/** A row of template choices; branch and make are '' for "any". */
export interface Choice extends TemplateRef {
  clientId: string
  surveyType: SurveyType
  branchId: string
  make: string
  version: number
}

/**
 * D1: the most specific choice of the client (branch and make, branch, make, any), else that of the first master who
 * has one. A master's branches are not ours, so his choices per branch are for himself alone.
 */
export function decideTemplate(
  choices: readonly Choice[],
  surveyType: SurveyType,
  at: { clientId: string; masters: readonly string[]; branchId: string; make: string },
): Choice | undefined {
  const fitting = choices.filter(
    (choice) =>
      choice.surveyType === surveyType &&
      (choice.branchId === '' || (choice.clientId === at.clientId && choice.branchId === at.branchId)) &&
      (choice.make === '' || choice.make === at.make),
  )
  const weight = ({ branchId, make }: Choice) => (branchId ? 2 : 0) + (make ? 1 : 0)
  for (const clientId of [at.clientId, ...at.masters]) {
    const [best] = fitting
      .filter((choice) => choice.clientId === clientId)
      .sort((a, b) => weight(b) - weight(a))
    if (best) return best
  }
  return undefined
}
