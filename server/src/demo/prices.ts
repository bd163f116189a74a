// What the demo dealership charges for the items of the packages that come with the service. Pure.
import type { PackageItem } from '@walkaround/contract/dms/packages.ts'
import { amountsOf, HOURLY_RATE } from './lines.ts'

/** Cents for one piece, litre, gram … without VAT, by the name of the part. */
const parts: Readonly<Record<string, number>> = {
  '12 V battery': 148_00,
  'Air-conditioning cleaner': 16_80,
  'Automatic gearbox oil': 21_40,
  'Auxiliary belt': 38_60,
  'Balancing weights': 7_50,
  'Ball joint or track-rod end': 54_90,
  'Boot kit with grease and clamps': 46_20,
  'Brake cleaner': 5_40,
  'Brake fluid DOT 4': 13_80,
  'Cabin filter': 32_10,
  'Clamps and hangers': 14_30,
  'Clip set': 9_80,
  'Compressor oil': 36,
  'Coolant, ready mixed': 7_90,
  'CVT fluid': 24_90,
  'Disposal of the old tyre': 3_20,
  'Drain plug washer': 1_15,
  'Dual-clutch gearbox oil': 26_30,
  'Engine air filter': 28_40,
  'Engine oil': 16_90,
  'Front brake disc': 96_20,
  'Front pad set': 89_50,
  'Front shock absorber': 134_00,
  'Front wiper blade set': 38_90,
  'Fuel filter': 44_70,
  'Gearbox filter': 58_40,
  Lamp: 12_40,
  'Leak dye': 85,
  'Oil filter': 14_60,
  'Pan seal': 27_80,
  'Plug patch': 6_20,
  Polish: 8_90,
  'Rear brake disc': 78_60,
  'Rear pad set': 72_30,
  'Rear shock absorber': 98_50,
  'Rear silencer': 187_00,
  'Refrigerant R1234yf': 22,
  'Refrigerant R134a': 9,
  'Repair resin': 18_50,
  Seal: 24_10,
  'Self-locking nut': 2_35,
  'Spark plug': 13_70,
  'Strut mount': 41_80,
  'Timing belt kit': 162_00,
  Tyre: 94_00,
  Valve: 3_90,
  'Water pump': 118_00,
  'Wear sensor': 17_60,
  'Wheel bearing kit': 112_00,
}

/** Undefined for a part that is not in the price list: its package then has no price, as with any DMS. */
export function findAmounts(item: PackageItem) {
  const { itemCategory, description = '', quantity = 1 } = item
  const price = itemCategory === 'labour' ? HOURLY_RATE : parts[description]
  return price === undefined ? undefined : amountsOf(quantity, price)
}
