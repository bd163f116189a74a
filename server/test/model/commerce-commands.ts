// What may happen to packages, prices, assignments, selections and quotes, as plain data that fast-check can draw, print and
// shrink. Amounts are decimal text: the model must never add them as floats.
import fc from 'fast-check'

/** Identifiers are the same in both clients on purpose. */
export const packageIds = ['p1', 'p/2 ö'] as const
export const variantIds = ['v1', 'v2'] as const
/** Where packages can be bound; `custom` is an answer somebody gave, where they cannot. */
export const answers = {
  bad: ['q.pedal', 'bad'],
  ok: ['q.pedal', 'ok'],
  low: ['q.battery', 'low'],
} as const
export type AnswerName = keyof typeof answers | 'custom'

export const approvals = [
  {},
  { approvalStatus: 'approved', approvalMedium: 'phone' },
  { approvalStatus: 'rejected', rejectionReasonCode: 'price' },
  { approvalStatus: 'deferred', deferralDate: '2027-01-01' },
] as const

/** Mostly the first. */
const seldom = <T>(often: fc.Arbitrary<T>, rare: fc.Arbitrary<T>, weight = 9) =>
  fc.oneof({ weight, arbitrary: often }, { weight: 1, arbitrary: rare })
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

/** Sums of these go wrong in floats, or are exactly half a unit with two digits, none or three. */
const amount = fc.constantFrom(
  '0.1',
  '0.2',
  '1.005',
  '0.005',
  '2.675',
  '0.5',
  '0.0005',
  '33.333',
  '-0.2',
  '90',
)
/** One that can be missing: left out seldom, and gone when the currency changes. */
const price = seldom<string | undefined>(amount, fc.constant(undefined), 40)
const currency = fc.constantFrom('EUR', 'EUR', 'EUR', 'JPY', 'KWD')

const item = fc.record({
  category: fc.constantFrom('labour', 'material'),
  ex: price,
  inc: price,
  discountEx: maybe(amount),
  discountInc: maybe(amount),
})
export type ItemFields = typeof item extends fc.Arbitrary<infer T> ? T : never

const variant = fc.record({
  id: fc.constantFrom(...variantIds),
  fuel: fc.constantFrom(undefined, undefined, 'petrol', 'diesel'),
  /** Its own price, without and with VAT; else it is priced by item. */
  fixed: seldom(fc.constant(undefined), fc.record({ ex: price, inc: price }), 3),
  items: fc.array(item, { maxLength: 3 }),
})
export type VariantFields = typeof variant extends fc.Arbitrary<infer T> ? T : never

const packageFields = fc.record({
  text: fc.constantFrom('pads', 'discs'),
  currency: seldom<string | undefined>(currency, fc.constant(undefined), 20),
  variants: seldom(
    fc.uniqueArray(variant, { selector: ({ id }) => id, minLength: 2, maxLength: 2 }),
    fc.uniqueArray(variant, { selector: ({ id }) => id, maxLength: 1 }),
    4,
  ),
})
export type PackageFields = typeof packageFields extends fc.Arbitrary<infer T> ? T : never

const priceList = fc.record({
  currency,
  variants: fc.uniqueArray(
    fc.record({
      id: seldom<string>(fc.constantFrom(...variantIds), fc.constant('v9')),
      items: fc.uniqueArray(
        fc.record({
          id: seldom(fc.constantFrom('1', '2'), fc.constantFrom('3', '9'), 6),
          ex: amount,
          inc: amount,
        }),
        { selector: ({ id }) => id, maxLength: 3 },
      ),
    }),
    { selector: ({ id }) => id, maxLength: 2 },
  ),
})
export type PriceList = typeof priceList extends fc.Arbitrary<infer T> ? T : never

const bindable = fc.constantFrom<(keyof typeof answers)[]>('bad', 'bad', 'bad', 'ok', 'low')
const instruction = fc.record({
  answer: seldom<keyof typeof answers | 'unknown'>(bindable, fc.constant('unknown'), 15),
  packageIds: seldom<string[]>(
    fc.constantFrom([], ['p1'], ['p1'], ['p1', 'p1'], ['p/2 ö', 'p1'], ['p1', 'p/2 ö']),
    fc.constant(['p1', 'p9']),
    15,
  ),
  place: seldom<'everywhere' | 'site' | 'branch' | 'branch without site'>(
    fc.constantFrom('everywhere', 'everywhere', 'site', 'branch'),
    fc.constant('branch without site'),
    15,
  ),
})
export type Instruction = typeof instruction extends fc.Arbitrary<infer T> ? T : never

const packageId = fc.constantFrom<string[]>('p1', 'p1', 'p/2 ö')
const anyRef = fc.record({
  answer: seldom<AnswerName>(bindable, fc.constant('custom')),
  packageId,
  variantId: seldom<string>(fc.constantFrom(...variantIds), fc.constant('v9'), 15),
})
export type Ref = typeof anyRef extends fc.Arbitrary<infer T> ? T : never
/** The nth variant that is offered, or was ever selected; or one that may be neither. */
const ref = seldom<number | Ref>(fc.nat(5), anyRef, 4)

/** An id of the other system's choosing, or that of the package quote of a variant. */
const quoteId = seldom<string | number | Ref>(fc.constantFrom('q1', 'q1', 'q/2'), ref, 4)
export type QuoteId = string | number | Ref

const quoteFields = fc.record({
  answer: fc.constantFrom<AnswerName[]>('bad', 'bad', 'bad', 'ok', 'custom'),
  /** The nth variant that is offered, or one that may not be. */
  replaces: maybe(
    seldom<number | { packageId: string; variantId: string }>(
      fc.nat(5),
      fc.record({ packageId, variantId: fc.constantFrom(...variantIds) }),
      3,
    ),
  ),
  amount,
  description: fc.constantFrom(undefined, 'original parts'),
  approval: fc.constantFrom(...approvals),
  fault: seldom<undefined | 'no amount' | 'upSale' | 'unknown answer' | 'no variantId'>(
    fc.constant(undefined),
    fc.constantFrom('no amount', 'upSale', 'unknown answer', 'no variantId'),
    12,
  ),
})
export type DrawnQuote = typeof quoteFields extends fc.Arbitrary<infer T> ? T : never
export type QuoteFields = Omit<DrawnQuote, 'replaces'> & {
  replaces: { packageId: string; variantId: string } | undefined
}

const vehicle = fc.record({
  fuelType: fc.constantFrom<string[]>('petrol', 'petrol', 'diesel'),
  warrantyOn: fc.boolean(),
})
export type VehicleFields = typeof vehicle extends fc.Arbitrary<infer T> ? T : never

type On<K extends string, T> = { kind: K; client: number } & T
export type Command =
  | On<'putPackage', { id: string; fields: PackageFields }>
  | On<'echoPackage', { id: string }>
  | On<'putPrices', { id: string; list: PriceList }>
  | On<'assign', { instructions: Instruction[] }>
  | On<'select', { ref: number | Ref }>
  | On<'deselect', { ref: number | Ref }>
  | On<'decide', { ref: number | Ref; approval: object }>
  /** Foreign: on the other client's survey, which must not exist here. */
  | On<'putQuote', { id: QuoteId; fields: DrawnQuote; isForeign: boolean }>
  | On<'echoQuote', { id: QuoteId }>
  | On<'deleteQuote', { id: QuoteId; isForeign: boolean }>
  | On<'putOrder', { vehicle: VehicleFields; closed: boolean }>
  | On<'complete', object>
  | On<'reopen', object>

type Of<K extends Command['kind']> = Extract<Command, { kind: K }>
type Parts<K extends Command['kind']> = {
  [P in Exclude<keyof Of<K>, 'kind' | 'client'>]: fc.Arbitrary<Of<K>[P]>
}

const say = <K extends Command['kind']>(weight: number, kind: K, parts: Parts<K>) => ({
  weight,
  arbitrary: fc
    .record({ kind: fc.constant(kind), client: fc.constantFrom(0, 1), ...parts })
    .map((drawn) => readable(drawn as unknown as Command)),
})

/** One short line per command in the report of a failure. */
function readable(drawn: Command): Command {
  const { kind, client, ...rest } = drawn
  const text = `\n${'AB'[client]} ${kind} ${JSON.stringify(rest)}`
  return Object.assign(drawn, { [fc.toStringMethod]: () => text })
}

const isForeign = seldom(fc.constant(false), fc.constant(true), 15)
const approval = fc.constantFrom<object[]>(...approvals)

const command: fc.Arbitrary<Command> = fc.oneof(
  say(5, 'putPackage', { id: packageId, fields: packageFields }),
  say(1, 'echoPackage', { id: packageId }),
  say(5, 'putPrices', { id: packageId, list: priceList }),
  say(5, 'assign', { instructions: fc.array(instruction, { minLength: 1, maxLength: 3 }) }),
  say(12, 'select', { ref }),
  say(4, 'deselect', { ref }),
  say(3, 'decide', { ref, approval }),
  say(12, 'putQuote', { id: quoteId, fields: quoteFields, isForeign }),
  say(1, 'echoQuote', { id: quoteId }),
  say(4, 'deleteQuote', { id: quoteId, isForeign }),
  // What ends a survey ends most of what can happen.
  say(3, 'putOrder', { vehicle, closed: seldom(fc.constant(false), fc.constant(true), 9) }),
  say(1, 'complete', {}),
  say(1, 'reopen', {}),
)

const plainItem: ItemFields = {
  category: 'labour',
  ex: '0.1',
  inc: '0.2',
  discountEx: undefined,
  discountInc: undefined,
}
const plainVariant = { fuel: undefined, fixed: undefined, items: [plainItem, { ...plainItem, ex: '0.2' }] }
const plainPackage: PackageFields = {
  text: 'pads',
  currency: 'EUR',
  variants: [
    { id: 'v1', ...plainVariant },
    { id: 'v2', ...plainVariant },
  ],
}
const plainInstruction: Instruction = { answer: 'bad', packageIds: ['p1'], place: 'everywhere' }

/** So that there is something to sell; fast-check leaves it out when it is not needed for a failure. */
const opening: Command[] = [0, 1].flatMap((client): Command[] => [
  readable({ kind: 'putPackage', client, id: 'p1', fields: plainPackage }),
  readable({ kind: 'assign', client, instructions: [plainInstruction] }),
])

/** Long ones are as likely as short ones. */
export const history = fc
  .tuple(
    seldom(fc.constant(true), fc.constant(false)),
    fc.noBias(fc.array(command, { maxLength: 60, size: 'max' })),
  )
  .map(([isOpened, commands]) => (isOpened ? [...opening, ...commands] : commands))

/** An id that was read from a package quote, used for a quote of one's own while the variant is not selected. */
const plainQuote: DrawnQuote = {
  answer: 'bad',
  replaces: undefined,
  amount: '90',
  description: undefined,
  approval: {},
  fault: undefined,
}
export const takenId: Command[] = [
  ...opening,
  readable({ kind: 'select', client: 0, ref: 0 }),
  readable({ kind: 'deselect', client: 0, ref: 0 }),
  readable({ kind: 'putQuote', client: 0, id: 0, fields: plainQuote, isForeign: false }),
  readable({ kind: 'select', client: 0, ref: 0 }),
]
