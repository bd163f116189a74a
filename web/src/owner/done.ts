// The decisions, at the top of the page once everything found is decided. Decides nothing itself.
import type { DecisionStatus, OwnerLine, OwnerPage } from '@walkaround/contract/owner-page.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import { type Child, type Html, html, joined } from '../html.ts'
import { renderCall } from './call.ts'
import { actionOf, type OwnerView } from './frame.ts'
import { renderMoney } from './line.ts'
import { renderOwnText } from './own-text.ts'
import { decisionSign } from './signs.ts'

interface LinesOfPage {
  /** For findings, or offered by hand. */
  readonly found: readonly OwnerLine[]
  readonly all: readonly OwnerLine[]
}

export function linesOf({ findings, others, alsoDue }: OwnerPage): LinesOfPage {
  const found = [...findings.flatMap(({ lines }) => lines), ...others]
  return { found, all: [...found, ...alsoDue] }
}

/** Work that is also due may stay undecided, unless there is nothing else. */
export function isAllDecided({ found, all }: LinesOfPage): boolean {
  const asked = found.length > 0 ? found : all
  return asked.length > 0 && asked.every(({ decision }) => decision)
}

/** Urgent findings without an offer: deciding about the offers has not decided these. */
const listUnoffered = ({ findings }: OwnerPage): string[] =>
  findings
    .filter(({ grade, lines, coveredBy }) => grade === 'red' && lines.length + coveredBy.length === 0)
    .map(({ title }) => title)

export function renderDone(
  view: OwnerView,
  page: OwnerPage,
  { all }: LinesOfPage,
  { hasReceipt }: { hasReceipt: boolean },
): Html {
  const { texts } = view
  const open = all.filter(({ decision }) => !decision).length
  const telephone = page.dealership.telephone ?? page.advisor?.telephone
  const urgent = listUnoffered(page)
  const title =
    urgent.length > 0 ? texts.doneOffersTitle : open === 0 ? texts.doneTitle : texts.doneFoundTitle
  return html`<section class="card done" aria-labelledby="done"><h2 id="done">${title}</h2>
${urgent.length > 0 && html`<p class="still-urgent"><strong>${fill(texts.doneUrgent, { findings: urgent.join(', ') })}</strong> ${texts.noOfferUrgent}</p>`}
<ul class="tally">${(['approved', 'deferred', 'rejected'] as const).map((status) => renderCount(view, page, all, status))}</ul>
${open > 0 && html`<p><a href="#also-due">${fill(texts.doneDue, { count: open })}</a></p>`}
${renderOwnText(view, 'next', 'own')}
${!view.isViewOnly && html`<p class="hint">${all.some(({ isOpen, decision }) => isOpen && decision) ? texts.doneChange : texts.doneSettled}</p>`}
<div class="done-acts">${
    hasReceipt &&
    page.receiptId !== undefined &&
    html`<a class="second no-print" href="${actionOf(view, `receipt/${encodeURIComponent(page.receiptId)}`)}">${texts.showReceipt}</a>`
  }${telephone !== undefined && renderCall(texts.call, telephone)}</div>
</section>`
}

function renderCount(
  view: OwnerView,
  { approvedTotals }: OwnerPage,
  lines: readonly OwnerLine[],
  status: DecisionStatus,
): Child {
  const count = lines.filter(({ decision }) => decision?.status === status).length
  const totals = status === 'approved' ? approvedTotals : []
  return html`<li class="decision ${count > 0 && status}">${decisionSign(status)}<strong>${view.texts.status[status]}: ${count}</strong>${
    totals.length > 0 &&
    html` <span class="tally-sum">${joined(
      totals.map(({ currency, sum }) => renderMoney(view, sum, currency)),
      ' + ',
    )}</span>`
  }</li>`
}
