// What is due by age or mileage, without a defect: available on demand and collapsed by default. Nothing is preselected.
import type { OwnerPage } from '@walkaround/contract/owner-page.ts'
import { aboutKey } from '@walkaround/contract/rules/line-questions.ts'
import { type Child, html, joined } from '../html.ts'
import type { Counter } from './finding.ts'
import type { OwnerView } from './frame.ts'
import { renderLine, renderMoney } from './line.ts'

const isAsked = ({ threads }: OwnerPage, id: string, { asking }: Counter): boolean => {
  const about = aboutKey({ kind: 'quote', id })
  return threads.some((one) => one.about === about) || asking?.drafts.has(about) === true
}

/** `bar` submits the form, if nothing else on the page does. */
export function renderAlsoDue(view: OwnerView, page: OwnerPage, counter: Counter, bar: Child): Child {
  const { texts } = view
  const { alsoDue, alsoDueTotals } = page
  if (alsoDue.length === 0) return false
  // Open if a choice was made or something asked in it, so that somebody who comes back finds it.
  const isChosen = alsoDue.some(({ id }) => counter.chosen.has(id) || isAsked(page, id, counter))
  const total = joined(
    alsoDueTotals.map(({ currency, sum }) => renderMoney(view, sum, currency)),
    ' + ',
  )
  return html`<details class="due-list" id="also-due"${isChosen && html` open`}>
<summary><h2>${texts.alsoDue}</h2><span class="count">${alsoDue.length}</span><span class="due-total">${alsoDue.length > 1 && html`${texts.alsoDueAll}: `}${total}</span></summary>
<p class="group-words">${texts.alsoDueWords}</p>
${alsoDue.map((line) => renderLine(view, page, line, counter.next(), { chosen: counter.chosen.get(line.id), asking: counter.asking, isQuiet: true }))}
${bar}
</details>`
}
