// The act that the bench of printed forms draws: a four-page handover with six photos, as in a busy workshop. Words and amounts are
// invented; the photos are the demo's, in the size the service prints.
import { readFile } from 'node:fs/promises'
import type { ActLine } from '@walkaround/contract/app/acts.ts'
import sharp from 'sharp'
import type { FormJob } from '../server/src/features/printed-forms/form-worker.ts'
import type { FormMark } from '../server/src/features/printed-forms/model.ts'
import { richModel } from '../server/test/support/form-models.ts'

/** Side of the size `large`, which forms are printed from. */
const LARGE = 640

const marks: [kind: FormMark['kind'], panel: string, x: number, y: number, remark: string, photo?: string][] =
  [
    ['scratch', 'Front left door', 0.47, 0.85, 'About 12 cm, below the handle, through the clear coat'],
    ['dent', 'Rear left door', 0.59, 0.87, 'Shallow, paint unbroken', 'door-dent'],
    ['chip', 'Windscreen', 0.395, 0.52, 'Outside the view of the driver', 'screen-chip'],
    ['scratch', 'Front bumper', 0.11, 0.62, 'Lower edge, from a kerb', 'bumper-scratch'],
    ['other', 'Front right wheel', 0.27, 0.1, 'Rim scuffed over a third of its edge', 'rim-kerb'],
    ['crack', 'Rear left lamp', 0.87, 0.7, 'Lens cracked, dry inside', 'lens-cracked'],
  ]

const lines: [
  category: ActLine['category'],
  text: string,
  code: string,
  quantity: number,
  unit: string,
  exVat: number,
][] = [
  ['labour', 'Annual service by the schedule of the manufacturer', '00 51 610', 1.5, 'hour', 178.5],
  ['labour', 'Find the noise at the front axle: test drive, lift, report', '31 00 006', 0.6, 'hour', 71.4],
  ['labour', 'Front brake pads and discs, replace', '34 11 000', 1.2, 'hour', 142.8],
  ['labour', 'Brake fluid, replace with pressure device', '34 00 550', 0.8, 'hour', 95.2],
  ['labour', 'Wheels, change from summer to winter set, balance', '36 10 300', 1.0, 'hour', 119],
  ['labour', 'Wheel alignment, measure', '32 00 600', 0.7, 'hour', 83.3],
  ['labour', 'Stone chip in the windscreen, fill', '51 31 950', 0.5, 'hour', 59.5],
  ['labour', 'Cabin filter, replace', '64 31 062', 0.2, 'hour', 23.8],
  ['material', 'Engine oil 0W-30, long life', '83 21 2 365 950', 5.2, 'l', 98.28],
  ['material', 'Oil filter with seal ring', '11 42 8 575 211', 1, 'ea', 18.9],
  ['material', 'Drain plug with washer', '11 13 7 535 106', 1, 'ea', 4.6],
  ['material', 'Cabin filter with activated carbon', '64 11 9 382 886', 1, 'ea', 42.35],
  ['material', 'Brake pads, front axle, with wear sensor', '34 11 6 872 632', 1, 'pac', 112.4],
  ['material', 'Brake disc, ventilated, 312 mm', '34 11 6 792 219', 2, 'ea', 174.1],
  ['material', 'Brake fluid DOT 4, low viscosity', '83 13 2 405 977', 1, 'l', 14.2],
  ['material', 'Repair resin for glass', '83 19 0 419 100', 1, 'ea', 12.5],
  ['material', 'Balance weights, adhesive', '36 11 1 180 730', 4, 'ea', 9.8],
  ['material', 'Wiper blades, set', '61 61 2 241 375', 1, 'pac', 38.9],
  ['material', 'Washer fluid with antifreeze', '83 12 5 A4A 471', 3, 'l', 10.5],
  ['material', 'Key battery CR2450', '61 31 9 217 643', 2, 'ea', 7],
]

const cents = (amount: number) => Math.round(amount * 100) / 100

/**
 * Acts of different orders: number, plate, mileage, address of the result and amounts change from one to the next, so that nobody
 * is faster because of drawing the same one before. The caller counts the pages: see `benchForm`.
 */
export async function fourPageActs(): Promise<(round: number) => FormJob> {
  const act = await fourPageAct()
  const { model } = act
  return (round) => {
    const changed = (amount = 0) => cents(amount + (round % 50))
    return {
      ...act,
      model: {
        ...model,
        order: {
          ...model.order,
          externalId: `${4711 + round}/26`,
          lines: (model.order.lines ?? []).map((line) => ({
            ...line,
            amountExVat: changed(line.amountExVat),
            amountIncVat: changed(line.amountIncVat),
          })),
        },
        vehicle: {
          ...model.vehicle,
          numberPlate: `EX${10 + (round % 90)} WAK`,
          mileage: { value: 84_213 + round * 137, unit: 'km' as const },
        },
        resultUrl: `https://inspection.example/r/${(7_300_000_000 + round * 9973).toString(36)}m4vb`,
      },
    }
  }
}

async function fourPageAct(): Promise<FormJob> {
  const model = richModel('handover-act', 'en')
  const names = marks.map(([, , , , , photo = 'door-scratch']) => photo)
  const photos = new Map<string, Uint8Array>()
  for (const name of names) photos.set(name, await largeOf(name))
  return {
    model: {
      ...model,
      order: {
        ...model.order,
        lines: lines.map(([category, text, code, quantity, unit, exVat]) => ({
          category,
          text,
          code,
          quantity,
          unit,
          amountExVat: exVat,
          amountIncVat: cents(exVat * 1.2),
        })),
      },
      damage: {
        ...model.damage,
        checked: true,
        marks: marks.map(([kind, panel, x, y, comment], index) => ({
          number: index + 1,
          kind,
          panel,
          x,
          y,
          comment,
          size: index % 2 ? 'small' : 'medium',
          photos: [names[index] as string],
        })),
      },
      photos: Object.fromEntries(
        names.map((name) => [name, { width: LARGE, height: 480, takenAt: '2026-03-12T07:52:00Z' }]),
      ),
    },
    photos,
  }
}

async function largeOf(name: string): Promise<Uint8Array> {
  const original = await readFile(new URL(`../demo/data/${name}.jpg`, import.meta.url))
  return sharp(original).resize(LARGE, LARGE, { fit: 'inside' }).jpeg({ quality: 80 }).toBuffer()
}
