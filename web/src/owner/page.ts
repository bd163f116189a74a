// The owner's page: findings, urgent first, and a decision on each offer. Works completely without script.
import type { OwnerPage } from '@walkaround/contract/owner-page.ts'
import { aboutKey, questionLimits } from '@walkaround/contract/rules/line-questions.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import { type Child, type Html, html } from '../html.ts'
import { renderAdvisor } from './advisor.ts'
import { renderAlsoDue } from './also-due.ts'
import { isAllDecided, linesOf, renderDone } from './done.ts'
import { renderFeedback } from './feedback.ts'
import { type Counter, renderFinding, renderVideo } from './finding.ts'
import { actionOf, belowOf, languageButtons, type OwnerView, renderFrame, withOwnTexts } from './frame.ts'
import { type Chosen, renderLine } from './line.ts'
import { renderOwnText } from './own-text.ts'
import { gradeSign, gradeWord } from './signs.ts'
import { renderOtherThreads } from './thread.ts'

interface PageForm {
  /** Makes sure that a form sent twice decides once. */
  readonly formId: string
  /** Nothing was chosen when the form was last sent. */
  readonly isEmpty?: boolean
  /** The choices by line, if the owner came back to change something. The page is then the reply to a POST. */
  readonly chosen?: ReadonlyMap<string, Chosen>
  /** Questions that were written and not sent, by line. */
  readonly drafts?: ReadonlyMap<string, string>
  /** Why a question was not sent. */
  readonly alert?: 'empty' | 'long' | 'gone' | undefined
  /** For staff who make the offer: nothing can be chosen, sent or marked as opened. */
  readonly isPreview?: boolean
}

export function renderOwnerPage(standard: OwnerView, page: OwnerPage, form: PageForm): string {
  const view = withOwnTexts(standard, page.own)
  const { texts, formats } = view
  let number = 0
  const mayAsk = view.isViewOnly !== true
  const counter: Counter = {
    next: () => ++number,
    chosen: form.chosen ?? new Map(),
    ...(mayAsk ? { asking: { drafts: form.drafts ?? new Map(), isPreview: form.isPreview } } : {}),
  }
  const lines = linesOf(page)
  const isWaiting = lines.found.some(({ decision }) => !decision)
  // Somebody who came back to change something has not decided yet.
  const isDone = isAllDecided(lines) && !form.chosen
  const { isViewOnly = false } = view
  const isSent = !isViewOnly && lines.all.some(({ isOpen }) => isOpen)
  const isSentByFound = !isViewOnly && lines.found.some(({ isOpen }) => isOpen)
  const hasReceipt = !form.isPreview && page.receiptId !== undefined
  const { plate, name } = page.vehicle
  return renderFrame(view, {
    title: plate ?? name ?? texts.title,
    dealership: page.dealership,
    face: page.face,
    hasScript: !form.isPreview,
    switcher: view.place.depth > 0 && !form.isPreview ? languageButtons(view, 'decide', 'edit') : undefined,
    body: html`<main id="main">
<section class="hero">
<h1>${texts.title}</h1>
<p class="vehicle">${plate !== undefined && html`<span class="plate">${plate}</span> `}<span>${name ?? (plate === undefined && texts.vehicleUnknown)}</span></p>
${page.inspectedAt !== undefined && html`<p class="when">${fill(texts.inspected, { date: formats.date(page.inspectedAt) })}</p>`}
${renderOwnText(view, 'welcome', 'own')}
<p class="lead">${texts.lead}${lines.all.length > 0 && !isDone && !isViewOnly && ` ${texts.leadDecide}`}</p>
</section>
${page.isSandbox && html`<p class="notice">${texts.sandbox}</p>`}
${isViewOnly && lines.all.length > 0 && html`<p class="notice">${texts.viewOnly}</p>`}
${form.isEmpty && html`<p class="notice" role="alert">${texts.nothingChosen}</p>`}
${form.alert && html`<p class="notice" role="alert">${fill(texts.askAlerts[form.alert], { count: questionLimits.question })}</p>`}
${isDone && renderDone(view, page, lines, { hasReceipt })}
${renderOverview(view, page)}
${renderAdvisor(view, page)}
${page.videos.map((video) => renderVideo(view, video, texts.video))}
${renderForm(
  view,
  form,
  // The first button is what Enter presses: it must not ask a question.
  html`${isSent && html`<button type="submit" class="unseen" tabindex="-1" aria-hidden="true">${texts.review}</button>`}${renderGroup(view, page, 'red', counter)}
${renderGroup(view, page, 'amber', counter)}
${renderOthers(view, page, counter)}
${renderAlsoDue(view, page, counter, isSent && !isSentByFound && renderBar(view, isWaiting))}
${isSentByFound && renderBar(view, isWaiting)}`,
)}
${renderOtherThreads(view, page, listShown(page))}
${renderNames(texts.fineTitle, page.fine)}
${renderNames(texts.notCheckedTitle, page.notChecked)}
${hasReceipt && !isDone && html`<p class="more"><a href="${actionOf(view, `receipt/${encodeURIComponent(page.receiptId ?? '')}`)}">${texts.showReceipt}</a></p>`}
${!isViewOnly && renderForms(view, page)}
${!form.isPreview && !isViewOnly && (hasReceipt || isDone || (!isWaiting && saysSomething(page))) && renderFeedback(view, form.formId, page.hasFeedback)}
<p class="valid">${fill(texts.validUntil, { date: formats.date(page.validUntil) })}</p>
</main>`,
  })
}

/** The lines that have a place for a thread. */
const listShown = (page: OwnerPage): ReadonlySet<string> =>
  new Set([
    ...linesOf(page).all.map(({ id }) => aboutKey({ kind: 'quote', id })),
    ...page.findings.map(({ id }) => aboutKey({ kind: 'finding', id })),
  ])

/** Whether there is something that feedback could be about. */
const saysSomething = ({ inspectedAt, findings, fine, videos }: OwnerPage): boolean =>
  inspectedAt !== undefined || findings.length + fine.length + videos.length > 0

// A hidden date in a collapsed part must not block the form: the review asks for it.
function renderForm(view: OwnerView, form: PageForm, body: Html): Html {
  if (view.isViewOnly) return body
  if (form.isPreview) return html`<form><fieldset class="still" disabled>${body}</fieldset></form>`
  return html`<form id="decide" method="post" novalidate action="${actionOf(view, 'review')}" data-opened="${belowOf(view, 'opened')}">
<input type="hidden" name="form" value="${form.formId}">
${body}
</form>`
}

function renderOverview({ texts, language }: OwnerView, page: OwnerPage): Html {
  const urgent = page.findings.filter(({ grade }) => grade === 'red').length
  const soon = page.findings.length - urgent
  const tiles = [
    ['red', urgent, texts.urgentWords],
    ['amber', soon, texts.soonWords],
    ['green', page.fine.length, texts.fineWords],
  ] as const
  const isJudged = page.findings.length + page.fine.length + page.notChecked.length > 0
  if (!isJudged) return html``
  return html`<section class="overview" aria-labelledby="overview"><h2 id="overview">${texts.overview}</h2>
<ul class="tiles">${tiles
    .filter(([, number]) => number > 0)
    .map(
      ([grade, number, words]) =>
        html`<li class="tile ${grade}">${gradeSign(grade)}<span class="count">${number}</span><span class="word">${gradeWord(grade, language)}</span><span class="words">${words}</span></li>`,
    )}</ul>
${page.findings.length === 0 && page.fine.length > 0 && html`<p class="all-fine">${texts.allFine}</p>`}
${page.notChecked.length > 0 && html`<p class="not-checked">${fill(texts.notChecked, { count: page.notChecked.length })}</p>`}
</section>`
}

function renderGroup(view: OwnerView, page: OwnerPage, grade: 'red' | 'amber', counter: Counter): Child {
  const findings = page.findings.filter((finding) => finding.grade === grade)
  if (findings.length === 0) return false
  const title = gradeWord(grade, view.language)
  return html`<section class="group ${grade}" aria-label="${title}"><h2>${title}</h2>
${findings.map((finding) => renderFinding(view, page, finding, counter))}
</section>`
}

function renderOthers(view: OwnerView, page: OwnerPage, counter: Counter): Child {
  if (page.others.length === 0) return false
  const title = view.texts.others
  return html`<section class="group quiet" aria-label="${title}"><h2>${title}</h2>
${renderOwnText(view, 'othersNote', 'group-words')}
<h3 class="unseen">${title}</h3>
${page.others.map((line) => html`<div class="card">${renderLine(view, page, line, counter.next(), { chosen: counter.chosen.get(line.id), asking: counter.asking })}</div>`)}
</section>`
}

/** Inconspicuous if nothing waits: it appears only once something is chosen. */
function renderBar({ texts, language }: OwnerView, isWaiting: boolean): Html {
  return html`<div class="bar${!isWaiting && ' calm'}"><p class="bar-total" data-total data-language="${language}" aria-live="polite"><small data-hint>${texts.barHint}</small><small data-label hidden>${texts.barTotal}</small> <strong data-amount hidden></strong></p>
<button type="submit" class="main">${texts.review}</button></div>`
}

function renderForms(view: OwnerView, { forms }: OwnerPage): Child {
  const { texts } = view
  if (forms.length === 0) return false
  // The preview in the app is beside the app's own forms.
  const isPreview = view.place.root !== undefined
  const addressOf = (form: string) =>
    isPreview ? belowOf(view, `pdf-forms/${form}`) : actionOf(view, `forms/${form}.pdf`)
  return html`<section class="forms no-print" aria-labelledby="forms"><h2 id="forms">${texts.formsTitle}</h2>
<ul>${forms.map((form) => html`<li><a class="second" download href="${addressOf(form)}">${texts.forms[form]} (PDF)</a></li>`)}</ul>
<p class="hint">${texts.formsWords}</p></section>`
}

function renderNames(title: string, names: readonly string[]): Child {
  if (names.length === 0) return false
  return html`<details class="names"><summary><h2>${title}</h2><span class="count">${names.length}</span></summary><ul>${names.map((name) => html`<li>${name}</li>`)}</ul></details>`
}
