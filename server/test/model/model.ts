// The expected state of one system client, written from the interface's transition table and its decisions alone: it
// shares no line with the service. Every step returns what the service must reply and what must be there afterwards.
import {
  type AnswerFields,
  type DealFields,
  type LeadFields,
  type OrderFields,
  toCanonical,
} from './commands.ts'
import {
  type Json,
  type ModelAnswer,
  type ModelAnswers,
  type ModelType,
  type QuestionId,
  questions,
  shownContents,
  standardAnswers,
  templateIds,
  templateText,
  unanswered,
} from './templates.ts'

export interface ModelSurvey {
  type: ModelType
  /** Given out by the service, learned at the first look. */
  id: string | undefined
  completed: boolean
  closed: boolean
  answers: ModelAnswers
  /** Kept when the survey was closed (C4). */
  frozenHeader: Json | undefined
  /** Kept when the inspection was completed (D5). */
  frozenContents: Json[] | undefined
}

/** An order or a lead. */
export interface ModelOrigin {
  document: Json
  /** What its surveys have seen of the header (C4). */
  memory: Json
  surveys: Map<ModelType, ModelSurvey>
  /** Leads only; in the order they were sent. */
  deals: { id: string; document: Json }[]
}

/** The reply a call must get: a status, and the code of the catalogue when it is refused. */
export type Outcome = { status: number; errorCode?: number }
const refused = (errorCode: number): Outcome => ({ status: Math.floor(errorCode / 100), errorCode })

export interface Model {
  /** Tells the two clients apart in every text. */
  mark: string
  orders: Map<string, ModelOrigin>
  leads: Map<string, ModelOrigin>
  /** One per change, as `kind subject`; surveys by a placeholder until their id is known. */
  events: (() => string)[]
}

export const newModel = (mark: string): Model => ({ mark, orders: new Map(), leads: new Map(), events: [] })

const isOver = (document: Json) => document.closed === true || document.rejected === true
const isEqual = (a: unknown, b: unknown) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, sorted(part)]),
  )
}

function newSurvey(type: ModelType): ModelSurvey {
  const answers = Object.fromEntries(questions.map((id) => [id, []])) as unknown as ModelAnswers
  return {
    type,
    id: undefined,
    completed: false,
    closed: false,
    answers,
    frozenHeader: undefined,
    frozenContents: undefined,
  }
}

/** Shared by orders and leads: store, make what is due, close what is over. */
function putOrigin(
  model: Model,
  origins: Map<string, ModelOrigin>,
  word: 'order' | 'lead',
  id: string,
  document: Json,
  due: ModelType[],
  deals: ModelOrigin['deals'] | undefined,
): Outcome {
  const before = origins.get(id)
  const origin: ModelOrigin = before ?? { document: {}, memory: {}, surveys: new Map(), deals: [] }
  const missing = isOver(document) ? [] : due.filter((type) => !origin.surveys.has(type))
  const isSame =
    before !== undefined &&
    isEqual(before.document, document) &&
    missing.length === 0 &&
    (deals === undefined || isEqual(before.deals, deals))
  if (isSame) return { status: 204 }
  origins.set(id, origin)
  origin.document = document
  origin.memory = follow(origin.memory, document)
  if (deals) origin.deals = deals
  model.events.push(() => `${word}.${before ? 'changed' : 'created'} ${word}/${id}`)
  if (isOver(document)) {
    for (const survey of origin.surveys.values()) {
      if (survey.closed) continue
      survey.closed = true
      survey.frozenHeader = origin.memory
      model.events.push(() => `survey.closed survey/${survey.id}`)
    }
  }
  for (const type of missing) {
    const survey = newSurvey(type)
    origin.surveys.set(type, survey)
    model.events.push(() => `survey.created survey/${survey.id}`)
  }
  return { status: before ? 204 : 201 }
}

const remembered = [
  'externalId',
  'externalBranchId',
  'serviceOrderType',
  'description',
  'currency',
  'plannedStartTimestamp',
  'customer',
  'vehicle',
  'serviceAdvisor',
  'technician',
  'technicians',
  'responsiblePerson',
]

/** C4: each replaced whole when present, kept when left out; the order's own end is shown as it is. */
function follow(memory: Json, document: Json): Json {
  const header: Json = {}
  for (const name of remembered) {
    const value = document[name] ?? memory[name]
    if (value !== undefined) header[name] = value
  }
  for (const name of ['closed', 'rejected']) if (document[name] !== undefined) header[name] = document[name]
  return header
}

/** A2: only an explicit true or false changes a release flag. */
function keepFlags(document: Json, before: Json | undefined, flags: string[]): void {
  for (const name of flags)
    if (document[name] === undefined && before?.[name] !== undefined) document[name] = before[name]
}

export function putOrder(model: Model, id: string, { gender, ...fields }: OrderFields): Outcome {
  if (gender) return refused(40012)
  const document: Json = { id, ...toCanonical(fields) }
  const isPriced = Array.isArray(document.contents) && document.contents.length > 0
  if (isPriced && document.currency === undefined) return refused(40018)
  keepFlags(document, model.orders.get(id)?.document, [
    'defaultSurveyReleaseDisabled',
    'technicianSurveyRelease',
    'qcSurveyRelease',
  ])
  const due: ModelType[] = []
  // Only main orders; an empty parent is none.
  if (!document.parentOrderId) {
    if (document.defaultSurveyReleaseDisabled !== true) due.push('health')
    if (document.technicianSurveyRelease === true) due.push('VC')
    if (document.qcSurveyRelease === true) due.push('QC')
  }
  return putOrigin(model, model.orders, 'order', id, document, due, undefined)
}

const isUnpriced = (deal: Json) => deal.invoiceAmountExVat !== undefined && deal.invoiceCurrency === undefined

/** `createdAt` is what the service took for the time of creation; it counts when no start was planned (C7). */
export function putLead(
  model: Model,
  id: string,
  { deals: given, ...fields }: LeadFields,
  createdAt: string,
): Outcome {
  const deals = given?.map((entry) => ({
    id: entry.id,
    document: { id: entry.id, ...toCanonical(entry.deal) },
  }))
  const violations = (deals ?? []).flatMap(({ id: dealId, document }, index) => {
    const isRepeated = deals?.findIndex((other) => other.id === dealId) !== index
    return [...(isUnpriced(document) ? [40018] : []), ...(isRepeated ? [40019] : [])]
  })
  if (violations.length > 0) return refused(violations.length === 1 ? (violations[0] as number) : 40000)
  const before = model.leads.get(id)
  const document: Json = { id, ...toCanonical(fields) }
  document.plannedStartTimestamp ??= createdAt
  keepFlags(document, before?.document, ['reviewSurveyRelease'])
  const due: ModelType[] = document.reviewSurveyRelease === true ? ['CVR'] : []
  return putOrigin(model, model.leads, 'lead', id, document, due, deals)
}

export function putDeal(model: Model, leadId: string, id: string, fields: DealFields): Outcome {
  const lead = model.leads.get(leadId)
  if (!lead) return refused(40401)
  const document: Json = { id, ...toCanonical(fields) }
  if (isUnpriced(document)) return refused(40018)
  const known = lead.deals.find((deal) => deal.id === id)
  if (known && isEqual(known.document, document)) return { status: 204 }
  if (known) known.document = document
  else lead.deals.push({ id, document })
  model.events.push(() => `deal.saved lead/${leadId}`)
  return { status: 204 }
}

export function deleteDeal(model: Model, leadId: string, id: string): Outcome {
  const lead = model.leads.get(leadId)
  const index = lead?.deals.findIndex((deal) => deal.id === id) ?? -1
  if (!lead || index < 0) return refused(40401)
  lead.deals.splice(index, 1)
  model.events.push(() => `deal.removed lead/${leadId}`)
  return { status: 204 }
}

/** A survey together with what it follows. */
export interface Seen {
  survey: ModelSurvey
  origin: ModelOrigin
}

export const headerOf = ({ survey, origin }: Seen): Json => survey.frozenHeader ?? origin.memory
const vehicleOf = (seen: Seen) => headerOf(seen).vehicle as Json | undefined

/** D5: neither completed nor closed. */
function stateProblem({ completed, closed }: ModelSurvey): Outcome | undefined {
  if (completed) return refused(40040)
  return closed ? refused(40041) : undefined
}

const isEmpty = (canon: Json) => !canon.value && !canon.status && !canon.comment

function isQuestion(id: string): id is QuestionId {
  return (questions as readonly string[]).includes(id)
}

export function addAnswer(
  model: Model,
  seen: Seen | undefined,
  question: string,
  fields: AnswerFields,
): { outcome: Outcome; made?: ModelAnswer } {
  if (!seen || !(isQuestion(question) || question === 'upSale')) return { outcome: refused(40401) }
  const canon = toCanonical(fields)
  if (isEmpty(canon)) return { outcome: refused(40020) }
  if (!isQuestion(question)) return { outcome: refused(40043) }
  const { survey } = seen
  const problem = stateProblem(survey)
  if (problem) return { outcome: problem }
  const made: ModelAnswer = { id: '', selected: true, ...canon }
  survey.answers[question].push(made)
  model.events.push(() => `answer.added survey/${survey.id}`)
  return { outcome: { status: 201 }, made }
}

/** Changes a custom answer, or removes it when no fields are given. */
export function changeAnswer(
  model: Model,
  seen: Seen | undefined,
  question: string,
  answerId: string,
  fields: AnswerFields | undefined,
): Outcome {
  if (!seen || !isQuestion(question)) return refused(40401)
  const { survey } = seen
  const answers = survey.answers[question]
  const index = answers.findIndex(({ id }) => id === answerId)
  const isStandard = standardAnswers[question].some(({ id }) => id === answerId)
  if (index < 0 && !isStandard) return refused(40401)
  const canon = fields && toCanonical(fields)
  if (canon && isEmpty(canon)) return refused(40020)
  const problem = stateProblem(survey)
  if (problem) return problem
  if (index < 0) return refused(40042)
  const changed = canon && { id: answerId, selected: true, ...canon }
  if (changed && isEqual(answers[index], changed)) return { status: 204 }
  if (changed) answers[index] = changed
  else answers.splice(index, 1)
  model.events.push(() => `answer.${canon ? 'changed' : 'removed'} survey/${survey.id}`)
  return { status: 204 }
}

export function completeSurvey(model: Model, seen: Seen | undefined): Outcome {
  if (!seen) return refused(40401)
  const { survey } = seen
  const problem = stateProblem(survey)
  if (problem) return problem
  const missing = unanswered(survey.answers, vehicleOf(seen))
  if (missing.length > 0) return refused(missing.length === 1 ? 40044 : 40000)
  survey.completed = true
  survey.frozenContents = shownContents(model.mark, structuredClone(survey.answers), vehicleOf(seen))
  model.events.push(() => `survey.completed survey/${survey.id}`)
  return { status: 204 }
}

export function reopenSurvey(model: Model, seen: Seen | undefined): Outcome {
  if (!seen) return refused(40401)
  const { survey } = seen
  if (survey.closed) return refused(40041)
  if (!survey.completed) return refused(40045)
  survey.completed = false
  survey.frozenContents = undefined
  model.events.push(() => `survey.reopened survey/${survey.id}`)
  return { status: 204 }
}

/** C6. */
function planned(type: ModelType, header: Json): unknown[] {
  const one = { health: 'serviceAdvisor', VC: 'technician', CVR: 'responsiblePerson', QC: undefined }[type]
  if (!one) return (header.technicians as unknown[]) ?? []
  return header[one] ? [header[one]] : []
}

const pick = (source: Json, ...names: string[]): Json =>
  Object.fromEntries(names.flatMap((name) => (source[name] === undefined ? [] : [[name, source[name]]])))

function shownHeader(model: Model, seen: Seen): Json {
  const { survey, origin } = seen
  const header = headerOf(seen)
  return {
    id: survey.id,
    surveyType: survey.type,
    ...(survey.type === 'health' ? { category: 'interactiveHandover' } : {}),
    templateId: templateIds[survey.type],
    text: templateText(survey.type, model.mark),
    branch: header.externalBranchId,
    completed: survey.completed,
    closed: survey.closed,
    plannedSurveyors: planned(survey.type, header),
    ...pick(header, 'customer', 'plannedStartTimestamp'),
    referenceObject: {
      id: origin.document.id,
      ...pick(
        header,
        'externalId',
        'externalBranchId',
        'serviceOrderType',
        'plannedStartTimestamp',
        'description',
        'currency',
        'closed',
        'rejected',
      ),
    },
  }
}

export function shownListItem(model: Model, seen: Seen): Json {
  const { customer } = headerOf(seen)
  return { ...shownHeader(model, seen), ...(customer ? { requester: customer } : {}) }
}

export function shownSurvey(model: Model, seen: Seen): Json {
  const header = headerOf(seen)
  return {
    ...shownHeader(model, seen),
    ...pick(
      header,
      'externalId',
      'externalBranchId',
      'serviceOrderType',
      'currency',
      'serviceAdvisor',
      'vehicle',
    ),
    ...(header.vehicle ? { surveyObject: header.vehicle } : {}),
    contents: seen.survey.frozenContents ?? shownContents(model.mark, seen.survey.answers, vehicleOf(seen)),
  }
}
