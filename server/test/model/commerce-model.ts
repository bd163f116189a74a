// The expected catalogue, survey and quotes of one system client, written from the decisions alone (D5, E2–E4, E6, E7, E9): it
// shares no line with the service. Every step returns what the service must reply; a refusal changes nothing.
import {
  type AnswerName,
  answers,
  type Instruction,
  type ItemFields,
  type PackageFields,
  type PriceList,
  type QuoteFields,
  type Ref,
  type VariantFields,
  type VehicleFields,
} from './commerce-commands.ts'
import type { Json } from './templates.ts'

export type Outcome = { status: number; errorCode?: number }
const ok: Outcome = { status: 204 }
const made: Outcome = { status: 201 }
const refused = (errorCode: number): Outcome => ({ status: Math.floor(errorCode / 100), errorCode })
/** Several faults at once have a code of their own. */
const refusedFor = ([first, ...more]: number[]): Outcome | undefined =>
  first === undefined ? undefined : refused(more.length > 0 ? 40000 : first)

interface ModelPackage {
  text: string
  currency: string
  variants: VariantFields[]
}

interface Selection {
  /** Without variants, as it was shown then. */
  header: Json
  variant: Json
  isDiscounted: boolean
  approval: object
}

interface ModelQuote {
  questionId: string
  answerId: string
  /** The key of the variant it replaces. */
  replaces: string | undefined
  /** All but the decision. */
  document: Json
  approval: object
}

export interface Model {
  mark: string
  clientId: string
  surveyId: string
  /** The answer that was given. */
  customId: string
  packages: Map<string, ModelPackage>
  /** Place → answer → packages; places in the order in which they add up. */
  bindings: Record<'everywhere' | 'site' | 'branch', Map<string, string[]>>
  vehicle: VehicleFields
  completed: boolean
  closed: boolean
  /** Kept at completion, by answer. */
  frozen: Map<string, Json[]> | undefined
  /** By answer, package and variant, in the order of selecting. */
  selections: Map<string, Selection>
  quotes: Map<string, ModelQuote>
  /** Ids of package quotes, learned when first selected; they never change. */
  packageQuoteIds: Map<string, string>
}

export function newModel(
  known: Pick<Model, 'mark' | 'clientId' | 'surveyId' | 'customId' | 'vehicle'>,
): Model {
  return {
    ...known,
    packages: new Map(),
    bindings: { everywhere: new Map(), site: new Map(), branch: new Map() },
    completed: false,
    closed: false,
    frozen: undefined,
    selections: new Map(),
    quotes: new Map(),
    packageQuoteIds: new Map(),
  }
}

const key = (...parts: string[]) => JSON.stringify(parts)
export const placeOf = (model: Model, answer: AnswerName): readonly [string, string] =>
  answer === 'custom' ? ['q.pedal', model.customId] : answers[answer]
export const keyOf = (model: Model, { answer, packageId, variantId }: Ref) =>
  key(...placeOf(model, answer), packageId, variantId)

// Exact sums (E3).

const DECIMALS = 6
const minorDigits: Record<string, number> = { EUR: 2, JPY: 0, KWD: 3 }

function toMillionths(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const size = BigInt(whole + fraction.padEnd(DECIMALS, '0'))
  return text.startsWith('-') ? -size : size
}

/** Rounded half away from zero to the minor unit. */
export function sumOf(texts: string[], currency: string): number {
  const sum = texts.reduce((total, text) => total + toMillionths(text), 0n)
  const digits = minorDigits[currency] as number
  const unit = 10n ** BigInt(DECIMALS - digits)
  const size = ((sum < 0n ? -sum : sum) + unit / 2n) / unit
  const written = String(size).padStart(digits + 1, '0')
  const at = written.length - digits
  const value = Number(`${written.slice(0, at)}.${written.slice(at)}0`)
  return sum < 0n && value !== 0 ? -value : value
}

const given = (name: string, text: string | undefined): Json =>
  text === undefined ? {} : { [name]: Number(text) }

const shownItem = (item: ItemFields, index: number, isFixed: boolean): Json => ({
  id: String(index + 1),
  itemCategory: item.category,
  ...(isFixed
    ? {}
    : {
        ...given('amountExVat', item.ex),
        ...given('amountIncVat', item.inc),
        ...given('discountAmountExVat', item.discountEx),
        ...given('discountAmountIncVat', item.discountInc),
      }),
})

function sums(items: ItemFields[], currency: string): Json {
  if (items.some(({ ex, inc }) => ex === undefined || inc === undefined)) return {}
  const total = (category: string | undefined, pick: (item: ItemFields) => string | undefined) =>
    sumOf(
      items
        .filter((item) => category === undefined || item.category === category)
        .map((one) => pick(one) as string),
      currency,
    )
  const three = (name: (part: string) => string, pick: (item: ItemFields) => string | undefined): Json => ({
    [name('Price')]: total(undefined, pick),
    [name('LabourPrice')]: total('labour', pick),
    [name('PartsPrice')]: total('material', pick),
  })
  const plain = (vat: string) => (part: string) => part.charAt(0).toLowerCase() + part.slice(1) + vat
  const discounted = (vat: string) => (part: string) => `discount${part}${vat}`
  const hasDiscount = items.some((one) => one.discountEx !== undefined || one.discountInc !== undefined)
  return {
    ...three(plain('ExVat'), ({ ex }) => ex),
    ...three(plain('IncVat'), ({ inc }) => inc),
    ...(hasDiscount
      ? {
          ...three(discounted('ExVat'), ({ ex, discountEx }) => discountEx ?? ex),
          ...three(discounted('IncVat'), ({ inc, discountInc }) => discountInc ?? inc),
        }
      : {}),
  }
}

function shownVariant({ id, fuel, fixed, items }: VariantFields, currency: string): Json {
  return {
    id,
    ...(fuel === undefined ? {} : { fuelTypeApplicabilityList: [fuel] }),
    ...(fixed
      ? {
          variantPricingCategory: 'fixedVariantPrice',
          ...given('priceExVat', fixed.ex),
          ...given('priceIncVat', fixed.inc),
        }
      : sums(items, currency)),
    contents: items.map((item, index) => shownItem(item, index, fixed !== undefined)),
  }
}

const header = ({ mark, clientId }: Model, id: string, { text, currency }: ModelPackage): Json => ({
  id,
  masterClient: clientId,
  description: `${text} of ${mark}`,
  currency,
})

export function shownPackage(model: Model, id: string): Json | undefined {
  const found = model.packages.get(id)
  return (
    found && {
      ...header(model, id, found),
      variants: found.variants.map((one) => shownVariant(one, found.currency)),
    }
  )
}

// Catalogue.

export function putPackage(model: Model, id: string, { text, currency, variants }: PackageFields): Outcome {
  const faults = variants.flatMap(({ fixed, items }) => {
    const needed = fixed ? [fixed.ex, fixed.inc] : items.flatMap(({ ex, inc }) => [ex, inc])
    return needed.filter((one) => one === undefined).map(() => 40033)
  })
  const problem = refusedFor([...(currency === undefined ? [40010] : []), ...faults])
  if (problem) return problem
  const isNew = !model.packages.has(id)
  model.packages.set(id, { text, currency: currency as string, variants: structuredClone(variants) })
  return isNew ? made : ok
}

const unpriced = (item: ItemFields): ItemFields => ({
  category: item.category,
  ex: undefined,
  inc: undefined,
  discountEx: undefined,
  discountInc: undefined,
})

/** E4. */
export function putPrices(model: Model, id: string, list: PriceList): Outcome {
  const found = model.packages.get(id)
  if (!found) return refused(40401)
  const faults = list.variants.flatMap((priced) => {
    const variant = found.variants.find((one) => one.id === priced.id)
    if (!variant) return [40034]
    return priced.items.filter((item) => Number(item.id) > variant.items.length).map(() => 40034)
  })
  const problem = refusedFor(faults)
  if (problem) return problem
  const isOther = found.currency !== list.currency
  found.currency = list.currency
  for (const variant of found.variants) {
    if (isOther) variant.items = variant.items.map(unpriced)
    if (isOther && variant.fixed) variant.fixed = { ex: undefined, inc: undefined }
    // A fixed price has no amounts on its items (E3).
    if (variant.fixed) continue
    const named = list.variants.find((one) => one.id === variant.id)?.items ?? []
    variant.items = variant.items.map((item, index) => {
      const price = named.find(({ id: itemId }) => itemId === String(index + 1))
      return price ? { ...item, ex: price.ex, inc: price.inc } : item
    })
  }
  return ok
}

/** E6: one by one, all or nothing. */
export function assign(model: Model, instructions: Instruction[]): Outcome {
  const faults = instructions.flatMap(({ answer, packageIds, place }) => [
    ...(answer === 'unknown' ? [40037] : []),
    ...packageIds.filter((id) => !model.packages.has(id)).map(() => 40036),
    ...(place === 'branch without site' ? [40038] : []),
  ])
  const problem = refusedFor(faults)
  if (problem) return problem
  for (const { answer, packageIds, place } of instructions) {
    const at = key(...answers[answer as keyof typeof answers])
    const bindings = model.bindings[place as 'everywhere' | 'site' | 'branch']
    if (packageIds.length === 0) bindings.delete(at)
    else bindings.set(at, [...new Set(packageIds)])
  }
  return ok
}

export function shownAssignment({ bindings }: Model): Json[] {
  return Object.entries(bindings).flatMap(([place, byAnswer]) =>
    [...byAnswer].map(([at, packageIds]) => {
      const [questionId, answerId] = JSON.parse(at) as string[]
      return {
        questionId,
        answerId,
        packageIds,
        ...(place === 'everywhere' ? {} : { siteId: 'main' }),
        ...(place === 'branch' ? { branchId: 'B1' } : {}),
      }
    }),
  )
}

// The survey.

/** What is offered on every answer, whatever is selected (E1, E2). */
function offers(model: Model): Map<string, Json[]> {
  if (model.frozen) return model.frozen
  const result = new Map<string, Json[]>()
  for (const [questionId, answerId] of Object.values(answers)) {
    const at = key(questionId, answerId)
    const ids = new Set(Object.values(model.bindings).flatMap((byAnswer) => byAnswer.get(at) ?? []))
    const packages = [...ids].flatMap((id) => {
      const found = model.packages.get(id) as ModelPackage
      const fitting = found.variants.filter(
        ({ fuel }) => fuel === undefined || fuel === model.vehicle.fuelType,
      )
      if (fitting.length === 0) return []
      return [
        { ...header(model, id, found), variants: fitting.map((one) => shownVariant(one, found.currency)) },
      ]
    })
    if (packages.length > 0) result.set(at, packages)
  }
  return result
}

function findOffered(model: Model, at: string, packageId: string, variantId: string) {
  const whole = offers(model)
    .get(at)
    ?.find(({ id }) => id === packageId)
  const variant = (whole?.variants as Json[] | undefined)?.find(({ id }) => id === variantId)
  if (!whole || !variant) return undefined
  const { variants: _, ...rest } = whole
  return { header: rest, variant }
}

/** Every variant that is offered, answer by answer. */
export const offeredRefs = (model: Model): Ref[] =>
  (Object.keys(answers) as (keyof typeof answers)[]).flatMap((answer) =>
    (offers(model).get(key(...answers[answer])) ?? []).flatMap(({ id, variants }) =>
      (variants as Json[]).map((one) => ({ answer, packageId: id as string, variantId: one.id as string })),
    ),
  )

/** Every variant that was ever selected. */
export const knownRefs = (model: Model): Ref[] =>
  [...model.packageQuoteIds.keys()].map((known) => {
    const [questionId = '', answerId = '', packageId = '', variantId = ''] = JSON.parse(known) as string[]
    const answer = (Object.keys(answers) as (keyof typeof answers)[]).find(
      (name) => key(...answers[name]) === key(questionId, answerId),
    )
    return { answer: answer ?? 'custom', packageId, variantId }
  })

const isReplaced = (model: Model, selection: string, except?: string) =>
  [...model.quotes].some(([id, { replaces }]) => replaces === selection && id !== except)

function shownSelection(model: Model, at: string, { variant, approval }: Selection): Json {
  const { approvalStatus, deferralDate, rejectionReasonCode } = approval as Record<string, string | undefined>
  return {
    ...variant,
    selected: !isReplaced(model, at),
    ...(approvalStatus === undefined ? {} : { customerApproved: approvalStatus }),
    ...(deferralDate === undefined ? {} : { deferralDate }),
    ...(rejectionReasonCode === undefined ? {} : { rejectionReasonCode }),
  }
}

/** `packages` by answer: what is offered, with what was selected in its place, or after it when it is offered no more. */
export function shownOffers(model: Model): Map<string, Json[]> {
  const result = new Map(
    [...offers(model)].map(([at, packages]) => [at, packages.map((one) => structuredClone(one))]),
  )
  for (const packages of result.values()) {
    for (const one of packages) for (const variant of one.variants as Json[]) variant.selected = false
  }
  for (const [selectionKey, selection] of model.selections) {
    const [questionId, answerId, packageId, variantId] = JSON.parse(selectionKey) as [
      string,
      string,
      string,
      string,
    ]
    const at = key(questionId, answerId)
    const packages = result.get(at) ?? []
    result.set(at, packages)
    const { currency } = selection.header
    // Amounts are under the currency they were selected in, and a variant is shown once.
    for (const other of packages) {
      if (other.id !== packageId || other.currency === currency) continue
      other.variants = (other.variants as Json[]).filter(({ id }) => id !== variantId)
    }
    let whole = packages.find((one) => one.id === packageId && one.currency === currency)
    if (!whole) {
      whole = { ...selection.header, variants: [] }
      packages.push(whole)
    }
    const variants = whole.variants as Json[]
    const index = variants.findIndex(({ id }) => id === variantId)
    variants[index < 0 ? variants.length : index] = shownSelection(model, selectionKey, selection)
  }
  for (const [at, packages] of result)
    result.set(
      at,
      packages.filter(({ variants }) => (variants as Json[]).length > 0),
    )
  return result
}

/** E2: frozen with its prices; selecting again changes nothing. */
export function select(model: Model, ref: Ref): Outcome {
  if (model.closed) return refused(40041)
  const offered = findOffered(model, key(...placeOf(model, ref.answer)), ref.packageId, ref.variantId)
  if (offered?.variant.priceExVat === undefined) return refused(40048)
  const at = keyOf(model, ref)
  if (model.selections.has(at)) return ok
  const isDiscounted = !model.vehicle.warrantyOn && offered.variant.discountPriceExVat !== undefined
  model.selections.set(at, structuredClone({ ...offered, isDiscounted, approval: {} }))
  return ok
}

export function deselect(model: Model, ref: Ref): Outcome {
  if (model.closed) return refused(40041)
  return model.selections.delete(keyOf(model, ref)) ? ok : refused(40401)
}

/** The customer's decision, also on a closed survey (D5). */
export function decide(model: Model, ref: Ref, approval: object): Outcome {
  const at = keyOf(model, ref)
  const selection = model.selections.get(at)
  if (!selection || isReplaced(model, at)) return refused(40401)
  selection.approval = approval
  return ok
}

export function complete(model: Model): Outcome {
  if (model.closed) return refused(40041)
  if (model.completed) return refused(40040)
  model.frozen = offers(model)
  model.completed = true
  return ok
}

export function reopen(model: Model): Outcome {
  if (model.closed) return refused(40041)
  if (!model.completed) return refused(40045)
  model.frozen = undefined
  model.completed = false
  return ok
}

/** A closed survey keeps the vehicle it was closed with (C4). */
export function putOrder(model: Model, vehicle: VehicleFields, closed: boolean): Outcome {
  if (!model.closed) model.vehicle = vehicle
  model.closed ||= closed
  return ok
}

// Quotes.

const isPackageQuoteId = (model: Model, id: string) => [...model.packageQuoteIds.values()].includes(id)

/** The key of the selected variant that has this quote id, while it is current. */
function findCurrent(model: Model, id: string): string | undefined {
  const at = [...model.packageQuoteIds].find(([, quoteId]) => quoteId === id)?.[0]
  return at !== undefined && model.selections.has(at) && !isReplaced(model, at) ? at : undefined
}

/** E7; a wrong body is reported before the state of the survey. */
export function putQuote(model: Model, id: string, fields: QuoteFields, body: Json): Outcome {
  if (fields.fault === 'no variantId') return refused(40010)
  if (fields.fault === 'no amount') return refused(40033)
  // Also while it is not selected: the id is the variant's for good.
  if (isPackageQuoteId(model, id)) return refused(40046)
  if (fields.fault === 'upSale') return refused(40043)
  if (fields.fault === 'unknown answer') return refused(40037)
  const [questionId, answerId] = placeOf(model, fields.answer)
  const { packageId, variantId } = fields.replaces ?? {}
  const replaces =
    packageId === undefined || variantId === undefined
      ? undefined
      : key(questionId, answerId, packageId, variantId)
  const {
    approvalStatus: _,
    approvalMedium: __,
    rejectionReasonCode: ___,
    deferralDate: ____,
    ...document
  } = body
  const before = model.quotes.get(id)
  const isDecision = JSON.stringify(before?.document) === JSON.stringify(document)
  if (model.closed && !isDecision) return refused(40041)
  if (replaces !== undefined && before?.replaces !== replaces) {
    const isThere =
      model.selections.has(replaces) ||
      findOffered(model, key(questionId, answerId), packageId as string, variantId as string)
    if (!isThere) return refused(40048)
    if (isReplaced(model, replaces, id)) return refused(40049)
  }
  model.quotes.set(id, { questionId, answerId, replaces, document, approval: fields.approval })
  return before ? ok : made
}

/** E9. */
export function deleteQuote(model: Model, id: string): Outcome {
  const isCurrent = findCurrent(model, id) !== undefined
  if (!isCurrent && !model.quotes.has(id)) return refused(40401)
  if (model.closed) return refused(40041)
  if (isCurrent) return refused(40046)
  model.quotes.delete(id)
  return ok
}

const isFixedPrice = ({ variantPricingCategory }: Json) => variantPricingCategory === 'fixedVariantPrice'

/** Without shares of labour and parts the first line has the price; if there is no line, one is made. */
function fixedLines({ contents, priceExVat, priceIncVat }: Json, { description }: Json): Json[] {
  const price = { amountExVat: priceExVat, amountIncVat: priceIncVat }
  const lines = contents as Json[]
  if (lines.length === 0) {
    return priceExVat === 0 && priceIncVat === 0 ? [] : [{ itemCategory: 'labour', description, ...price }]
  }
  return lines.map((line, index) => ({
    ...line,
    ...(index === 0 ? price : { amountExVat: 0, amountIncVat: 0 }),
  }))
}

function packageQuote(model: Model, at: string, { header: whole, variant, ...rest }: Selection): Json {
  const [questionId, answerId, packageId, variantId] = JSON.parse(at) as string[]
  return {
    id: model.packageQuoteIds.get(at),
    category: 'package',
    description: whole.description,
    currency: whole.currency,
    questionId,
    answerId,
    packageId,
    variantId,
    ...rest.approval,
    contents: isFixedPrice(variant)
      ? fixedLines(variant, whole)
      : (variant.contents as Json[]).map((item) => {
          const { discountAmountExVat, discountAmountIncVat, ...plain } = item
          if (!rest.isDiscounted) return plain
          return {
            ...plain,
            amountExVat: discountAmountExVat ?? plain.amountExVat,
            amountIncVat: discountAmountIncVat ?? plain.amountIncVat,
          }
        }),
  }
}

/** In the order they were made, package quotes last. */
export function shownQuotes(model: Model): Json[] {
  return [
    ...[...model.quotes].map(([id, { document, approval }]) => ({ id, ...document, ...approval })),
    ...[...model.selections]
      .filter(([at]) => !isReplaced(model, at))
      .map(([at, selection]) => packageQuote(model, at, selection)),
  ]
}
