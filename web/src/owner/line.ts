// One offer: its price in parts, and three answers of equal weight.
import {
  type OwnerDecision,
  type OwnerItem,
  type OwnerLine,
  type OwnerPage,
  type OwnerSum,
  type OwnerWord,
  ownerFields,
  statusOfWord,
} from '@walkaround/contract/owner-page.ts'
import { aboutKey } from '@walkaround/contract/rules/line-questions.ts'
import { minus } from '@walkaround/contract/rules/money.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import { wearWords } from '@walkaround/contract/rules/wear-words.ts'
import { type Child, type Html, html } from '../html.ts'
import type { OwnerView } from './frame.ts'
import { renderOwnText } from './own-text.ts'
import { decisionSign } from './signs.ts'
import { type Asking, renderThread } from './thread.ts'

type Priced = Pick<OwnerLine, 'currency' | 'labour' | 'parts' | 'total' | 'before' | 'items'>

const amountOf = (sum: OwnerSum | undefined): number | undefined => sum?.incVat ?? sum?.exVat

export function renderMoney(
  { texts, formats }: OwnerView,
  sum: OwnerSum | undefined,
  currency: string,
): Html {
  const amount = amountOf(sum)
  if (amount === undefined) return html`<span class="amount">${texts.noPrice}</span>`
  const kind = sum?.incVat === undefined ? texts.exVat : texts.incVat
  return html`<span class="amount">${formats.money(amount, currency)}</span> <span class="vat">${kind}</span>`
}

/** Quiet: the parts of the price are collapsed together with what is included. */
export function renderPrice(view: OwnerView, line: Priced, isQuiet = false): Html {
  const { texts, formats } = view
  const { labour, parts, total, before, currency } = line
  const money = (value: number) => formats.money(value, currency)
  // Labour and parts are shown without VAT, so that together with it they add up to the total.
  const rows: [string, string][] = []
  if (labour?.exVat !== undefined) rows.push([texts.labour, money(labour.exVat)])
  if (parts?.exVat !== undefined) rows.push([texts.parts, money(parts.exVat)])
  const vat = vatOf(total)
  if (vat !== undefined) rows.push([texts.vat, money(vat)])
  const split =
    rows.length > 0 &&
    html`<dl class="split">${rows.map(([name, amount]) => html`<div><dt>${name}</dt><dd>${amount}</dd></div>`)}</dl>`
  const [was, is] = [amountOf(before), amountOf(total)]
  return html`<div class="price">
<p class="sum">${was !== undefined && html`<s><span class="unseen">${texts.before}: </span>${money(was)}</s> `}${renderMoney(view, total, currency)}</p>
${was !== undefined && is !== undefined && html`<p class="discount">${texts.discount}: ${money(minus(was, is))}</p>`}
${!isQuiet && split}
${renderItems(view, line, isQuiet && split)}
</div>`
}

/** Without VAT like labour and parts above, so that they add up; a price known only with VAT is shown with it. */
function renderItems({ texts, formats }: OwnerView, { items, currency }: Priced, split: Child): Child {
  if (items.length === 0) return split
  const isNet = items.every(({ price }) => price.exVat !== undefined || price.incVat === undefined)
  const amountOfItem = ({ price }: OwnerItem) => (isNet ? price.exVat : price.incVat)
  const isPriced = items.some((item) => amountOfItem(item))
  return html`<details class="items"><summary>${texts.details}</summary>${split}${
    isPriced && html`<p class="hint">${isNet ? texts.net : texts.gross}</p>`
  }<ul>${items.map((item) => {
    const amount = amountOfItem(item)
    const one = isNet ? item.each?.exVat : item.each?.incVat
    const each = one === undefined ? '' : ` × ${formats.money(one, currency)}`
    const quantity = item.quantity === undefined ? '' : formats.quantity(item.quantity, item.unit) + each
    return html`<li><span>${item.text}${quantity !== '' && html` <small>${quantity}</small>`}</span>${
      amount !== undefined && amount !== 0 && html`<span>${formats.money(amount, currency)}</span>`
    }</li>`
  })}</ul></details>`
}

function vatOf(sum: OwnerSum | undefined): number | undefined {
  if (sum?.exVat === undefined || sum.incVat === undefined) return undefined
  return minus(sum.incVat, sum.exVat)
}

function renderDecision({ texts, formats }: OwnerView, decision: OwnerDecision): Html {
  const { status, until, reason, at, spokeWith } = decision
  const words =
    status === 'deferred' && until !== undefined
      ? fill(texts.laterUntil, { date: formats.date(until) })
      : status === 'rejected' && reason !== undefined
        ? fill(texts.rejectedWhy, { reason })
        : texts.status[status]
  return html`<p class="decision ${status}">${decisionSign(status)}<strong>${words}</strong>${
    at !== undefined &&
    html` <small>${fill(wayOf(texts, decision), { date: formats.date(at), name: spokeWith ?? '' })}</small>`
  }</p>`
}

/** A decision not made on the page is shown as told to staff, with the person's name. */
function wayOf(texts: OwnerView['texts'], { toldBy, spokeWith }: OwnerDecision): string {
  if (toldBy === undefined) return texts.decided
  return spokeWith === undefined ? texts.decidedBy[toldBy] : texts.decidedByPerson[toldBy]
}

export interface Chosen {
  readonly word: OwnerWord
  readonly until?: string
  readonly reason?: string
}

interface LineStyle {
  readonly asking?: Asking | undefined
  readonly chosen?: Chosen | undefined
  /** Smaller and more collapsed: for what nobody has to read. */
  readonly isQuiet?: boolean
}

/** `number` is used for ids on the page, because other ids may contain anything. */
export function renderLine(
  view: OwnerView,
  page: OwnerPage,
  line: OwnerLine,
  number: number,
  { chosen, asking, isQuiet = false }: LineStyle = {},
): Html {
  const { texts } = view
  const title = `line-${number}`
  return html`<section class="line" aria-labelledby="${title}" data-currency="${line.currency}" data-amount="${
    amountOf(line.total) ?? 0
  }"${line.decision?.status === 'approved' && html` data-approved`}>
${isQuiet ? html`<h3 id="${title}">${line.title}</h3>` : html`<h4 id="${title}">${line.title}</h4>`}
${line.due !== undefined && html`<p class="due">${line.due}</p>`}
${line.overlaps?.map((words) => html`<p class="hint">${words}</p>`)}
${renderPrice(view, line, isQuiet)}
${amountOf(line.total) === undefined && renderOwnText(view, 'noPriceNote', 'hint')}
${line.decision && renderDecision(view, line.decision)}
${
  view.isViewOnly
    ? false
    : line.isOpen
      ? html`${line.decision && html`<p class="hint">${texts.change}</p>`}${renderChoices(view, page, line, number, chosen)}`
      : html`<p class="hint">${texts.settled}</p>`
}
${renderThread(view, page, { about: aboutKey({ kind: 'quote', id: line.id }), title: line.title, number }, asking)}
</section>`
}

function renderChoices(
  view: OwnerView,
  page: OwnerPage,
  line: OwnerLine,
  number: number,
  chosen: Chosen | undefined,
): Html {
  const { texts } = view
  const words: readonly (readonly [OwnerWord, string])[] = [
    ['approve', texts.approve],
    ['later', texts.later],
    ['no', texts.no],
  ]
  const id = (name: string) => `${name}-${number}`
  // One that is not offered any more stays where somebody had chosen it before.
  const offered = page.reasons.filter(({ code, isOff }) => !isOff || chosen?.reason === code)
  return html`<fieldset class="choices"><legend>${texts.decide}<span class="unseen">: ${line.title}</span></legend>
<input type="hidden" name="${ownerFields.state + line.id}" value="${line.state}">
<div class="words">${words.map(
    ([word, label]) =>
      html`<label class="word ${word}"><input type="radio" name="${ownerFields.word + line.id}" value="${word}"${
        chosen?.word === word && html` checked`
      }>${decisionSign(statusOfWord[word])}<span>${label}</span></label>`,
  )}</div>
<p class="extra for-later"><label for="${id('date')}">${texts.until}</label>
<input type="date" id="${id('date')}" name="${ownerFields.date + line.id}" value="${chosen?.until ?? line.preset}" min="${page.firstDate}" max="${page.lastDate}"${
    line.forecast && html` aria-describedby="${id('why')}"`
  }>${line.forecast && html` <small id="${id('why')}">${wearWords('owner', line.forecast, view)}</small>`}</p>
<p class="extra for-no"><label for="${id('reason')}">${texts.reason}</label>
<select id="${id('reason')}" name="${ownerFields.reason + line.id}"><option value="">${texts.noReason}</option>${offered.map(
    ({ code, text }) =>
      html`<option value="${code}"${chosen?.reason === code && html` selected`}>${text}</option>`,
  )}</select></p>
</fieldset>`
}
