// Spec headings "Package", "PackageVariant", "Package variant items" and "Packages".
import { type Static, type TProperties, Type } from 'typebox'
import {
  changedAnswer,
  conditionalRead,
  conditionalWrite,
  createdAnswer,
  etagAnswer,
  newTag,
  operation,
} from '../operation.ts'
import {
  amount,
  choice,
  described,
  flag,
  identifier,
  limits,
  list,
  moment,
  owned,
  ownedUnless,
  quantity,
  record,
  requiredIdentifier,
  text,
  year,
} from '../schema.ts'
import { currency, fuelTypes, UnitOfMeasure } from '../shared.ts'

export const approvalStatuses = ['approved', 'rejected', 'deferred'] as const
export const ApprovalStatus = choice("The customer's decision.", [...approvalStatuses])

/** Fields of a line that stands in a package variant or in a quote. */
const itemFields = {
  id: identifier('Identifier of the item within its variant or quote.'),
  itemCode: text('Part number, or operation code of labour.'),
  description: text('Text of the item.'),
  quantity: quantity('Quantity.'),
  unitOfMeasure: UnitOfMeasure,
  labourCode: text('Operation code; labour only.'),
  labourType: text('Labour type; labour only.'),
  catalogue: text('Labour catalogue; labour only.'),
  materialGroup: text('Material group; material only.'),
  materialNumber: text('Material code; material only.'),
  externalMaterialNumber: text('Material code of the dealer; material only. Nothing may depend on it.'),
}
const itemCategory = choice('`part` is accepted instead of `material`.', ['labour', 'material'], {
  part: 'material',
})

const amounts = {
  amountExVat: amount('Total of the item without VAT (E3).'),
  amountIncVat: amount('Total of the item with VAT (E3).'),
}

export const PackageItem = record(
  'PackageItem',
  'A labour or material item of a package variant.',
  { itemCategory },
  {
    ...itemFields,
    ...amounts,
    discountAmountExVat: amount('Total without VAT for vehicles out of warranty.'),
    discountAmountIncVat: amount('Total with VAT for vehicles out of warranty.'),
  },
)
export type PackageItem = Static<typeof PackageItem>

/** Discount amounts do not apply inside a quote. */
export const QuoteItem = record(
  'QuoteItem',
  'A labour or material item of a quote.',
  { itemCategory },
  { ...itemFields, ...amounts },
)
export type QuoteItem = Static<typeof QuoteItem>

const priceNames = {
  priceExVat: 'Price without VAT.',
  priceIncVat: 'Price with VAT.',
  labourPriceExVat: 'Labour part without VAT.',
  labourPriceIncVat: 'Labour part with VAT.',
  partsPriceExVat: 'Parts without VAT.',
  partsPriceIncVat: 'Parts with VAT.',
  discountPriceExVat: 'Price without VAT for vehicles out of warranty.',
  discountPriceIncVat: 'Price with VAT for vehicles out of warranty.',
  discountLabourPriceExVat: 'Labour part without VAT for vehicles out of warranty.',
  discountLabourPriceIncVat: 'Labour part with VAT for vehicles out of warranty.',
  discountPartsPriceExVat: 'Parts without VAT for vehicles out of warranty.',
  discountPartsPriceIncVat: 'Parts with VAT for vehicles out of warranty.',
} as const
export type PriceName = keyof typeof priceNames
export const variantPriceNames = Object.keys(priceNames) as PriceName[]

const computed =
  ' Computed from the items when the variant is `individualItemPricing` (then ignored on input), kept when it is `fixedVariantPrice` (E3).'
const prices = Object.fromEntries(
  Object.entries(priceNames).map(([name, description]) => [
    name,
    ownedUnless(amount(description + computed), 'variantPricingCategory', 'fixedVariantPrice'),
  ]),
) as { [K in PriceName]: ReturnType<typeof amount> }

const texts = (description: string) =>
  list(Type.String({ maxLength: limits.idLength, description: 'A value.' }), description)
const fits = 'The variant fits vehicles with one of these values; empty or absent: all (E1).'

export const applicabilityLists = {
  derivativeCodeApplicabilityList: texts(`Derivative codes. ${fits}`),
  modelCodeApplicabilityList: texts(`Model codes. ${fits}`),
  makeApplicabilityList: texts(`Makes. ${fits}`),
  fuelTypeApplicabilityList: list(choice('A fuel type.', [...fuelTypes]), `Fuel types. ${fits}`),
  airIntakeApplicabilityList: list(
    choice('An air intake.', ['Turbo SC', 'Naturally aspirated']),
    `Air intake. ${fits}`,
  ),
  gearboxTypeApplicabilityList: texts(`Gearbox types. ${fits}`),
  bodyPartApplicabilityList: texts('Body parts; filters only for damage marks on a drawing (E1).'),
  engineCapacityApplicabilityList: texts(`Litres, as text. ${fits}`),
  modelYearApplicabilityList: list(year('A year.'), `Model years. ${fits}`),
  productionYearApplicabilityList: list(year('A year.'), `Production years. ${fits}`),
} satisfies TProperties

export const PackageVariant = record(
  'PackageVariant',
  'One way to do the work of a package, for the vehicles it fits.',
  { id: requiredIdentifier('Identifier of the variant within its package.') },
  {
    description: text('Name of the variant.'),
    longText: text('Longer text.'),
    variantPricingCategory: choice('Prices per item (default), or one fixed price.', [
      'individualItemPricing',
      'fixedVariantPrice',
    ]),
    ...prices,
    oemPricing: flag('Prices are set by the manufacturer.'),
    applicabilityType: choice('How the lists below are applied.', ['independentCriteria']),
    ...applicabilityLists,
    quantitative: flag('The variant has a quantitative attribute; passed through (D7).'),
    contents: list(PackageItem, 'Items.', { maxItems: limits.priceListLength }),
    selected: owned(flag('Chosen by the advisor; one not selected was proposed by the service only.')),
    customerApproved: owned(described(ApprovalStatus, {})),
    deferralDate: owned(moment('Date of deferral.')),
    rejectionReasonCode: owned(text('Reason for declining.')),
  },
)
export type PackageVariant = Static<typeof PackageVariant>

export const packageTypes = [
  'scheduledMaintenance',
  'recommendedMaintenance',
  'promo',
  'care',
  'diagnostics',
  'accessories',
] as const

const packageFields = {
  id: identifier(
    'Identifier of the package. Own ones hold no `!`; centrally run ones are `<master>!<id>` (E5).',
  ),
  masterClient: owned(text('System client that runs the package.')),
  description: text('Name of the package.'),
  longText: text('Longer text.'),
  currency: currency('ISO 4217; required for an own package.'),
  oemPricing: flag("Prices are set by the manufacturer: the master's prices hold (E3)."),
  packageType: choice('Kind of package; left out for none in particular.', [...packageTypes]),
  serviceIntervalMileage: Type.Integer({
    minimum: 0,
    maximum: 10_000_000,
    description: 'Service interval in km.',
  }),
  serviceIntervalAge: Type.Integer({
    minimum: 0,
    maximum: 12_000,
    description: 'Service interval in months.',
  }),
  customerSelectionAvailable: flag(
    'Customers may select it themselves; such packages make automatic quotes (E8).',
  ),
}

export const Package = record(
  'Package',
  'A bundle of labour and material with prices.',
  {},
  {
    ...packageFields,
    variants: list(PackageVariant, 'Variants.'),
  },
)
export type Package = Static<typeof Package>

export const PackageHeader = record(
  'PackageHeader',
  'A package by name.',
  { id: Type.String(), masterClient: Type.String() },
  { description: Type.String() },
)

const pricedItem = record(
  'PricedItem',
  'The price of one item; both amounts are needed (E4).',
  { id: requiredIdentifier('The item.'), ...amounts },
  {},
)
const pricedVariant = record(
  'PricedVariant',
  'The items of one variant that get a price.',
  { id: requiredIdentifier('The variant.') },
  { contents: list(pricedItem, 'Items.', { maxItems: limits.priceListLength }) },
)

/** Everything else of a package is ignored here. */
export const PackagePrices = record(
  'PackagePrices',
  'Item prices of one package. Items not named keep their price (E4).',
  { currency: currency('ISO 4217; another one than before drops the old prices (E4).') },
  {
    id: identifier('The package; may be left out (A5).'),
    variants: list(pricedVariant, 'Variants.', { maxItems: limits.priceListLength }),
  },
)
export type PackagePrices = Static<typeof PackagePrices>

const HEADING = 'Packages'
const listPath = '/system-clients/{system_client_id}/packages'
const path = `${listPath}/{id}`
const params = { system_client_id: 'The system client.', id: 'The package.' }

export const listPackages = operation({
  id: 'listPackages',
  method: 'GET',
  path: listPath,
  heading: HEADING,
  summary: 'List packages',
  description:
    "The client's own packages and those of its master clients, by `id`, `masterClient` and `description`.",
  right: 'read',
  params: { system_client_id: 'The system client.' },
  answers: { 200: { description: 'The packages.', body: Type.Array(PackageHeader) } },
  problems: [],
  decisions: ['E5'],
})

export const getPackage = operation({
  id: 'getPackage',
  method: 'GET',
  path,
  heading: HEADING,
  summary: 'Read a package',
  description: "The package with this client's prices and the sums computed from them (E3).",
  right: 'read',
  params,
  requestHeaders: conditionalRead,
  answers: { 200: { description: 'The package.', body: Package, headers: etagAnswer } },
  problems: ['noSuchResource'],
  decisions: ['B7', 'E3', 'E5'],
})

export const getMasterPackage = operation({
  id: 'getMasterPackage',
  method: 'GET',
  path: `${path}/master`,
  heading: HEADING,
  summary: 'Read a package as its master keeps it',
  description:
    "Without this client's prices and without computed sums, under the id asked for (E5). The start of a price run.",
  right: 'read',
  params,
  requestHeaders: conditionalRead,
  answers: { 200: { description: 'The package.', body: Package, headers: etagAnswer } },
  problems: ['noSuchResource'],
  decisions: ['B7', 'E5'],
})

export const putPackage = operation({
  id: 'putPackage',
  method: 'PUT',
  path,
  heading: HEADING,
  summary: 'Create or change an own package',
  description:
    'Replaces the package (A1). `currency` is required, and both amounts on every item of a variant that is priced by item; a ' +
    '`fixedVariantPrice` variant needs `priceExVat` and `priceIncVat` instead (E3). Computed prices are ignored (A3). Ids with `!` ' +
    'belong to centrally run packages and are refused (E5).',
  right: 'packages',
  params,
  body: Package,
  requestHeaders: conditionalWrite,
  answers: { 201: createdAnswer('The package', newTag), 204: changedAnswer('The package', newTag) },
  problems: ['centralPackage', 'missingCurrency', 'missingPrice', 'duplicateId', 'preconditionFailed'],
  decisions: ['A1', 'A3', 'B1', 'E3', 'E5'],
  isLarge: true,
  example: {
    description: 'Front brake pads',
    currency: 'EUR',
    packageType: 'recommendedMaintenance',
    variants: [
      {
        id: 'petrol',
        description: 'Petrol',
        fuelTypeApplicabilityList: ['petrol'],
        contents: [
          {
            id: '1',
            itemCategory: 'labour',
            description: 'Replace pads',
            quantity: 1,
            unitOfMeasure: 'hour',
            amountExVat: 90,
            amountIncVat: 107.1,
          },
          {
            id: '2',
            itemCategory: 'material',
            description: 'Pad set',
            quantity: 1,
            unitOfMeasure: 'ea',
            amountExVat: 60,
            amountIncVat: 71.4,
          },
        ],
      },
    ],
  },
})

export const putPackagePrices = operation({
  id: 'putPackagePrices',
  method: 'PUT',
  path: `${path}/prices`,
  heading: HEADING,
  summary: 'Set the prices of items',
  description:
    'For own and centrally run packages. Merges: items not named keep their price. Another currency than before drops the old prices. ' +
    'An unknown variant or item is refused and nothing is changed (E4). With `oemPricing` the prices are accepted and not used (E3).',
  right: 'packages',
  params,
  body: PackagePrices,
  requestHeaders: conditionalWrite,
  answers: { 204: { description: 'The prices were set.', headers: newTag } },
  problems: ['noSuchResource', 'unknownItem', 'duplicateId', 'preconditionFailed'],
  decisions: ['B1', 'E3', 'E4'],
  isLarge: true,
  example: {
    currency: 'EUR',
    variants: [{ id: 'petrol', contents: [{ id: '1', amountExVat: 95, amountIncVat: 113.05 }] }],
  },
})
