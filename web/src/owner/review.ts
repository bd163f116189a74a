// The choices again before the decision, and what has to be asked again.
import {
  codeFields,
  type OwnerChoice,
  type OwnerCode,
  type OwnerPage,
  type OwnerReview,
  type OwnerTotal,
  type OwnerWay,
  ownerFields,
  statusOfWord,
} from '@walkaround/contract/owner-page.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import { type Child, type Html, html } from '../html.ts'
import { renderCall } from './call.ts'
import { actionOf, languageButtons, type OwnerView, renderFrame, withOwnTexts } from './frame.ts'
import { renderLine, renderMoney } from './line.ts'
import { decisionSign } from './signs.ts'

export function renderReview(standard: OwnerView, review: OwnerReview): string {
  const view = withOwnTexts(standard, review.page.own)
  const { texts } = view
  const { page, choices, again } = review
  const isAsked = again.some(({ line }) => line?.isOpen)
  const path = isAsked ? 'review' : 'decide'
  return renderFrame(view, {
    title: texts.reviewTitle,
    dealership: page.dealership,
    face: page.face,
    hasScript: true,
    // Enter in the code field presses the first button, which must be the one that confirms.
    ...(review.code ? { isPosted: true } : { switcher: languageButtons(view, 'confirm', 'review') }),
    body: html`<main id="main">
<section class="hero"><h1>${texts.reviewTitle}</h1><p class="lead">${texts.reviewLead}</p></section>
<form id="confirm" method="post" action="${actionOf(view, path)}">
<input type="hidden" name="form" value="${review.formId}">
${again.length > 0 && renderAgain(view, review)}
${choices.length > 0 && html`<ul class="chosen">${choices.map((choice) => renderChoice(view, page, choice))}</ul>`}
${renderTotals(view, review.totals)}
${review.code && renderCode(view, page, review.code)}
<div class="bar still">${(isAsked || choices.length > 0) && !isStuck(review) && html`<button type="submit" class="main">${isAsked ? texts.checkAgain : texts.confirm}</button>`}
${review.code && !isStuck(review) && html`<button type="submit" class="second" name="${codeFields.another}" value="yes">${texts.codeAnother}</button>`}
<button type="submit" class="second" formnovalidate formaction="${actionOf(view, 'edit')}">${texts.back}</button></div>
</form>
</main>`,
  })
}

/** No code was sent and none can be: only the telephone is left. */
const isStuck = ({ code }: OwnerReview) => code?.state === 'tooMany' || code?.state === 'nowhere'

function renderCode(view: OwnerView, { dealership, advisor }: OwnerPage, { state, to }: OwnerCode): Html {
  const { texts } = view
  const telephone = advisor?.telephone ?? dealership.telephone
  const isOpen = state !== 'tooMany' && state !== 'nowhere'
  return html`<section class="card code-ask" aria-labelledby="code-title"><h2 id="code-title">${texts.codeTitle}</h2>
<p${state !== 'sent' && html` class="notice" role="alert"`}>${state === 'sent' && to ? fill(texts.codeSent, { way: wayWords(view, to) }) : texts.codeStates[state]}</p>
${
  isOpen &&
  html`<p><label for="code">${texts.codeLabel}</label>
<input id="code" name="${codeFields.code}" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="12" size="8"></p>
<p class="hint">${texts.codeHint}</p>`
}
${!isOpen && telephone !== undefined && html`<p>${renderCall(texts.call, telephone)}</p>`}
</section>`
}

/** By e-mail to a•••@example.org. */
export const wayWords = ({ texts }: Pick<OwnerView, 'texts'>, { channel, address }: OwnerWay): string =>
  fill(texts.ways[channel], { address: address ?? '' })

function renderAgain(view: OwnerView, { page, again }: OwnerReview): Html {
  const { texts } = view
  return html`<section class="again" aria-labelledby="again" role="alert"><h2 id="again">${texts.againTitle}</h2>
${again.map(({ why, line, title, was }, index) =>
  line
    ? html`<div class="card"><p class="notice">${texts.again[why]}${was && html` <span class="was">${texts.priceWas}: <s>${renderMoney(view, was.sum, was.currency)}</s></span>`}</p><h3 class="unseen">${line.title}</h3>${renderLine(view, page, line, index + 1)}</div>`
    : html`<p class="notice">${title === undefined ? texts.again[why] : fill(texts.againGone, { title })}</p>`,
)}</section>`
}

function renderChoice(view: OwnerView, page: OwnerPage, { line, word, until, reason }: OwnerChoice): Html {
  const reasonText = page.reasons.find(({ code }) => code === reason)?.text
  const hidden = (name: string, value: string) =>
    html`<input type="hidden" name="${name + line.id}" value="${value}">`
  return html`<li class="card">
${hidden(ownerFields.word, word)}${hidden(ownerFields.state, line.state)}${until !== undefined && hidden(ownerFields.date, until)}${reason !== undefined && hidden(ownerFields.reason, reason)}
<h2>${line.title}</h2>
<p class="sum">${renderMoney(view, line.total, line.currency)}</p>
${renderChosen(view, { word, until, reason: reasonText }, view.texts[word])}
</li>`
}

interface ChosenWords {
  readonly word: OwnerChoice['word']
  readonly until: string | undefined
  /** In words. */
  readonly reason: string | undefined
}

export function renderChosen(
  { texts, formats }: OwnerView,
  { word, until, reason }: ChosenWords,
  plain: string,
): Html {
  const status = statusOfWord[word]
  const words =
    until !== undefined
      ? fill(texts.laterUntil, { date: formats.date(until) })
      : reason !== undefined
        ? fill(texts.rejectedWhy, { reason })
        : plain
  return html`<p class="decision ${status}">${decisionSign(status)}<strong>${words}</strong></p>`
}

export function renderTotals(
  view: OwnerView,
  totals: readonly OwnerTotal[],
  label = view.texts.approvedTotal,
): Child {
  return totals.map(
    ({ currency, sum }) =>
      html`<p class="grand"><span>${label}</span> <strong>${renderMoney(view, sum, currency)}</strong></p>`,
  )
}
