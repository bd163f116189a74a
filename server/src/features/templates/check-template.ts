// Whether a template document is valid: its form, its ids, and that every reference in it has a target. Pure.

import type { Rule } from '@walkaround/contract/dms/client-settings.ts'
import { limits } from '@walkaround/contract/schema.ts'
import { Vehicle } from '@walkaround/contract/shared.ts'
import { TemplateDocument, type TemplateQuestion } from '@walkaround/contract/template-document.ts'
import { shownWithParts } from '../../lib/texts.ts'
import { problemOf, type Violation } from '../../problems.ts'
import { listElements, type Placed } from './rules.ts'
import { checkLimits, checkShape, type Fault, pathOf } from './shape.ts'
import { listTexts, TEMPLATE_TEXT } from './translate.ts'

/** The limit of every JSON body (A10): the complete template is read with each survey. */
const DOCUMENT_BYTES = 1_048_576

const LANGUAGE_TAG = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

/** Every violation in the document; empty for a valid one. */
export function checkTemplate(document: unknown): Violation[] {
  return findFaults(document).map(({ path, value, rule }) => ({
    kind: 'invalidTemplate',
    info: [path && `${path}:`, value === undefined ? '' : shownWithParts(value), rule]
      .filter(Boolean)
      .join(' '),
  }))
}

export function assertTemplate(document: unknown): asserts document is TemplateDocument {
  const violations = checkTemplate(document)
  if (violations.length > 0) throw problemOf(violations)
}

function findFaults(document: unknown): Fault[] {
  // Each step relies on what the previous one has checked.
  const values = checkLimits(document)
  if (values.length > 0) return values
  const shape = checkShape(TemplateDocument, document)
  if (shape.length > 0) return shape
  const template = document as TemplateDocument
  const elements = listElements(template.contents)
  const context: Context = {
    conditions: new Map(Object.entries(template.conditions ?? {})),
    questions: new Map(
      elements.flatMap(({ element }, index) =>
        element.category === 'question' ? [[element.id, index]] : [],
      ),
    ),
  }
  return [
    ...checkHeader(template),
    ...checkIds(elements),
    ...checkConditions(context),
    ...elements.flatMap((placed, index) => checkElement(placed, index, context)),
    ...checkTexts(template),
  ]
}

interface Context {
  conditions: ReadonlyMap<string, Rule>
  /** Position of every question in reading order. */
  questions: ReadonlyMap<string, number>
}

function checkHeader(template: TemplateDocument): Fault[] {
  const faults: Fault[] = []
  if (template.id.includes('!')) {
    faults.push({
      path: 'id',
      value: template.id,
      rule: 'must not hold "!": it marks centrally run templates (E5)',
    })
  }
  if (template.category !== undefined && template.surveyType !== 'health') {
    faults.push({ path: 'category', value: template.category, rule: 'is only for surveyType health (C5)' })
  }
  if (Buffer.byteLength(JSON.stringify(template)) > DOCUMENT_BYTES) {
    faults.push({ path: '', value: undefined, rule: 'the template is larger than 1 MiB' })
  }
  return faults
}

function checkIds(elements: readonly Placed[]): Fault[] {
  const seen = new Map<string, string>()
  return elements.flatMap(({ element: { id }, path }): Fault[] => {
    const at = { path: `${path}.id`, value: id }
    if (id === 'upSale') return [{ ...at, rule: 'is reserved for automatic quotes' }]
    if (id === TEMPLATE_TEXT) return [{ ...at, rule: 'is reserved for the name of the template in texts' }]
    const first = seen.get(id)
    if (first !== undefined)
      return [{ ...at, rule: `is used already at ${first}; ids are unique in a template` }]
    seen.set(id, path)
    return []
  })
}

function checkConditions(context: Context): Fault[] {
  return [...context.conditions].flatMap(([name, rule]): Fault[] => {
    const path = pathOf('conditions', name)
    if (name === '' || name.length > limits.idLength) {
      return [{ path, value: name, rule: `is not a name: it must have 1 to ${limits.idLength} characters` }]
    }
    const circle = findCircle(name, context)
    return [
      ...(circle ? [{ path, value: undefined, rule: `leads back to itself: ${circle.join(' → ')}` }] : []),
      ...checkRule(rule, path, context),
    ]
  })
}

function findCircle(start: string, { conditions }: Context): string[] | undefined {
  const visited = new Set<string>()
  const follow = (name: string, trail: string[]): string[] | undefined => {
    const rule = conditions.get(name)
    if (rule === undefined) return undefined
    for (const next of listParts(rule).filter((part) => typeof part === 'string')) {
      if (next === start) return [...trail, next]
      if (visited.has(next)) continue
      visited.add(next)
      const found = follow(next, [...trail, next])
      if (found) return found
    }
    return undefined
  }
  return follow(start, [start])
}

/** A rule and all rules inside it; named rules are not followed. */
function listParts(rule: Rule): Rule[] {
  if (typeof rule === 'string') return [rule]
  if ('all' in rule) return [rule, ...rule.all.flatMap(listParts)]
  if ('any' in rule) return [rule, ...rule.any.flatMap(listParts)]
  return 'not' in rule ? [rule, ...listParts(rule.not)] : [rule]
}

/** The allowed values of a vehicle attribute: a closed list, or undefined for any value. */
const vehicleFields = new Map<string, readonly unknown[] | undefined>(
  Object.entries(Vehicle.properties).flatMap(([name, schema]) => {
    const { type, enum: values } = schema as { type?: string; enum?: readonly unknown[] }
    // Owner and driver cannot be compared.
    return type === undefined || type === 'object' ? [] : [[name, values]]
  }),
)

function checkRule(rule: Rule, path: string, context: Context): Fault[] {
  if (typeof rule === 'string') {
    return context.conditions.has(rule) ? [] : [{ path, value: rule, rule: 'is not the name of a condition' }]
  }
  if ('all' in rule)
    return rule.all.flatMap((part, index) => checkRule(part, `${path}.all[${index}]`, context))
  if ('any' in rule)
    return rule.any.flatMap((part, index) => checkRule(part, `${path}.any[${index}]`, context))
  if ('not' in rule) return checkRule(rule.not, `${path}.not`, context)
  if ('field' in rule) return checkField(rule, path)
  const ids = 'answered' in rule ? rule.answered : (rule.questions ?? [])
  const key = 'answered' in rule ? 'answered' : 'questions'
  return (typeof ids === 'string' ? [ids] : ids).flatMap((id, index) => {
    const at = typeof ids === 'string' ? `${path}.${key}` : `${path}.${key}[${index}]`
    return context.questions.has(id)
      ? []
      : [{ path: at, value: id, rule: 'is not a question of this template' }]
  })
}

function checkField(rule: Extract<Rule, { field: string }>, path: string): Fault[] {
  if (!vehicleFields.has(rule.field)) {
    const known = [...vehicleFields.keys()].join(', ')
    return [{ path: `${path}.field`, value: rule.field, rule: `is not one of ${known}` }]
  }
  const allowed = vehicleFields.get(rule.field)
  if (!allowed) return []
  const key = 'in' in rule ? 'in' : 'notIn'
  const folded = allowed.map((value) => String(value).toLowerCase())
  return ('in' in rule ? rule.in : rule.notIn).flatMap((value, index) =>
    folded.includes(String(value).toLowerCase())
      ? []
      : [{ path: `${path}.${key}[${index}]`, value, rule: `is not one of ${allowed.join(', ')}` }],
  )
}

function checkElement({ element, path }: Placed, index: number, context: Context): Fault[] {
  if (element.category === 'section') return []
  if (element.category === 'referenceQuestion') {
    return context.questions.has(element.referenceQuestionId)
      ? []
      : [
          {
            path: `${path}.referenceQuestionId`,
            value: element.referenceQuestionId,
            rule: 'is not a question of this template',
          },
        ]
  }
  const { mandatory, clientSettings: { visibleIf } = {} } = element
  const at = `${path}.clientSettings.visibleIf`
  return [
    ...(typeof mandatory === 'string' ? checkRule(mandatory, `${path}.mandatory`, context) : []),
    ...(visibleIf === undefined ? [] : checkRule(visibleIf, at, context)),
    // Two questions that wait for each other would never be shown; referring only to earlier ones prevents that (D2).
    ...(visibleIf === undefined ? [] : listAskedQuestions(visibleIf, context)).flatMap((id): Fault[] =>
      (context.questions.get(id) ?? -1) < index
        ? []
        : [{ path: at, value: id, rule: 'is not an earlier question: a rule of visibility looks back only' }],
    ),
    ...checkAnswers(element, path),
    ...checkMeasure(element, `${path}.clientSettings`),
  ]
}

function listAskedQuestions(rule: Rule, context: Context, seen = new Set<string>()): string[] {
  return listParts(rule).flatMap((part): string[] => {
    if (typeof part === 'string') {
      const named = context.conditions.get(part)
      if (named === undefined || seen.has(part)) return []
      seen.add(part)
      return listAskedQuestions(named, context, seen)
    }
    if ('answered' in part) return typeof part.answered === 'string' ? [part.answered] : part.answered
    return 'anyStatus' in part ? (part.questions ?? []) : []
  })
}

function checkAnswers(question: TemplateQuestion, path: string): Fault[] {
  const { answers = [], questionCategory, multipleValueAnswer, clientSettings = {} } = question
  const faults: Fault[] = []
  const isSelection = questionCategory !== 'valueEntry' && clientSettings.bounds === undefined
  if (isSelection && answers.length === 0) {
    faults.push({
      path: `${path}.answers`,
      value: undefined,
      rule: `is needed by a question of kind ${questionCategory}`,
    })
  }
  const seen = new Set<string>()
  answers.forEach(({ id, value, unitOfMeasurement: unit }, index) => {
    const at = `${path}.answers[${index}]`
    if (seen.has(id)) {
      faults.push({
        path: `${at}.id`,
        value: id,
        rule: 'is used already; answer ids are unique in a question',
      })
    }
    seen.add(id)
    if (isSelection && !value) {
      faults.push({ path: `${at}.value`, value, rule: 'is missing: people choose an answer by its text' })
    }
    if (unit !== undefined && clientSettings.unit !== undefined && unit !== clientSettings.unit) {
      faults.push({
        path: `${at}.unitOfMeasurement`,
        value: unit,
        rule: `differs from the unit of the question, ${clientSettings.unit}`,
      })
    }
  })
  if (!multipleValueAnswer && answers.filter((answer) => answer.default).length > 1) {
    faults.push({
      path: `${path}.answers`,
      value: undefined,
      rule: 'has several defaults, but the question takes one answer only',
    })
  }
  return faults
}

/** D3: any number that is entered belongs to exactly one band. */
function checkMeasure(question: TemplateQuestion, path: string): Fault[] {
  const { bounds, min = -Infinity, max = Infinity } = question.clientSettings ?? {}
  const faults: Fault[] = []
  if (min >= max) faults.push({ path: `${path}.min`, value: min, rule: `must be below max, ${max}` })
  if (!bounds) return faults
  if (question.questionCategory === 'valueSelection') {
    faults.push({
      path: `${path}.bounds`,
      value: undefined,
      rule: 'needs a question where a number can be entered',
    })
  }
  const answers = new Map((question.answers ?? []).map((answer) => [answer.id, answer]))
  let below: Limit | undefined
  bounds.forEach((bound, index) => {
    const at = `${path}.bounds[${index}]`
    faults.push(...checkBandAnswer(bound, answers.get(bound.answerId), at))
    const isLast = index === bounds.length - 1
    const limit = limitOf(bound)
    if (limit) faults.push(...checkLimit(limit, { at, isLast, below, min, max }))
    else if (!isLast)
      faults.push({ path: at, value: undefined, rule: 'has no limit, so the bands after it take nothing' })
    below = limit ?? below
  })
  return faults
}

type Bound = NonNullable<NonNullable<TemplateQuestion['clientSettings']>['bounds']>[number]
interface Limit {
  value: number
  isIncluded: boolean
}

function limitOf(bound: Bound): Limit | undefined {
  if ('lt' in bound && bound.lt !== undefined) return { value: bound.lt, isIncluded: false }
  return 'lte' in bound && bound.lte !== undefined ? { value: bound.lte, isIncluded: true } : undefined
}

function checkBandAnswer(
  { answerId, status }: Bound,
  answer: NonNullable<TemplateQuestion['answers']>[number] | undefined,
  at: string,
): Fault[] {
  if (!answer) return [{ path: `${at}.answerId`, value: answerId, rule: 'is not an answer of the question' }]
  if (answer.status === status) return []
  const rule = `differs from the answer's status, ${answer.status ?? 'none'}`
  return [{ path: `${at}.status`, value: status, rule }]
}

function checkLimit(
  { value, isIncluded }: Limit,
  band: { at: string; isLast: boolean; below: Limit | undefined; min: number; max: number },
): Fault[] {
  const path = `${band.at}.${isIncluded ? 'lte' : 'lt'}`
  const { below } = band
  const rules: string[] = []
  if (band.isLast) rules.push('leaves numbers above without a band; the last has no limit')
  const isNoStep = below?.value === value && (below.isIncluded || !isIncluded)
  if (below && (value < below.value || isNoStep))
    rules.push(`is not above the band before it, ${below.value}`)
  if (value < band.min || value > band.max) rules.push('lies outside of min and max')
  return rules.map((rule) => ({ path, value, rule }))
}

function checkTexts(template: TemplateDocument): Fault[] {
  const known = new Set<string>()
  const faults: Fault[] = []
  const hasTexts = template.texts !== undefined
  for (const { key, path } of listTexts(template)) {
    if (hasTexts && known.has(key)) {
      faults.push({
        path,
        value: key,
        rule: 'stands for two texts: ids with "/" or "#" make the keys of texts ambiguous',
      })
    }
    known.add(key)
  }
  for (const [language, texts] of Object.entries(template.texts ?? {})) {
    const path = pathOf('texts', language)
    if (!LANGUAGE_TAG.test(language)) {
      faults.push({ path, value: language, rule: 'is not a language tag such as de or pt-BR' })
    }
    for (const key of Object.keys(texts)) {
      if (known.has(key)) continue
      faults.push({
        path: pathOf(path, key),
        value: undefined,
        rule: 'does not name a text of this template',
      })
    }
  }
  return faults
}
