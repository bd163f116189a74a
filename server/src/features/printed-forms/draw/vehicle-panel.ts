// The vehicle: its plate drawn as a plate, make and model large, attributes on the grid, mileage and energy level.

import { nameOf } from '@walkaround/contract/rules/names.ts'
import { capHeight, fitLine, type TypeStyle, widthOf } from '../../../outside/paper/paper.ts'
import type { Sheet } from '../sheet.ts'
import { type Block, box, row, stack } from './block.ts'
import { type KeyValue, keyValueGrid } from './key-values.ts'
import { text } from './text.ts'
import { colours, columnGap, contentWidth, type as typeScale } from './theme.ts'

const padding = 12
const inside = contentWidth - 2 * padding

/** Everything printed about a vehicle: for acts. */
export function vehiclePanel(sheet: Sheet): Block {
  const { model, texts, formats } = sheet
  const { vehicle } = model
  const words = texts.vehicle
  const fuelTypes: Record<string, string> = texts.fuelTypes
  const year = (value?: number) => (value === undefined ? undefined : String(value))
  const attributes: KeyValue[] = [
    { label: words.vin, value: vehicle.vin, span: 2 },
    { label: words.engine, value: engineOf(sheet), span: 2 },
    { label: words.engineNumber, value: vehicle.engineNumber, span: 2 },
    { label: words.colour, value: vehicle.colour, span: 2 },
    { label: words.modelYear, value: year(vehicle.modelYear) },
    { label: words.productionYear, value: year(vehicle.productionYear) },
    {
      label: words.fuelType,
      value: vehicle.fuelType && withCapital(fuelTypes[vehicle.fuelType] ?? vehicle.fuelType),
      span: 2,
    },
    { label: words.gearbox, value: vehicle.gearboxType, span: 2 },
    { label: words.modelCode, value: vehicle.modelCode },
    { label: words.warrantyEnd, value: vehicle.warrantyEnd && formats.shortDate(vehicle.warrantyEnd) },
    { label: words.serviceContract, value: vehicle.serviceContractNumber, span: 2 },
  ]
  const half = (inside - columnGap) / 2
  const figures = row([
    { x: 0, block: figure(words.mileage, mileageOf(sheet) ?? words.mileageMissing, half, !mileageOf(sheet)) },
    { x: half + columnGap, block: energy(sheet, half) },
  ])
  return panel(
    stack(
      [headline(sheet, inside), keyValueGrid(attributes, inside, 6, 10, 4), rule(inside), figures].filter(
        isTall,
      ),
      7,
    ),
  )
}

const withCapital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** One line of facts: for reports, where the vehicle itself is not the subject. */
export function vehicleStrip(sheet: Sheet): Block {
  const { model, texts, formats } = sheet
  const { vehicle, surveyor, surveyedAt } = model
  const facts: KeyValue[] = [
    { label: texts.vehicle.vin, value: vehicle.vin },
    { label: texts.vehicle.mileage, value: mileageOf(sheet) ?? texts.vehicle.mileageMissing },
    { label: texts.parties.surveyor, value: nameOf(surveyor) },
    { label: texts.frame.surveyedAt, value: surveyedAt && formats.date(surveyedAt) },
  ]
  return panel(stack([headline(sheet, inside), keyValueGrid(facts, inside, 4)].filter(isTall), 7))
}

const isTall = ({ height }: Block) => height > 0
const panel = (inner: Block) =>
  box(inner, { width: contentWidth, padding: [9, padding], fill: colours.pale, radius: 4 })

function mileageOf({ model: { vehicle }, formats }: Sheet): string | undefined {
  return vehicle.mileage && formats.quantity(vehicle.mileage.value, vehicle.mileage.unit)
}

function engineOf({ model: { vehicle }, formats }: Sheet): string | undefined {
  const capacity = vehicle.engineCapacity === undefined ? undefined : formats.capacity(vehicle.engineCapacity)
  return [capacity, vehicle.engineType].filter(Boolean).join(' · ') || undefined
}

function headline({ model: { vehicle }, texts }: Sheet, width: number): Block {
  const plate = numberPlate(vehicle.numberPlate?.trim() || texts.vehicle.noPlate, vehicle.numberPlateCountry)
  const name = [vehicle.make, vehicle.model]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')
  const left = plate.width + 14
  return row([
    { x: 0, block: plate, align: 'middle' },
    { x: left, block: text(name || texts.vehicle.unknown, typeScale.lead, width - left), align: 'middle' },
  ])
}

function numberPlate(words: string, country?: string): Block & { readonly width: number } {
  const style: TypeStyle = { weight: 'bold', size: 14, leading: 18, colour: colours.ink, tracking: 0.6 }
  const bandStyle: TypeStyle = { weight: 'bold', size: 6.5, leading: 8, colour: colours.white }
  const line = fitLine(words, style, 150)
  const height = 25
  const code = country?.trim().toUpperCase()
  const band = code ? Math.max(15, widthOf(code, bandStyle) + 6) : 0
  const width = band + line.width + 20
  return {
    height,
    first: height,
    width,
    draw(pen, x, y, parent) {
      pen.artifact((ink) => {
        ink
          .roundedRect(x + 0.5, y + 0.5, width - 1, height - 1, 3.5)
          .lineWidth(1)
          .fillAndStroke('#ffffff', colours.ink)
        if (!code) return
        ink
          .save()
          .roundedRect(x + 1, y + 1, width - 2, height - 2, 3)
          .clip()
        ink.rect(x, y, band, height).fill('#1f4a8c')
        ink.restore()
      })
      pen.content(pen.open({ type: 'P' }, parent), () => {
        if (code) {
          const mark = fitLine(code, bandStyle, 40)
          pen.write(mark, bandStyle, x + (band - mark.width) / 2 + 0.5, y + height - 6.5, true)
        }
        pen.write(line, style, x + band + 10, y + (height + capHeight * style.size) / 2)
      })
    },
  }
}

function rule(width: number): Block {
  return {
    height: 0.6,
    first: 0.6,
    draw(pen, x, y) {
      pen.artifact((ink) => {
        ink
          .moveTo(x, y)
          .lineTo(x + width, y)
          .lineWidth(0.6)
          .stroke(colours.rule)
      })
    },
  }
}

/** The label beside its value, on one line as far as it fits. */
function figure(label: string, value: string, width: number, isMissing: boolean, mark?: Block): Block {
  const style: TypeStyle = isMissing ? typeScale.soft : typeScale.lead
  const own = Math.min(width / 2, widthOf(label, typeScale.label) + 1)
  const left = own + 9 + (mark ? gaugeWidth + 9 : 0)
  return row([
    { x: 0, block: text(label, typeScale.label, own), align: 'middle' },
    ...(mark ? [{ x: own + 9, block: mark, align: 'middle' as const }] : []),
    { x: left, block: text(value, style, width - left), align: 'middle' },
  ])
}

const gaugeWidth = 70

function energy({ model: { vehicle }, texts }: Sheet, width: number): Block {
  const { energyLevel } = vehicle
  const label = texts.vehicle.energyLevel
  if (!energyLevel) return figure(label, texts.vehicle.energyMissing, width, true)
  const { share } = energyLevel
  const mark = share === undefined ? undefined : gauge(Math.min(1, Math.max(0, share)), gaugeWidth)
  return figure(label, energyLevel.text, width, false, mark)
}

/** Eight segments, as on the instrument. */
function gauge(share: number, width: number): Block {
  const count = 8
  const height = 11
  const gap = 2
  const segment = (width + gap) / count - gap
  return {
    height,
    first: height,
    draw(pen, x, y) {
      pen.artifact((ink) => {
        for (let index = 0; index < count; index++) {
          const isFull = share * count >= index + 0.5
          ink.rect(x + index * (segment + gap), y, segment, height).fill(isFull ? colours.accent : '#d7dde3')
        }
      })
    },
  }
}
