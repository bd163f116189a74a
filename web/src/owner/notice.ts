// Pages that show nothing of any survey: unknown, expired, withdrawn, thanks. They never contain personal data.
import type { OwnerNotice } from '@walkaround/contract/owner-page.ts'
import { questionLimits } from '@walkaround/contract/rules/line-questions.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import { html } from '../html.ts'
import { renderCall } from './call.ts'
import { actionOf, homeOf, type OwnerView, renderFrame, withOwnTexts } from './frame.ts'

export function renderOwnerNotice(standard: OwnerView, notice: OwnerNotice): string {
  const { kind, dealership, face, own } = notice
  const view = withOwnTexts(standard, own)
  const { texts } = view
  const { title, text } = texts.notices[kind]
  const canAsk = kind === 'expired' || kind === 'withdrawn'
  const telephone = dealership?.telephone
  // If all is well, the telephone number is only for information.
  const callWords = kind === 'thanks' || kind === 'asked' ? texts.call : texts.callUs
  return renderFrame(view, {
    title,
    dealership: dealership || undefined,
    face,
    isPosted: view.place.depth > 0,
    body: html`<main id="main" class="alone"><section class="card"><h1>${title}</h1><p class="lead">${fill(text, { count: questionLimits.perDay })}</p>
${canAsk && html`<form method="post" action="${actionOf(view, 'ask')}"><button type="submit" class="main">${texts.ask}</button></form>`}
${kind === 'thanks' && html`<p><a class="second" href="${homeOf(view)}">${texts.toPage}</a></p>`}
${telephone !== undefined && html`<p>${renderCall(callWords, telephone)}</p>`}
</section></main>`,
  })
}
