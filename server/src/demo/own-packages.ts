// The six packages the demo dealership runs itself, and the answers they are offered on. Pure.
import type { Package, PackageItem } from '@walkaround/contract/dms/packages.ts'
import type { PackageAssignmentInstruction } from '@walkaround/contract/dms/survey-templates.ts'
import { roundUnits, toUnits } from '../lib/decimal.ts'
import { branches } from './dealership.ts'
import { CURRENCY, type Line, labour, part, withVat } from './lines.ts'

type OwnPackage = Package & { id: string }

const items = (lines: readonly Line[]): PackageItem[] =>
  lines.map((line, index) => ({ id: String((index + 1) * 10), ...line }))

const LOYALTY_PERCENT = 15n

/** Parts cost less for a car out of warranty (E3); labour does not. */
function loyal(item: PackageItem): PackageItem {
  if (item.itemCategory === 'labour') return item
  const cents = roundUnits(toUnits(item.amountExVat ?? 0, 2) * (100n - LOYALTY_PERCENT), 2, 0)
  const { exVat, incVat } = withVat(cents)
  return { ...item, discountAmountExVat: exVat, discountAmountIncVat: incVat }
}

const frontBrakes = (hours: number, kind: string, pads: number, disc: number): PackageItem[] =>
  items([
    labour('33-110', 'Front discs and pads, replace', hours),
    part(`BP-${kind}`, 'Front brake pads, set', 1, pads, { group: 'brakes' }),
    part(`BD-${kind}`, 'Front brake disc', 2, disc, { group: 'brakes' }),
  ]).map(loyal)

const brakesByModel: OwnPackage = {
  id: 'front-brakes',
  description: 'Front brakes, original parts',
  longText: 'Discs and pads of the manufacturer. Parts are 15 % less for cars out of warranty.',
  currency: CURRENCY,
  packageType: 'recommendedMaintenance',
  variants: [
    {
      id: 'fjell',
      description: 'Fjell',
      modelCodeApplicabilityList: ['FJ2'],
      contents: frontBrakes(1.6, 'FJ2', 104_90, 118_40),
    },
    {
      id: 'compact',
      description: 'Lund, Sund, Lyn',
      modelCodeApplicabilityList: ['LN1', 'SD1', 'LY1'],
      contents: frontBrakes(1.4, 'LN1', 86_50, 92_30),
    },
    {
      id: 'tamber',
      description: 'Piccolo, Viola',
      makeApplicabilityList: ['Tamber'],
      modelCodeApplicabilityList: ['PC3', 'VL2'],
      contents: frontBrakes(1.3, 'PC3', 71_20, 68_80),
    },
    {
      id: 'cargo',
      description: 'Cargo',
      modelCodeApplicabilityList: ['CG2'],
      contents: frontBrakes(1.9, 'CG2', 129_00, 146_50),
    },
  ],
}

const adBlue = (litres: number): PackageItem[] =>
  items([
    labour('19-410', 'Exhaust fluid, fill and reset the range', 0.2),
    part('AB-1940', 'Exhaust fluid', litres, 1_45, { unit: 'l', group: 'fluids' }),
  ])

const exhaustFluid: OwnPackage = {
  id: 'exhaust-fluid',
  description: 'Exhaust fluid filled up',
  currency: CURRENCY,
  packageType: 'recommendedMaintenance',
  serviceIntervalMileage: 6_000,
  customerSelectionAvailable: true,
  variants: [
    {
      id: 'car',
      description: 'Diesel cars, 12 litres',
      fuelTypeApplicabilityList: ['diesel'],
      engineCapacityApplicabilityList: ['1.6', '2.0'],
      contents: adBlue(12),
    },
    {
      id: 'van',
      description: 'Diesel vans, 20 litres',
      fuelTypeApplicabilityList: ['diesel'],
      engineCapacityApplicabilityList: ['2.2'],
      contents: adBlue(20),
    },
  ],
}

const [fixedPrice, ofLabour, ofParts] = [withVat(75_00), withVat(57_00), withVat(18_00)]
const chipRepair: OwnPackage = {
  id: 'chip-fixed',
  description: 'Stone chip filled, fixed price',
  longText: 'One price for every car, whatever it takes.',
  currency: CURRENCY,
  packageType: 'promo',
  variants: [
    {
      id: 'fixed',
      description: 'Every windscreen',
      variantPricingCategory: 'fixedVariantPrice',
      priceExVat: fixedPrice.exVat,
      priceIncVat: fixedPrice.incVat,
      labourPriceExVat: ofLabour.exVat,
      labourPriceIncVat: ofLabour.incVat,
      partsPriceExVat: ofParts.exVat,
      partsPriceIncVat: ofParts.incVat,
      contents: items([
        { itemCategory: 'labour', itemCode: '64-300', description: 'Windscreen chip, fill' },
        { itemCategory: 'material', itemCode: 'RS-6430', description: 'Resin and polish' },
      ]),
    },
  ],
}

const software = (hours: number): PackageItem[] =>
  items([labour('61-700', 'Drive control, load and teach in', hours, 'high voltage')])

const driveSoftware: OwnPackage = {
  id: 'drive-software',
  description: 'Software of the drive control',
  longText: 'The price is set by the manufacturer and the same at every dealer.',
  currency: CURRENCY,
  oemPricing: true,
  packageType: 'diagnostics',
  variants: [
    {
      id: 'electric',
      description: 'Electric',
      fuelTypeApplicabilityList: ['electric'],
      contents: software(0.8),
    },
    { id: 'hybrid', description: 'Hybrid', fuelTypeApplicabilityList: ['hybrid'], contents: software(0.6) },
  ],
}

const dentRemoval: OwnPackage = {
  id: 'dents-south',
  description: 'Dents removed without paint',
  longText: 'Only South has the lamp and the levers for it.',
  currency: CURRENCY,
  packageType: 'care',
  variants: [
    {
      id: 'small',
      description: 'Up to three dents of a coin',
      contents: items([labour('54-050', 'Dents, press out', 0.8, 'body')]),
    },
    {
      id: 'large',
      description: 'One panel',
      contents: items([labour('54-060', 'Panel, press out', 2.4, 'body')]),
    },
  ],
}

const loadSpace: OwnPackage = {
  id: 'load-space',
  description: 'Load space: floor and sliding door',
  currency: CURRENCY,
  packageType: 'accessories',
  variants: [
    {
      id: 'long',
      description: 'Cargo, long wheelbase',
      modelCodeApplicabilityList: ['CG2'],
      derivativeCodeApplicabilityList: ['CG2-V22D-M6'],
      contents: items([
        labour('51-330', 'Sliding door, adjust and grease', 0.7, 'body'),
        labour('52-100', 'Load floor, replace', 1.1, 'body'),
        part('LF-5210', 'Load floor with edge rails', 1, 214_00, { group: 'body' }),
      ]),
    },
  ],
}

export const ownPackages: readonly OwnPackage[] = [
  brakesByModel,
  exhaustFluid,
  chipRepair,
  driveSoftware,
  dentRemoval,
  loadSpace,
]

const bind = (questionId: string, answerIds: string[], packageId: string, at = {}) =>
  answerIds.map(
    (answerId): PackageAssignmentInstruction => ({ questionId, answerId, packageIds: [packageId], ...at }),
  )

const south = { siteId: 'south' }
const vans = { siteId: 'north', branchId: branches.vans }

/** By template. Everywhere, but for one that only a site offers and one that only a branch does. */
export const bindings: Readonly<Record<string, PackageAssignmentInstruction[]>> = {
  'open!health': [
    ...bind('h.warningLamps', ['adv', 'adv2'], exhaustFluid.id),
    ...bind('h.glass', ['adv'], chipRepair.id),
    ...bind('h.recall', ['adv', 'bad'], driveSoftware.id),
    ...bind('h.body', ['adv', 'bad'], dentRemoval.id, south),
    ...bind('h.trim', ['adv', 'bad'], loadSpace.id, vans),
  ],
  'open!vc': [
    ...bind('vc.padFL', ['bad'], brakesByModel.id),
    ...bind('vc.padFR', ['bad'], brakesByModel.id),
    ...bind('vc.discF', ['adv', 'bad'], brakesByModel.id),
    ...bind('vc.hvSoh', ['adv', 'bad'], driveSoftware.id),
  ],
}
