// The receipt: exactly what was shown and decided, with its fingerprint. Made to be printed.
import {
  type OwnerFace,
  type OwnerPage,
  type Receipt,
  type ReceiptLine,
  statusOfWord,
} from '@walkaround/contract/owner-page.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import { type Child, type Html, html } from '../html.ts'
import { renderAdvisor } from './advisor.ts'
import { renderFeedback } from './feedback.ts'
import { actionOf, homeOf, type OwnerView, renderFrame, withOwnTexts } from './frame.ts'
import { renderPrice } from './line.ts'
import { renderOwnText } from './own-text.ts'
import { renderChosen, renderTotals, wayWords } from './review.ts'
import { renderScale } from './scale.ts'
import { gradeSign, gradeWord } from './signs.ts'

type ReceiptModel = ReceiptOf & (OfOwner | OfStaff)

interface ReceiptOf {
  readonly receipt: Receipt
  /** In hex. */
  readonly hash: string
}

interface OfOwner {
  readonly formId: string
  readonly hasFeedback: boolean
  readonly face?: OwnerFace | undefined
  readonly advisor?: OwnerPage['advisor']
  readonly own?: OwnerPage['own']
}

/** For staff: nothing can be sent from it, and it contains no link. */
interface OfStaff {
  readonly files: { readonly pdf: string; readonly file: string }
}

/** Enough to distinguish photos; the PDF and the file have the full hash. */
const SHORT_HASH = 16

export function renderReceipt(standard: OwnerView, model: ReceiptModel): string {
  // Staff read it as it was decided, not as it is said now.
  const view = withOwnTexts(standard, 'own' in model ? model.own : undefined)
  const { texts, formats } = view
  const { receipt, hash } = model
  const { plate, name } = receipt.vehicle
  const path = `receipt/${encodeURIComponent(receipt.id)}`
  const isOwner = 'formId' in model
  const files = isOwner
    ? { pdf: actionOf(view, `${path}.pdf`), file: actionOf(view, `${path}.json`) }
    : model.files
  return renderFrame(view, {
    title: `${texts.receiptNumber} ${plate ?? name ?? ''}`.trim(),
    dealership: receipt.dealership,
    face: isOwner ? model.face : undefined,
    hasScript: isOwner,
    body: html`<main id="main" class="receipt">
<section class="hero"><h1>${isOwner ? `${texts.receiptThanks} ${texts.receiptTitle}` : texts.receiptStaffTitle}</h1><p class="lead">${isOwner ? texts.receiptLead : texts.receiptStaffLead}</p>
<p class="vehicle">${plate !== undefined && html`<span class="plate">${plate}</span> `}<span>${name}</span></p>${renderOwnText(view, 'next', 'own')}</section>
<dl class="facts"><div><dt>${texts.receiptAt}</dt><dd>${formats.dateTime(receipt.at)}</dd></div>
${renderWay(view, receipt)}<div><dt>${texts.receiptNumber}</dt><dd class="code">${receipt.id}</dd></div></dl>
<ul class="chosen">${receipt.lines.map((line) => renderReceiptLine(view, line))}</ul>
${renderTotals(view, receipt.totals, isOwner ? texts.approvedTotal : texts.receiptStaffTotal)}
<section class="hash"><h2>${texts.receiptHash}</h2><p class="code">${hash}</p><p class="hint">${texts.receiptHashWords}</p></section>
<p class="more"><a class="second" href="${files.pdf}">${texts.receiptPdf}</a> <a href="${files.file}">${texts.receiptFile}</a></p>
<p class="hint no-print">${texts.print}</p>
${
  isOwner &&
  html`${renderAdvisor(view, { ...model, dealership: receipt.dealership })}
${!view.isViewOnly && renderFeedback(view, model.formId, model.hasFeedback)}
<p class="more"><a href="${homeOf(view)}">${texts.toPage}</a></p>`
}
</main>`,
  })
}

/** Which link was used to decide, and whether a code confirmed it. */
function renderWay(view: OwnerView, { way }: Receipt): Child {
  const { texts } = view
  if (!way) return false
  const words = [
    way.link ? fill(texts.receiptByLink, { way: wayWords(view, way.link) }) : texts.receiptOnline,
    ...(way.code ? [fill(texts.receiptByCode, { way: wayWords(view, way.code) })] : []),
  ]
  return html`<div><dt>${texts.receiptWay}</dt><dd>${words.join(' ')}</dd></div>
`
}

function renderReceiptLine(view: OwnerView, line: ReceiptLine): Html {
  const { texts } = view
  const { finding } = line
  const chosen = { word: line.word, until: line.until, reason: line.reason?.text }
  return html`<li class="card">
${
  finding &&
  html`<p class="state ${finding.grade}">${gradeSign(finding.grade)}<span>${gradeWord(finding.grade, view.language)}</span></p>
<p class="seen"><strong>${finding.title}</strong> ${finding.answers.join(' · ')}</p><p class="meaning">${finding.meaning}</p>
${finding.scales.map((scale) => renderScale(view, scale))}
${renderFingerprints(view, finding.photos)}`
}
<h2>${line.title}</h2>
${line.due !== undefined && html`<p class="due">${line.due}</p>`}
${renderPrice(view, line)}
${renderChosen(view, chosen, texts.status[statusOfWord[line.word]])}
</li>`
}

function renderFingerprints({ texts }: OwnerView, photos: readonly string[]): Child {
  if (photos.length === 0) return false
  const short = photos.map((hash) => `${hash.slice(0, SHORT_HASH)}…`)
  return html`<p class="hint">${fill(texts.receiptPhotos, { count: photos.length })}</p>
<p class="code">${short.join(' ')}</p>`
}
