// What is due by age or mileage, without a defect: available on demand and collapsed by default. Nothing is preselected.
import type { OwnerPage } from '@walkaround/contract/owner-page.ts'
import { type Child, html, joined } from '../html.ts'
import type { Counter } from './finding.ts'
import type { OwnerView } from './frame.ts'
import { renderLine, renderMoney } from './line.ts'

/** `bar` submits the form, if nothing else on the page does. */
export function renderAlsoDue(view: OwnerView, page: OwnerPage, counter: Counter, bar: Child): Child {
  const { texts } = view
  const { alsoDue, alsoDueTotals } = page
  if (alsoDue.length === 0) return false
  // Open if a choice was made in it, so that somebody who comes back to change it finds it.
  const isChosen = alsoDue.some(({ id }) => counter.chosen.has(id))
  const total = joined(
    alsoDueTotals.map(({ currency, sum }) => renderMoney(view, sum, currency)),
    ' + ',
  )
  return html`<details class="due-list" id="also-due"${isChosen && html` open`}>
<summary><h2>${texts.alsoDue}</h2><span class="count">${alsoDue.length}</span><span class="due-total">${alsoDue.length > 1 && html`${texts.alsoDueAll}: `}${total}</span></summary>
<p class="group-words">${texts.alsoDueWords}</p>
${alsoDue.map((line) => renderLine(view, page, line, counter.next(), { chosen: counter.chosen.get(line.id), isQuiet: true }))}
${bar}
</details>`
}
