// The act a customer signs: who, which vehicle, in what condition, what for, on what terms.
import { formalNameOf } from '@walkaround/contract/rules/names.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import { widthOf } from '../../../outside/paper/paper.ts'
import type { FormModel, FormSignature } from '../model.ts'
import type { Sheet } from '../sheet.ts'
import { type Block, fullRoom, row, type Stacked, stack, stackOf, tagged, together } from './block.ts'
import { damageDrawing } from './damage-drawing.ts'
import { markList, markPhotos } from './damage-list.ts'
import type { Density } from './flow.ts'
import { keyValueGrid } from './key-values.ts'
import { orderLines } from './order-lines.ts'
import { part, plain } from './part.ts'
import { handsOver, parties } from './parties.ts'
import { photoGrid } from './photos.ts'
import { signatureFields } from './signatures.ts'
import { text } from './text.ts'
import { columnGap, columns, contentWidth, space, type as typeScale } from './theme.ts'
import { vehiclePanel } from './vehicle-panel.ts'

/** Always close together: people sign it standing, and two pages are one sheet. */
export function handoverAct(sheet: Sheet, density: Density = 'airy'): Stacked[] {
  const { model, texts } = sheet
  const { order } = model
  const items = [
    plain(tagged('Sect', parties(sheet)), 0),
    plain(tagged('Sect', vehiclePanel(sheet)), space.medium),
    ...requestAndBelongings(sheet),
    ...damageParts(sheet, density),
    part(texts.lines.title, [orderLines(sheet, order.lines ?? [], model.currency)]),
    ...closing(sheet),
  ]
  return items.map(({ block, gap }) => ({ block, gap: Math.min(gap, space.medium) }))
}

/** A longer request would be a narrow strip beside the belongings. */
const longRequest = 400

function requestAndBelongings(sheet: Sheet): Stacked[] {
  const { model, texts } = sheet
  const asked = (width: number) => part(texts.request.title, [request(sheet, width)], 3, width)
  const left = (width: number, isNarrow: boolean) =>
    part(texts.belongings.title, [belongings(sheet, width, isNarrow)], 3, width)
  const all = [model.order.description, model.belongings?.left, ...(model.belongings?.handedOver ?? [])].join(
    '',
  )
  if (all.length > longRequest) return [asked(contentWidth), left(contentWidth, false)]
  const width = columns(6)
  const { block, gap } = asked(width)
  const beside = left(width, true).block
  return [
    {
      block: row([
        { x: 0, block },
        { x: width + columnGap, block: beside },
      ]),
      gap,
    },
  ]
}

function request({ model: { order }, texts, formats }: Sheet, width: number): Block {
  const words = order.description?.trim()
  return stack(
    [
      words ? text(words, typeScale.body, width) : text(texts.request.none, typeScale.soft, width),
      order.plannedStart &&
        text(`${texts.frame.plannedStart}: ${formats.dateTime(order.plannedStart)}`, typeScale.small, width),
    ].filter((block) => typeof block === 'object'),
    3,
  )
}

/** As many photos fit beside the drawing, above a list of so many marks. */
const few = { photos: 4, marks: 5 }

/** The drawing with its list below it, on one page; the photos of the marks beside it if that saves a page, else below. */
function damageParts(sheet: Sheet, density: Density): Stacked[] {
  const { model, texts } = sheet
  const damage = model.damage ?? { marks: [] }
  const { marks } = damage
  const none = damage.checked ? texts.damage.noMarks : texts.damage.notRecorded
  const photos = markPhotos(
    sheet,
    marks.filter(({ isEarlier }) => !isEarlier),
  )
  const isBeside =
    density === 'dense' && photos.length > 0 && photos.length <= few.photos && marks.length <= few.marks
  const drawing = damageDrawing(
    sheet,
    damage,
    isBeside ? columns(7) : contentWidth,
    density === 'dense' ? 150 : 164,
  )
  const side = columns(5)
  const picture =
    drawing && isBeside
      ? row([
          { x: 0, block: drawing, align: 'middle' },
          {
            x: columns(7) + columnGap,
            block: photoGrid(
              sheet,
              photos.map(({ number, ...photo }) => ({ ...photo, caption: number })),
              side,
              2,
            ),
            align: 'middle',
          },
        ])
      : drawing
  const list = marks.length === 0 ? text(none, typeScale.body, contentWidth) : markList(sheet, marks)
  const shown = part(texts.damage.title, [together(stack([picture, list], space.small), fullRoom * 0.6)])
  if (photos.length === 0 || picture !== drawing) return [shown]
  return [shown, plain(photoGrid(sheet, photos, contentWidth, density === 'dense' ? 5 : 4), space.small)]
}

function belongings({ model: { belongings: own }, texts }: Sheet, width: number, isNarrow: boolean): Block {
  const words = texts.belongings
  return keyValueGrid(
    [
      { label: words.left, value: own?.left?.trim() || words.leftMissing },
      { label: words.handedOver, value: own?.handedOver?.join(', ') || words.handedOverMissing },
    ],
    width,
    isNarrow ? 1 : 2,
    columnGap,
    3,
  )
}

/** Terms and signatures. Nobody signs an empty page: the last part of the terms stays with the signatures. */
function closing(sheet: Sheet): Stacked[] {
  const { texts } = sheet
  const signing = part(texts.signatures.title, [signatures(sheet)])
  const terms = termBlocks(sheet)
  const last = terms.pop()
  if (!last) return [signing]
  const gap = 4
  if (terms.length === 0) {
    const whole = part(texts.agreement.title, [last])
    return [{ block: together(stackOf([whole, signing])), gap: whole.gap }]
  }
  return [
    part(texts.agreement.title, terms, gap),
    { block: together(stackOf([{ block: last, gap }, signing])), gap },
  ]
}

/** The title beside its text: five clauses need no more lines than their texts. */
function termBlocks(sheet: Sheet): Block[] {
  const { model, texts } = sheet
  const named = (model.terms ?? []).map((clause, index) => ({
    ...clause,
    title: `${index + 1}. ${clause.title}`,
  }))
  const titleWidth = Math.min(
    columns(3),
    Math.max(0, ...named.map(({ title }) => widthOf(title, typeScale.strong) + 1)),
  )
  const left = titleWidth + columnGap
  const clauses = named.map((clause) =>
    row([
      { x: 0, block: text(clause.title, typeScale.strong, titleWidth) },
      { x: left, block: text(clause.text, typeScale.body, contentWidth - left) },
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
  return [...clauses, stack([title, keyValueGrid(entries, contentWidth, 2, columnGap, 3)], 2)]
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
