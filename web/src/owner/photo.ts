// One photo on its own page, with the way back: for browsers without script. With script it opens above the page.
import type { OwnerPage } from '@walkaround/contract/owner-page.ts'
import { withMarkup } from '@walkaround/contract/rules/markup-words.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import { html } from '../html.ts'
import { homeOf, type OwnerView, renderFrame, withOwnTexts } from './frame.ts'
import { renderMarkup } from './markup.ts'

/** Undefined if the page shows no such photo. */
export function renderOwnerPhoto(view: OwnerView, page: OwnerPage, photoId: string): string | undefined {
  for (const { title, photos } of page.findings) {
    const index = photos.findIndex(({ id }) => id === photoId)
    const photo = photos[index]
    if (!photo) continue
    const words = fill(view.texts.photo, { number: index + 1, title })
    return renderFrame(withOwnTexts(view, page.own), {
      title: words,
      dealership: page.dealership,
      face: page.face,
      body: html`<main id="main" class="photo-page"><p><a class="second" href="${homeOf(view)}">${view.texts.toPage}</a></p>
<h1>${title}</h1>
<span class="marked"><img src="${encodeURIComponent(photoId)}/huge" width="${photo.width}" height="${photo.height}" alt="${withMarkup(words, photo.shapes, view.language)}">${renderMarkup(photo)}</span>
</main>`,
    })
  }
  return undefined
}
