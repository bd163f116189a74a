// Questions about one line and their answers, and a field for the next one. Works without script: the button sends the whole form, so
// that choices made meanwhile are kept.
import { type OwnerPage, type OwnerThread, questionFields } from '@walkaround/contract/owner-page.ts'
import { questionLimits } from '@walkaround/contract/rules/line-questions.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import { type Child, type Html, html } from '../html.ts'
import { belowOf, type OwnerView } from './frame.ts'

/** What asking needs of the form around it; absent where nothing can be asked. */
export interface Asking {
  /** What was written and not sent, by line. */
  readonly drafts: ReadonlyMap<string, string>
  /** Shown to staff, who ask nothing. */
  readonly isPreview?: boolean | undefined
}

interface Line {
  /** As rules/line-questions.ts names it. */
  readonly about: string
  readonly title: string
  /** Different for every line of the page. */
  readonly number: number
}

export function renderThread(
  view: OwnerView,
  page: OwnerPage,
  { about, title, number }: Line,
  asking: Asking | undefined,
): Child {
  const { texts } = view
  const thread = page.threads.find((one) => one.about === about)
  const mayAsk = asking !== undefined && !page.isClosed
  if (!thread && !mayAsk) return false
  const id = `ask-${number}`
  return html`<section class="thread no-print" id="${id}" aria-label="${fill(texts.askTitle, { title })}">
${thread && renderSaid(view, page, thread)}
${mayAsk && renderAsk(view, { about, title, number }, thread !== undefined, asking)}
${thread && page.isClosed && html`<p class="hint">${texts.askClosedHint}</p>`}
</section>`
}

/** Threads about lines that the page no longer has. */
export function renderOtherThreads(view: OwnerView, page: OwnerPage, shown: ReadonlySet<string>): Child {
  const others = page.threads.filter(({ about }) => !shown.has(about))
  if (others.length === 0) return false
  const title = view.texts.askOthers
  return html`<section class="group quiet" aria-label="${title}"><h2>${title}</h2>
${others.map((thread) => html`<div class="card"><h3>${thread.title}</h3>${renderSaid(view, page, thread)}</div>`)}
</section>`
}

function renderSaid(view: OwnerView, page: OwnerPage, { entries, isWaiting, channel }: OwnerThread): Html {
  const { texts, formats } = view
  return html`<ol class="said">${entries.map(
    ({ by, name, isAdvisor, text, at }) =>
      html`<li class="${by}">${isAdvisor === true && renderPicture(view, page)}<div><p class="by"><strong>${
        by === 'owner' ? texts.askYou : (name ?? texts.askStaff)
      }</strong> <small>${formats.dayTime(at)}</small></p><p class="words">${text}</p></div></li>`,
  )}</ol>
<p class="hint">${isWaiting ? texts.askSent[channel ?? 'page'] : texts.askAnswered}</p>`
}

/** Of the advisor of the order: a colleague who answers has another face. */
function renderPicture(view: OwnerView, { face }: OwnerPage): Child {
  const picture = face?.advisorPicture
  if (picture === undefined) return false
  return html`<img src="${belowOf(view, 'face/advisor')}?v=${picture}" alt="" width="40" height="40" loading="lazy">`
}

function renderAsk(
  view: OwnerView,
  { about, title, number }: Line,
  isMore: boolean,
  { drafts, isPreview = false }: Asking,
): Html {
  const { texts } = view
  const draft = drafts.get(about)
  const way = isPreview
    ? ''
    : html` name="${questionFields.about}" value="${about}" formaction="${belowOf(view, 'question')}?lang=${view.language}#ask-${number}"`
  const field = `question-${number}`
  const count = questionLimits.question
  return html`<details class="ask"${draft !== undefined && html` open`}><summary>${isMore ? texts.askMore : texts.askAbout}<span class="unseen">: ${title}</span></summary>
<p><label for="${field}">${texts.askLabel}</label>
<textarea id="${field}" name="${questionFields.text + about}" rows="3" maxlength="${count}" aria-describedby="${field}-hint">${draft ?? ''}</textarea></p>
<p class="hint" id="${field}-hint">${fill(texts.askHint, { count })}</p>
<button type="submit" class="second"${way}>${texts.askSend}<span class="unseen">: ${title}</span></button>
</details>`
}
