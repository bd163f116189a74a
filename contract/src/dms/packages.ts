// Spec headings "Package", "PackageVariant", "Package variant items" and "Packages".
import { type Static, type TProperties, Type } from 'typebox'
import {
  changedReply,
  conditionalRead,
  conditionalWrite,
  createdReply,
  etagReply,
  newTag,
  operation,
} from '../operation.ts'
import { packageTypes } from '../package-types.ts'
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
  plain,
  quantity,
  record,
  requiredIdentifier,
  sent,
  text,
  year,
} from '../schema.ts'
import { currency, fuelTypes, UnitOfMeasure } from '../shared.ts'

export const approvalStatuses = ['approved', 'rejected', 'deferred'] as const
export const ApprovalStatus = choice("The customer's decision.", [...approvalStatuses])

/** Fields of a line in a package variant or in a quote. */
export const itemFields = {
  id: identifier('Identifier of the item within its variant or quote.'),
  itemCode: plain(text('Part number, or operation code of labour.')),
  description: text('Text of the item.'),
  quantity: quantity('Quantity.'),
  unitOfMeasure: described(UnitOfMeasure, {
    description: 'Unit of the quantity: usually `hour` for labour, `ea` or `l` for material (A7).',
  }),
  labourCode: plain(text('Operation code; labour only.')),
  labourType: plain(text('Labour type, as agreed with the dealer; labour only.')),
  catalogue: plain(text('Labour catalogue; labour only.')),
  materialGroup: plain(text('Material group, as agreed with the dealer; material only.')),
  materialNumber: plain(text('Material code; material only.')),
  externalMaterialNumber: plain(
    text(
      'Material code of the dealer; material only. Filled only where the service knows the part coding of the DMS: no exchange may ' +
        'depend on it.',
    ),
  ),
}
const itemCategory = choice(
  'Labour or material; `part` is accepted instead of `material`.',
  ['labour', 'material'],
  {
    part: 'material',
  },
)

export const amounts = {
  amountExVat: amount(
    'Total of the item without VAT (E3). Needed when prices are sent and when a quote is created: it feeds the statistics of the cost ' +
      'of found work.',
  ),
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
  {
    ...itemFields,
    ...amounts,
    amountExVat: sent(amounts.amountExVat),
    fullAmountExVat: amount(
      'Our addition: the total without VAT before a discount, at least `amountExVat`. Left out: there is no discount.',
    ),
    fullAmountIncVat: amount(
      'Our addition: the total with VAT before a discount, at least `amountIncVat`. Left out: there is no discount.',
    ),
  },
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
  bodyPartApplicabilityList: texts(
    'Body parts; applies only to an exterior inspection with a drawing of the vehicle, and filters only for damage marks (E1).',
  ),
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
    variantPricingCategory: choice(
      'Prices per item (default), or one fixed price: item prices are then not kept.',
      ['individualItemPricing', 'fixedVariantPrice'],
    ),
    ...prices,
    oemPricing: flag('Prices of the variant are set by the manufacturer.'),
    applicabilityType: choice('How the applicability lists are applied; more ways may be added.', [
      'independentCriteria',
    ]),
    ...applicabilityLists,
    quantitative: flag('The variant has a quantitative attribute; passed through (D7).'),
    contents: list(PackageItem, 'Labour and material items.', { maxItems: limits.priceListLength }),
    selected: owned(
      flag(
        'Chosen for the recommendation. One not selected was proposed by the service and not confirmed by the advisor.',
      ),
    ),
    customerApproved: owned(described(ApprovalStatus, {})),
    deferralDate: owned(moment('To when the customer deferred the work; relevant for `deferred`.')),
    rejectionReasonCode: owned(text('Why the customer declined; relevant for `rejected`.')),
  },
)
export type PackageVariant = Static<typeof PackageVariant>

const packageFields = {
  id: sent(
    identifier(
      'Identifier of the package. Own ones hold no `!`; centrally run ones are `<master>!<id>` (E5).',
    ),
  ),
  masterClient: sent(
    owned(text('System client that runs the package; may differ from the one it is read from.')),
  ),
  description: text('Name of the package.'),
  longText: text('Longer text.'),
  currency: currency('ISO 4217; required for an own package, and whenever prices are sent.'),
  oemPricing: flag(
    "Prices are set by the manufacturer: the master's prices hold, dealer prices are not used (E3).",
  ),
  packageType: choice('Kind of package; left out, or `null` on input, for none in particular.', [
    ...packageTypes,
  ]),
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
    'Customers may select it themselves, for example as an automatic recommendation; such packages make automatic quotes (E8).',
  ),
}

export const Package = record(
  'Package',
  'A bundle of labour and material with prices.',
  {},
  {
    ...packageFields,
    variants: list(PackageVariant, 'Variants; the first that fits a vehicle is offered (E1).'),
  },
)
export type Package = Static<typeof Package>

export const PackageHeader = record(
  'PackageHeader',
  'A package by name.',
  {
    id: Type.String({
      description: 'Identifier of the package; centrally run ones are `<master>!<id>` (E5).',
    }),
    masterClient: Type.String({ description: 'System client that runs the package.' }),
  },
  { description: Type.String({ description: 'Name of the package.' }) },
)
export type PackageHeader = Static<typeof PackageHeader>

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
  {
    contents: list(pricedItem, 'Items that get a price; others keep theirs (E4).', {
      maxItems: limits.priceListLength,
    }),
  },
)

/** All other fields of a package are ignored here. */
export const PackagePrices = record(
  'PackagePrices',
  'Item prices of one package. Items not named keep their price (E4).',
  { currency: currency('ISO 4217; another one than before drops the old prices (E4).') },
  {
    id: identifier('The package; may be left out (A5).'),
    variants: list(pricedVariant, 'Variants with items that get a price.', {
      maxItems: limits.priceListLength,
    }),
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
  replies: { 200: { description: 'The packages.', body: Type.Array(PackageHeader) } },
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
  replies: { 200: { description: 'The package.', body: Package, headers: etagReply } },
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
  replies: { 200: { description: 'The package.', body: Package, headers: etagReply } },
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
  replies: { 201: createdReply('The package', newTag), 204: changedReply('The package', newTag) },
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
  replies: { 204: { description: 'The prices were set.', headers: newTag } },
  problems: ['noSuchResource', 'unknownItem', 'duplicateId', 'preconditionFailed'],
  decisions: ['B1', 'E3', 'E4'],
  isLarge: true,
  example: {
    currency: 'EUR',
    variants: [{ id: 'petrol', contents: [{ id: '1', amountExVat: 95, amountIncVat: 113.05 }] }],
  },
})
