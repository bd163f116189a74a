// The way out of reminders: says whether this person gets them by this channel, with one button that changes it. Shows nothing of any
// survey, and no address.
import type { ReminderStop } from '@walkaround/contract/owner-page.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import type en from '../../../languages/en/reminder-page.json'
import { html } from '../html.ts'
import { readTexts } from '../read-texts.ts'
import { renderCall } from './call.ts'
import { homeOf, type OwnerView, renderFrame } from './frame.ts'

const own = readTexts<typeof en>('reminder-page.json')

export function renderReminderStop(
  view: OwnerView,
  { channel, isStopped, isChanged, dealership }: ReminderStop,
): string {
  const texts = own[view.language]
  const name = dealership?.name ?? texts.dealership
  const way = texts.ways[channel]
  const title = isStopped ? texts.stoppedTitle : isChanged ? texts.resumedTitle : texts.title
  const words = isStopped ? texts.stopped : isChanged ? texts.resumed : texts.what
  const act = isStopped ? 'resume' : 'stop'
  return renderFrame(view, {
    title,
    dealership: dealership || undefined,
    body: html`<main id="main" class="alone"><section class="card"><h1>${title}</h1><p class="lead">${fill(words, { name, way })}</p>
<form method="post" action="${homeOf(view)}"><button type="submit" name="act" value="${act}" class="${isStopped ? 'second' : 'main'}">${isStopped ? texts.resume : texts.stop}</button></form>
${dealership?.telephone !== undefined && html`<p>${renderCall(view.texts.call, dealership.telephone)}</p>`}
</section></main>`,
  })
}
