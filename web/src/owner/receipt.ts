// The receipt: exactly what was shown and decided, with the fingerprint of it. Made to be printed.
import type { Receipt, ReceiptLine } from '@walkaround/contract/owner-page.ts'
import { type Html, html } from '../html.ts'
import { fill } from '../texts/pick-texts.ts'
import { renderFeedback } from './feedback.ts'
import { actionOf, homeOf, type OwnerView, renderFrame } from './frame.ts'
import { renderPrice } from './line.ts'
import { renderChosen, renderTotals, statuses } from './review.ts'
import { gradeSign, gradeWord } from './signs.ts'

export interface ReceiptModel {
  readonly receipt: Receipt
  /** In hex. */
  readonly hash: string
  readonly formId: string
  readonly hasFeedback: boolean
}

export function renderReceipt(view: OwnerView, model: ReceiptModel): string {
  const { texts, formats } = view
  const { receipt, hash } = model
  const { plate, name } = receipt.vehicle
  const path = `receipt/${encodeURIComponent(receipt.id)}`
  return renderFrame(view, {
    title: `${texts.receiptNumber} ${plate ?? name ?? ''}`.trim(),
    dealership: receipt.dealership,
    hasScript: true,
    body: html`<main id="main" class="receipt">
<section class="hero"><h1>${texts.receiptTitle}</h1><p class="lead">${texts.receiptLead}</p>
<p class="vehicle">${plate !== undefined && html`<span class="plate">${plate}</span> `}<span>${name}</span></p></section>
<dl class="facts"><div><dt>${texts.receiptAt}</dt><dd>${formats.dateTime(receipt.at)}</dd></div>
<div><dt>${texts.receiptNumber}</dt><dd class="code">${receipt.id}</dd></div></dl>
<ul class="chosen">${receipt.lines.map((line) => renderReceiptLine(view, line))}</ul>
${renderTotals(view, receipt.totals)}
<section class="hash"><h2>${texts.receiptHash}</h2><p class="code">${hash}</p><p class="hint">${texts.receiptHashWords}</p></section>
<p class="more"><a class="second" href="${actionOf(view, `${path}.pdf`)}">${texts.receiptPdf}</a> <a href="${actionOf(view, `${path}.json`)}">${texts.receiptFile}</a></p>
<p class="hint no-print">${texts.print}</p>
${renderFeedback(view, model.formId, model.hasFeedback)}
<p class="more"><a href="${homeOf(view)}">${texts.toPage}</a></p>
</main>`,
  })
}

function renderReceiptLine(view: OwnerView, line: ReceiptLine): Html {
  const { texts } = view
  const { finding } = line
  const chosen = { word: line.word, until: line.until, reason: line.reason?.text }
  return html`<li class="card">
${
  finding &&
  html`<p class="state ${finding.grade}">${gradeSign(finding.grade)}<span>${gradeWord(finding.grade, texts)}</span></p>
<p class="seen"><strong>${finding.title}</strong> ${finding.answers.join(' · ')}</p><p class="meaning">${finding.meaning}</p>
${finding.photos.length > 0 && html`<p class="hint">${fill(texts.receiptPhotos, { count: finding.photos.length })}</p>`}`
}
<h2>${line.title}</h2>
${line.due !== undefined && html`<p class="due">${line.due}</p>`}
${renderPrice(view, line)}
${renderChosen(view, chosen, texts.status[statuses[line.word]])}
</li>`
}
