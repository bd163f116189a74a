// The person who answers for the car, with picture and telephone: on the page and on the receipt.
import type { OwnerPage } from '@walkaround/contract/owner-page.ts'
import { type Child, html } from '../html.ts'
import { renderCall } from './call.ts'
import { belowOf, type OwnerView } from './frame.ts'

export function renderAdvisor(
  view: OwnerView,
  { advisor, dealership, face }: Pick<OwnerPage, 'advisor' | 'dealership' | 'face'>,
): Child {
  const { texts } = view
  const telephone = advisor?.telephone ?? dealership.telephone
  if (!advisor && telephone === undefined) return false
  const picture = advisor && face?.advisorPicture
  return html`<section class="advisor">${picture && html`<img src="${belowOf(view, 'face/advisor')}?v=${picture}" alt="" width="72" height="72">`}<p>${
    advisor
      ? html`<small>${texts.advisor}</small><strong>${advisor.name}</strong>`
      : html`<strong>${dealership.name}</strong>`
  }</p>${telephone !== undefined && renderCall(texts.call, telephone)}</section>`
}
