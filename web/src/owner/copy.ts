// The small page of a copy: which car, who signed and when, and the signed act to keep. Nothing can be decided on it.
import type { OwnerCopy } from '@walkaround/contract/owner-page.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import { html } from '../html.ts'
import { renderCall } from './call.ts'
import { actionOf, type OwnerView, renderFrame, withOwnTexts } from './frame.ts'

export function renderOwnerCopy(standard: OwnerView, copy: OwnerCopy): string {
  const view = withOwnTexts(standard, copy.own)
  const { texts, formats } = view
  const { vehicle, signed, dealership } = copy
  const words = texts.copy
  const telephone = dealership?.telephone
  const who = signed && [signed.name, words.roles[signed.role]].filter(Boolean).join(', ')
  return renderFrame(view, {
    title: `${words.title} ${vehicle.plate ?? ''}`.trim(),
    dealership,
    face: copy.face,
    body: html`<main id="main" class="alone"><section class="card"><h1>${words.title}</h1>
<p class="vehicle">${vehicle.plate !== undefined && html`<span class="plate">${vehicle.plate}</span> `}<span>${vehicle.name}</span></p>
<p class="lead">${signed ? words.lead : words.changed}</p>
<dl class="facts">${signed && html`<div><dt>${words.signedBy}</dt><dd>${who}</dd></div><div><dt>${words.signedAt}</dt><dd>${formats.dateTime(signed.at)}</dd></div>`}${
      copy.order !== undefined && html`<div><dt>${words.order}</dt><dd>${copy.order}</dd></div>`
    }</dl>
<p><a class="main" download href="${actionOf(view, `forms/${copy.form}.pdf`)}">${words.open}</a></p>
<p class="hint">${fill(texts.validUntil, { date: formats.date(copy.validUntil) })} ${words.keep}</p>
${telephone !== undefined && html`<p>${renderCall(texts.call, telephone)}</p>`}
</section></main>`,
  })
}
