// The act a customer signs: who, which vehicle, in what condition, what for, on what terms.
import { formalNameOf } from '@walkaround/contract/rules/names.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import type { FormDamage, FormModel, FormSignature } from '../model.ts'
import type { Sheet } from '../sheet.ts'
import { type Block, gapOf, row, type Stacked, stack, stackOf, tagged, together } from './block.ts'
import { damageDrawing, legend } from './damage-drawing.ts'
import { markPhotos, markTable } from './damage-list.ts'
import type { Density } from './flow.ts'
import { keyValue, keyValueGrid } from './key-values.ts'
import { orderLines } from './order-lines.ts'
import { part, plain } from './part.ts'
import { handsOver, parties } from './parties.ts'
import { photoGrid } from './photos.ts'
import { signatureFields } from './signatures.ts'
import { text } from './text.ts'
import { columnGap, columns, contentWidth, type as typeScale } from './theme.ts'
import { vehiclePanel } from './vehicle-panel.ts'

export function handoverAct(sheet: Sheet, density: Density = 'airy'): Stacked[] {
  const { model, texts } = sheet
  const { order } = model
  return [
    plain(tagged('Sect', parties(sheet)), 0),
    plain(tagged('Sect', vehiclePanel(sheet))),
    part(texts.request.title, [request(sheet)], 6),
    part(texts.belongings.title, [belongings(sheet)]),
    damagePart(sheet, density),
    part(texts.lines.title, [orderLines(sheet, order.lines ?? [], model.currency)]),
    ...closing(sheet),
  ]
}

function request({ model: { order }, texts, formats }: Sheet): Block {
  const words = order.description?.trim()
  return stack(
    [
      words
        ? text(words, typeScale.body, contentWidth)
        : text(texts.request.none, typeScale.soft, contentWidth),
      order.plannedStart &&
        text(
          `${texts.frame.plannedStart}: ${formats.dateTime(order.plannedStart)}`,
          typeScale.small,
          contentWidth,
        ),
    ].filter((block) => typeof block === 'object'),
    4,
  )
}

function damagePart(sheet: Sheet, density: Density): Stacked {
  const { model, texts } = sheet
  const damage = model.damage ?? { marks: [] }
  const { marks } = damage
  const none = damage.checked ? texts.damage.noMarks : texts.damage.notRecorded
  const most = density === 'dense' ? 190 : 250
  // Without marks no sign needs an explanation, so the drawing gets the whole width.
  const drawing = damageDrawing(sheet, damage, marks.length === 0 ? contentWidth : columns(8), most)
  const picture = drawing && marks.length > 0 ? withLegend(sheet, damage, drawing) : drawing
  const photos = markPhotos(
    sheet,
    marks.filter(({ isEarlier }) => !isEarlier),
  )
  return part(texts.damage.title, [
    picture,
    marks.length === 0 && text(none, typeScale.body, contentWidth),
    marks.length > 0 && markTable(sheet, marks),
    photos.length > 0 && photoGrid(sheet, photos, contentWidth, 3),
  ])
}

function withLegend(sheet: Sheet, damage: FormDamage, drawing: Block): Block {
  const side = columns(4)
  const signs = [
    text(sheet.texts.damage.legend, typeScale.label, side),
    legend(sheet, side, damage, { all: false, inColumn: true }),
  ]
  return row([
    { x: 0, block: drawing },
    { x: columns(8) + columnGap, block: stack(signs, 4), align: 'middle' },
  ])
}

function belongings({ model: { belongings: own }, texts }: Sheet): Block {
  const words = texts.belongings
  const width = columns(6)
  return row([
    { x: 0, block: keyValue(words.left, own?.left?.trim() || words.leftMissing, width) },
    {
      x: width + columnGap,
      block: keyValue(words.handedOver, own?.handedOver?.join(', ') || words.handedOverMissing, width),
    },
  ])
}

/** Terms and signatures. Nobody signs an empty page: the last part of the terms stays with the signatures. */
function closing(sheet: Sheet): Stacked[] {
  const { texts } = sheet
  const signing = part(texts.signatures.title, [signatures(sheet)])
  const terms = termBlocks(sheet)
  const last = terms.pop()
  if (!last) return [signing]
  const gap = 8
  if (terms.length === 0) {
    const whole = part(texts.agreement.title, [last])
    return [{ block: together(stackOf([whole, signing])), gap: whole.gap }]
  }
  return [
    part(texts.agreement.title, terms, gap),
    { block: together(stackOf([{ block: last, gap }, signing])), gap },
  ]
}

function termBlocks(sheet: Sheet): Block[] {
  const { model, texts } = sheet
  const numberWidth = 18
  const width = contentWidth - numberWidth
  const clauses = (model.terms ?? []).map((clause, index) =>
    row([
      { x: 0, block: text(`${index + 1}.`, typeScale.strong, numberWidth) },
      {
        x: numberWidth,
        block: stack([
          text(clause.title, typeScale.strong, width, { keepWithNext: true }),
          text(clause.text, typeScale.body, width),
        ]),
      },
    ]),
  )
  const { consents = [] } = model
  if (consents.every(({ answer }) => !answer.trim())) return clauses
  const entries = consents.map(({ text: label, answer }) => ({
    label,
    value: answer.trim() || texts.frame.none,
  }))
  const title = text(texts.agreement.consents, typeScale.heading, contentWidth, {
    tag: 'H3',
    keepWithNext: true,
  })
  return [...clauses, stack([gapOf(2), title, keyValueGrid(entries, contentWidth, 2, columnGap)], 4)]
}

function signatures(sheet: Sheet): Block {
  const { model, texts } = sheet
  const of = (...roles: FormSignature['role'][]) => {
    const given = (model.signatures ?? []).filter(({ role }) => roles.includes(role))
    return {
      signature: given.findLast(({ isStruck }) => !isStruck),
      struck: given.filter(({ isStruck }) => isStruck),
    }
  }
  const customer = of('customer', 'driver', 'owner', 'representative')
  const proposed = handsOver(sheet)
  const role = customer.signature?.role ?? proposed.role
  const advisor = advisorName(model)
  return signatureFields(sheet, [
    {
      label: signerLabel(sheet, role),
      ...(proposed.name && role === proposed.role && { name: proposed.name }),
      ...customer,
    },
    {
      label: texts.signatures.dealership,
      ...(advisor && { name: advisor }),
      ...of('serviceAdvisor', 'technician'),
    },
  ])
}

/** The person who signs for a company is neither its driver nor the company itself. */
function signerLabel({ model, texts }: Sheet, role: FormSignature['role']): string {
  const { customer } = model
  const words = texts.signatures
  if (role === 'driver') return words.driver
  if (role === 'owner') return words.owner
  if (role !== 'representative') return words.customer
  const company = customer && formalNameOf(customer)
  return company ? fill(words.representativeOf, { company }) : words.representative
}

function advisorName({ serviceAdvisor, surveyor }: FormModel): string | undefined {
  const person = serviceAdvisor ?? surveyor
  return person && (formalNameOf(person) || undefined)
}
