// Stars and a text for the advisor.
import { type Html, html } from '../html.ts'
import { actionOf, type OwnerView } from './frame.ts'

export function renderFeedback(view: OwnerView, formId: string, isGiven: boolean): Html {
  const { texts } = view
  if (isGiven) return html`<p class="feedback-done">${texts.feedbackDone}</p>`
  const { one, two, three, four, five } = texts.starNames
  return html`<section class="card feedback" aria-labelledby="feedback"><h2 id="feedback">${texts.feedbackTitle}</h2>
<p class="hint">${texts.feedbackLead}</p>
<form method="post" action="${actionOf(view, 'feedback')}">
<input type="hidden" name="form" value="${formId}">
<fieldset class="stars"><legend class="unseen">${texts.stars}</legend>${[one, two, three, four, five].map(
    (name, index) =>
      html`<label><input type="radio" name="stars" value="${index + 1}" required><span class="star" aria-hidden="true"></span><span class="unseen">${name}</span><span class="star-number" aria-hidden="true">${index + 1}</span></label>`,
  )}</fieldset>
<p><label for="feedback-text">${texts.feedbackText}</label>
<textarea id="feedback-text" name="text" rows="3" maxlength="2000"></textarea></p>
<button type="submit" class="second">${texts.feedbackSend}</button>
</form></section>`
}
