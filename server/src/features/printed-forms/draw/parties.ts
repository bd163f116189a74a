// Who hands the vehicle over and who takes it: two cards side by side. Shows the driver if there is one, otherwise the customer.
import { formalNameOf } from '@walkaround/contract/rules/names.ts'
import { proposeSigner, type SignerRole } from '@walkaround/contract/rules/signer.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import type { FormPartner, FormPerson } from '../model.ts'
import type { Sheet } from '../sheet.ts'
import { type Block, gapOf, row, stack } from './block.ts'
import { text } from './text.ts'
import { colours, columnGap, columns, type as typeScale } from './theme.ts'

const width = columns(6)
const inside = width - 12

export function parties(sheet: Sheet): Block {
  const { model, texts } = sheet
  const { dealership, serviceAdvisor } = model
  const advisor = serviceAdvisor && formalNameOf(serviceAdvisor)
  const received = stack(
    [
      text(dealership.name, typeScale.heading, inside),
      // The rest is in the letterhead.
      advisor && text(texts.parties.serviceAdvisor, typeScale.label, inside),
      advisor && text(advisor, typeScale.body, inside),
      ...contactLines([serviceAdvisor?.phone]),
    ].filter((block) => typeof block === 'object'),
  )
  const cards = [card(handsOver(sheet).label, handedOver(sheet)), card(texts.parties.dealership, received)]
  const height = Math.max(...cards.map((one) => one.height))
  return row(
    cards.map((block, index) => ({ x: index * (width + columnGap), block: withEdge(block, height) })),
  )
}

interface HandsOver {
  readonly label: string
  /** Of a person; a company is named separately, because only a person can sign. */
  readonly name?: string
  readonly role: SignerRole
}

/** Who is expected to sign on the customer's side. */
export function handsOver({ model: { driver, customer }, texts }: Sheet): HandsOver {
  const { role, person } = proposeSigner<FormPerson, FormPartner>({ driver, customer })
  const label = role === 'driver' ? texts.parties.driver : texts.parties.customer
  return { label, role, ...(person && { name: formalNameOf(person as FormPerson) }) }
}

function handedOver({ model, texts }: Sheet): Block {
  const { driver, customer, owner } = model
  const blocks: (Block | undefined)[] = []
  const ownerName = owner && formalNameOf(owner)
  if (driver) {
    blocks.push(...personLines(driver, texts.parties.unknown))
    const company = customer && formalNameOf(customer)
    if (company && company !== formalNameOf(driver))
      blocks.push(text(fill(texts.parties.company, { company }), typeScale.soft, inside))
  } else if (customer) blocks.push(...partnerLines(customer, texts.parties))
  else blocks.push(text(texts.parties.unknown, typeScale.soft, inside))
  if (ownerName && ownerName !== (customer && formalNameOf(customer)))
    blocks.push(labelled(texts.parties.owner, ownerName))
  return stack(blocks)
}

function partnerLines(partner: FormPartner, words: { contact: string; unknown: string }): Block[] {
  if (partner.category === 'person') return personLines(partner, words.unknown)
  const contact = partner.contactPersons?.[0]
  return [
    text(partner.name || words.unknown, typeScale.heading, inside),
    ...contactLines([partner.address], [partner.phone, partner.email]),
    ...(contact && formalNameOf(contact) ? [labelled(words.contact, formalNameOf(contact))] : []),
  ]
}

function personLines(person: FormPerson, unknown: string): Block[] {
  return [
    text(formalNameOf(person) || unknown, typeScale.heading, inside),
    ...contactLines([person.address], [person.phone, person.email]),
  ]
}

/** Each list is a line, with dots between its parts. */
const contactLines = (...groups: (string | undefined)[][]): Block[] =>
  groups.flatMap((group) => {
    const words = group.flatMap((word) => word?.trim() || []).join('   ·   ')
    return words === '' ? [] : [text(words, typeScale.body, inside)]
  })

const labelled = (label: string, value: string): Block =>
  stack([gapOf(3), text(label, typeScale.label, inside), text(value, typeScale.body, inside)])

const card = (label: string, inner: Block): Block =>
  stack([text(label, typeScale.label, inside, { tag: 'H3', keepWithNext: true }), inner], 2)

function withEdge(inner: Block, edgeHeight: number): Block {
  return {
    ...inner,
    draw(pen, x, y, parent) {
      pen.artifact((ink) => {
        ink.rect(x, y + 1, 2, edgeHeight - 2).fill(colours.accent)
      })
      inner.draw(pen, x + 12, y, parent)
    },
    split(room) {
      const parts = inner.split?.(room)
      return parts && [withEdge(parts[0], parts[0].height), withEdge(parts[1], parts[1].height)]
    },
  }
}
