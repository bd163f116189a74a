// Pages that show nothing of any survey: unknown, expired, withdrawn, thanks. No personal data ever comes here.
import type { OwnerNotice } from '@walkaround/contract/owner-page.ts'
import { html } from '../html.ts'
import { renderCall } from './call.ts'
import { actionOf, homeOf, type OwnerView, renderFrame } from './frame.ts'

export function renderOwnerNotice(view: OwnerView, { kind, dealership }: OwnerNotice): string {
  const { texts } = view
  const { title, text } = texts.notices[kind]
  const canAsk = kind === 'expired' || kind === 'withdrawn'
  const telephone = dealership?.telephone
  // Where all is well the telephone is no way out, just there.
  const callWords = kind === 'thanks' || kind === 'asked' ? texts.call : texts.callUs
  return renderFrame(view, {
    title,
    ...(dealership ? { dealership } : {}),
    isPosted: view.place.depth > 0,
    body: html`<main id="main" class="alone"><section class="card"><h1>${title}</h1><p class="lead">${text}</p>
${canAsk && html`<form method="post" action="${actionOf(view, 'ask')}"><button type="submit" class="main">${texts.ask}</button></form>`}
${kind === 'thanks' && html`<p><a class="second" href="${homeOf(view)}">${texts.toPage}</a></p>`}
${telephone !== undefined && html`<p>${renderCall(callWords, telephone)}</p>`}
</section></main>`,
  })
}
