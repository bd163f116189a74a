// One finding: what was seen, what it means, how it was measured, and what can be done about it.
import type { OwnerFinding, OwnerPage, OwnerVideo } from '@walkaround/contract/owner-page.ts'
import { clockTime } from '@walkaround/contract/rules/chapters.ts'
import { aboutKey } from '@walkaround/contract/rules/line-questions.ts'
import { withMarkup } from '@walkaround/contract/rules/markup-words.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import { type Child, type Html, html } from '../html.ts'
import { belowOf, type OwnerView } from './frame.ts'
import { type Chosen, renderLine } from './line.ts'
import { renderMarkup } from './markup.ts'
import { renderScale } from './scale.ts'
import { gradeSign, gradeWord } from './signs.ts'
import { type Asking, renderThread } from './thread.ts'

export interface Counter {
  /** A different number for every line of the page. */
  next(): number
  readonly chosen: ReadonlyMap<string, Chosen>
  /** Absent if nothing can be asked. */
  readonly asking?: Asking | undefined
}

export function renderFinding(
  view: OwnerView,
  page: OwnerPage,
  finding: OwnerFinding,
  counter: Counter,
): Html {
  const { texts } = view
  const id = `finding-${counter.next()}`
  const seen = seenOf(view, finding)
  return html`<article class="card finding ${finding.grade}" aria-labelledby="${id}">
<header><p class="state ${finding.grade}">${gradeSign(finding.grade)}<span>${gradeWord(finding.grade, view.language)}</span></p>
<h3 id="${id}">${finding.title}</h3>
${seen.length > 0 && html`<p class="seen">${seen.join(' · ')}</p>`}</header>
${renderPhotos(view, finding)}
<p class="meaning">${finding.meaning}</p>
${finding.scales.map((scale) => renderScale(view, scale))}
${finding.videos.map((video) => renderVideo(view, video, fill(texts.videoOf, { title: finding.title })))}
${
  finding.lines.length > 0
    ? finding.lines.map((line) =>
        renderLine(view, page, line, counter.next(), {
          chosen: counter.chosen.get(line.id),
          asking: counter.asking,
        }),
      )
    : finding.coveredBy.length === 0 &&
      html`<p class="hint">${finding.grade === 'red' ? texts.noOfferUrgent : texts.noOffer}</p>`
}
${finding.coveredBy.map(({ line, at }) => html`<p class="hint covered">${coveredWords(view, line.title, at)}</p>`)}
${renderThread(
  view,
  page,
  { about: aboutKey({ kind: 'finding', id: finding.id }), title: finding.title, number: counter.next() },
  finding.lines.length === 0 ? counter.asking : undefined,
)}
</article>`
}

/** An offer for the whole axle is shown at one finding and mentioned at the others (I4). */
function coveredWords({ texts }: OwnerView, offer: string, at: string | undefined): string {
  return at === undefined ? fill(texts.coveredBelow, { offer }) : fill(texts.coveredBy, { offer, at })
}

/** A value that the scale shows is not repeated. */
function seenOf({ formats }: OwnerView, { answers, scales }: OwnerFinding): string[] {
  const measured = scales.map(({ value, unit }) => formats.quantity(value, unit))
  const plain = (text: string) => text.replaceAll(/\s/gu, ' ')
  return answers.filter((answer) => !measured.some((one) => plain(one) === plain(answer)))
}

function renderPhotos(view: OwnerView, { photos, title }: OwnerFinding): Child {
  if (photos.length === 0) return false
  // The preview in the app has no separate page for a photo.
  const isPreview = view.place.root !== undefined
  return html`<ul class="photos" data-close="${view.texts.close}" data-previous="${view.texts.previousPhoto}" data-next="${view.texts.nextPhoto}">${photos.map(
    (photo, index) => {
      const address = belowOf(view, `photos/${encodeURIComponent(photo.id)}`)
      const words = { number: index + 1, title }
      return html`<li><a href="${isPreview ? `${address}/huge` : `${address}?lang=${view.language}`}" data-photo="${address}/huge" aria-label="${fill(view.texts.enlarge, words)}"><img src="${address}/${
        index === 0 ? 'large' : 'medium'
      }" width="${photo.width}" height="${photo.height}" alt="${withMarkup(fill(view.texts.photo, words), photo.shapes, view.language)}" loading="lazy" decoding="async">${renderMarkup(photo)}</a></li>`
    },
  )}</ul>`
}

export function renderVideo(view: OwnerView, video: OwnerVideo, label: string): Html {
  if (video.isBeingPrepared)
    return html`<figure class="video"><p class="notice">${view.texts.videoBeingPrepared}</p><figcaption>${label}</figcaption></figure>`
  const address = belowOf(view, `videos/${encodeURIComponent(video.id)}`)
  // Staff see the page as well: what they play tells nothing about the owner.
  const isOwners = view.isViewOnly !== true && view.place.root === undefined
  return html`<figure class="video"><video controls playsinline preload="none" aria-label="${label}" src="${address}"${
    video.hasPoster && html` poster="${address}/poster"`
  }${isOwners && html` data-watched="${address}/watched"`}><a href="${address}">${view.texts.videoFallback}</a></video><figcaption>${label}</figcaption>${renderChapters(view, video, address)}</figure>`
}

/** Links into the video, which the script turns into jumps of the player above them. */
function renderChapters({ texts }: OwnerView, { chapters = [] }: OwnerVideo, address: string): Child {
  if (chapters.length === 0) return false
  return html`<ol class="chapters" aria-label="${texts.videoChapters}">${chapters.map(({ second, title }) => {
    const at = Math.floor(second)
    return html`<li><a href="${address}#t=${at}" data-second="${at}"><span class="at">${clockTime(at)}</span> <span>${title}</span></a></li>`
  })}</ol>`
}
