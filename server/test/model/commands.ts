// What may happen to the two clients, as plain data that fast-check can draw, print and shrink. A value that the service writes
// differently than it was sent has its canonical form next to it (A6).
import fc from 'fast-check'
import { type Json, type QuestionId, questions } from './templates.ts'

/** Identifiers are the same in both clients on purpose. */
export const orderIds = ['order-1', 'a/b ö'] as const
export const leadIds = ['lead-1'] as const
export const dealIds = ['d 1', 'd%2F2', 'd3'] as const

interface Variant {
  send: unknown
  canon?: unknown
}

const person = (id: string, lastName: string) => ({ id, firstName: 'Pat', lastName })
const advisor = person('SA', 'Advisor')
const mechanic = person('T1', 'Mechanic')
const tester = { firstName: 'Lee', lastName: 'Tester' }

const same = (value: unknown): Variant => ({ send: value, canon: value })
const unset: Variant = { send: null }

/** Left out, null, or one of the values. */
const field = (...values: Variant[]) => fc.constantFrom<(Variant | undefined)[]>(undefined, unset, ...values)
const flag = field(same(true), same(false))
/** Mostly not: what ends a survey, or keeps it from being made, ends most of what can happen. */
const seldom = <T>(often: fc.Arbitrary<T>, rare: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 7, arbitrary: often }, { weight: 1, arbitrary: rare })
const end = seldom(field(same(false)), fc.constant(same(true)))

const customers: Variant[] = [
  { send: { ...person('C1', 'One'), gender: null }, canon: { category: 'person', ...person('C1', 'One') } },
  {
    send: { name: 'Two Ltd', contactPersons: [], modifiedEmail: 'ignored@example.org' },
    canon: { category: 'legalEntity', name: 'Two Ltd', contactPersons: [] },
  },
]
const vehicles: Variant[] = [
  {
    send: { make: 'Example', fuelType: 'electric', mileageUnit: 'mile', recordedMileage: 12 },
    canon: { make: 'Example', fuelType: 'electric', mileageUnit: 'mi', recordedMileage: 12 },
  },
  {
    send: { fuelType: 'petrol', engineCapacity: 1.96, vinResolutionStatus: 'OK' },
    canon: { fuelType: 'petrol', engineCapacity: 2 },
  },
]
const lines: Variant = {
  send: [{ itemCategory: 'part', unitOfMeasure: 'pc', amountExVat: -1.5 }],
  canon: [{ itemCategory: 'material', unitOfMeasure: 'ea', amountExVat: -1.5 }],
}

const shared = {
  externalBranchId: fc.constantFrom(same('B1'), same('B2')),
  externalId: field(same('E1'), same('E2')),
  description: field(same('noise')),
  customer: field(...customers),
  vehicle: field(...vehicles),
  closed: end,
  rejected: end,
}

const orderFields = fc.record({
  ...shared,
  serviceOrderType: field(same('service')),
  plannedStartTimestamp: field(same('2026-11-16T08:30')),
  currency: seldom(fc.constant(same('EUR')), field()),
  contents: field(lines, same([])),
  serviceAdvisor: field(same(advisor)),
  technician: field(same(mechanic)),
  technicians: field(same([mechanic, tester]), same([])),
  parentOrderId: seldom(field(same('')), fc.constant(same('order-1'))),
  defaultSurveyReleaseDisabled: seldom(field(same(false)), fc.constant(same(true))),
  technicianSurveyRelease: flag,
  qcSurveyRelease: flag,
  /** Ignored on input (A3, A4). */
  surveys: fc.constantFrom<(Variant | undefined)[]>(undefined, { send: [] }),
  unheardOf: fc.constantFrom<(Variant | undefined)[]>(undefined, { send: { a: 1 } }),
  /** A closed list broken: the whole PUT must fall (A4). */
  gender: fc.oneof(
    { weight: 15, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
})
export type OrderFields = typeof orderFields extends fc.Arbitrary<infer T> ? T : never

const deal = fc.record({
  rejected: field(same(true)),
  orderId: field(same('INV-1'), same('INV-2')),
  invoiceAmountExVat: field(same(200)),
  invoiceCurrency: field(same('EUR')),
})
export type DealFields = typeof deal extends fc.Arbitrary<infer T> ? T : never

const leadFields = fc.record({
  ...shared,
  plannedStartTimestamp: field(same('2026-11-16')),
  responsiblePerson: field(same(advisor)),
  reviewSurveyRelease: flag,
  deals: fc.oneof(
    fc.constant(undefined),
    fc.constant(null),
    fc.array(fc.record({ id: fc.constantFrom(...dealIds), deal }), { maxLength: 3 }),
  ),
})
export type LeadFields = typeof leadFields extends fc.Arbitrary<infer T> ? T : never

const answer = fc.record({
  value: field(same('2.5 mm')),
  status: field(same('green'), same('red')),
  comment: field(same('call')),
  selected: seldom(field(same(true)), fc.constant(same(false))),
  /** Ignored on input (A3). */
  custom: fc.constantFrom<(Variant | undefined)[]>(undefined, { send: false }),
})
export type AnswerFields = typeof answer extends fc.Arbitrary<infer T> ? T : never

/** The nth survey of the client, or of the other one: a foreign id. */
export interface Target {
  nth: number
  isForeign: boolean
}
const target: fc.Arbitrary<Target> = fc.record({
  // Often the same one, so that it gets somewhere.
  nth: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(7) }),
  isForeign: seldom(fc.constant(false), fc.constant(true)),
})
const question = fc.oneof(
  { weight: 6, arbitrary: fc.constant<QuestionId | 'upSale' | 'none'>('q.pedal') },
  { weight: 5, arbitrary: fc.constantFrom<(QuestionId | 'upSale' | 'none')[]>(...questions) },
  { weight: 1, arbitrary: fc.constantFrom<(QuestionId | 'upSale' | 'none')[]>('upSale', 'none') },
)
/** The nth custom answer of the survey, or what is none. */
const answerRef = fc.oneof(
  { weight: 8, arbitrary: fc.nat(5) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('standard' as const, 'unknown' as const, 'other question' as const),
  },
)
export type AnswerRef = typeof answerRef extends fc.Arbitrary<infer T> ? T : never

const client = fc.constantFrom(0, 1)
const orderId = fc.oneof(
  { weight: 3, arbitrary: fc.constant(orderIds[0]) },
  { weight: 1, arbitrary: fc.constant(orderIds[1]) },
)
const leadId = fc.constantFrom(...leadIds)
const dealId = fc.constantFrom(...dealIds)

type On<K extends string, T> = { kind: K; client: number } & T
export type Command =
  | On<'putOrder', { id: string; fields: OrderFields }>
  | On<'echoOrder', { id: string }>
  | On<'echoLead', { id: string }>
  | On<'putLead', { id: string; fields: LeadFields }>
  | On<'putDeal', { leadId: string; id: string; fields: DealFields }>
  | On<'deleteDeal', { leadId: string; id: string }>
  | On<'addAnswer', { target: Target; question: string; fields: AnswerFields }>
  | On<'putAnswer', { target: Target; answerRef: AnswerRef; fields: AnswerFields }>
  | On<'deleteAnswer', { target: Target; answerRef: AnswerRef }>
  | On<'completeSurvey', { target: Target }>
  | On<'reopenSurvey', { target: Target }>

type Of<K extends Command['kind']> = Extract<Command, { kind: K }>
type Parts<K extends Command['kind']> = {
  [P in Exclude<keyof Of<K>, 'kind' | 'client'>]: fc.Arbitrary<Of<K>[P]>
}

const say = <K extends Command['kind']>(weight: number, kind: K, parts: Parts<K>) => ({
  weight,
  arbitrary: fc
    .record({ kind: fc.constant(kind), client, ...parts })
    .map((drawn) => readable(drawn as unknown as Command)),
})

/** In the report of a failure: one short line per command instead of every alternative it was drawn from. */
function readable(drawn: Command): Command {
  const { kind, client: side, ...rest } = drawn
  const fields = 'fields' in rest ? { fields: toBody(rest.fields) } : {}
  if (drawn.kind === 'putLead' && fields.fields) fields.fields.deals = dealBodies(drawn.fields)
  const text = `\n${'AB'[side]} ${kind} ${JSON.stringify({ ...rest, ...fields })}`
  return Object.assign(drawn, { [fc.toStringMethod]: () => text })
}

const command: fc.Arbitrary<Command> = fc.oneof(
  say(10, 'putOrder', { id: orderId, fields: orderFields }),
  say(2, 'echoOrder', { id: orderId }),
  say(16, 'addAnswer', { target, question, fields: answer }),
  say(5, 'putAnswer', { target, answerRef, fields: answer }),
  say(3, 'deleteAnswer', { target, answerRef }),
  say(7, 'completeSurvey', { target }),
  say(2, 'reopenSurvey', { target }),
  say(5, 'putLead', { id: leadId, fields: leadFields }),
  say(1, 'echoLead', { id: leadId }),
  say(4, 'putDeal', { leadId, id: dealId, fields: deal }),
  say(2, 'deleteDeal', { leadId, id: dealId }),
)

const plainOrder = { externalBranchId: same('B1') } as OrderFields
const plainLead = { externalBranchId: same('B1'), reviewSurveyRelease: same(true) } as LeadFields

/** So that there is something to talk about; fast-check leaves it out when it is not needed for a failure. */
const opening: Command[] = [0, 1].flatMap((client): Command[] => [
  { kind: 'putOrder', client, id: orderIds[0], fields: plainOrder },
  { kind: 'putLead', client, id: leadIds[0], fields: plainLead },
])

/** Long ones are as likely as short ones. */
export const history = fc
  .tuple(
    seldom(fc.constant(true), fc.constant(false)),
    fc.noBias(fc.array(command, { maxLength: 60, size: 'max' })),
  )
  .map(([isOpened, commands]) => (isOpened ? [...opening, ...commands] : commands))

/** What goes over the wire. */
export function toBody(fields: Record<string, unknown>): Json {
  const body: Json = {}
  for (const [name, variant] of Object.entries(fields)) {
    if (variant !== undefined && typeof variant === 'object' && variant !== null && 'send' in variant)
      body[name] = variant.send
  }
  return body
}

export const dealBodies = ({ deals }: LeadFields) => deals?.map(({ id, deal }) => ({ id, ...toBody(deal) }))

/** What the service keeps of it; service-owned and unknown fields have no canonical form. */
export function toCanonical(fields: Record<string, unknown>): Json {
  const canon: Json = {}
  for (const [name, variant] of Object.entries(fields)) {
    const value = (variant as Variant | undefined | null)?.canon
    if (value !== undefined) canon[name] = value
  }
  return canon
}
