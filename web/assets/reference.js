// The reference: filter, mark of where the reader is, fields that unfold in place, the language of the code, answers by status.
// The page is complete without it.
import { need } from './need.js'
import { addCopyButton } from './site.js'

const wide = matchMedia('(min-width: 1000px)')
const fold = need(document, '.rail-fold', HTMLDetailsElement)

function fitRail() {
  fold.open = wide.matches
}
fitRail()
wide.addEventListener('change', fitRail)
fold.addEventListener('click', (event) => {
  if (!wide.matches && event.target instanceof Element && event.target.closest('a')) fold.open = false
})

// --- Filter

const filter = need(document, '[data-filter]', HTMLElement)
const filterInput = need(filter, 'input', HTMLInputElement)
const filterCount = need(filter, '[data-count]', HTMLElement)
const nothing = need(document, '[data-nothing]', HTMLElement)

/**
 * One entry of the rail with the part of the page it leads to; its words are what the filter looks at.
 * @typedef {{ link: HTMLAnchorElement, item: HTMLElement, target: HTMLElement, words: string, names: string }} Entry
 */

/** @param {HTMLAnchorElement} link @returns {Entry[]} */
function toEntry(link) {
  const target = document.getElementById(link.hash.slice(1))
  const item = link.parentElement
  if (!item || !target?.matches('.op, .schema')) return []
  const tag = target.closest('.tag')?.querySelector('h2')?.textContent ?? ''
  const names = [...target.querySelectorAll('.name')].map((name) => name.textContent).join(' ')
  return [
    {
      link,
      item,
      target,
      words: `${link.textContent} ${link.dataset.path ?? ''} ${tag}`.toLowerCase(),
      names: names.toLowerCase(),
    },
  ]
}

/** @param {string} selector */
const all = (selector) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)])

const entries = /** @type {HTMLAnchorElement[]} */ (all('.rail li a')).flatMap(toEntry)
const partsOfTag = all('.tag').map((section) => ({
  section,
  parts: /** @type {HTMLElement[]} */ ([...section.querySelectorAll('.op, .schema')]),
}))
const itemsOfTitle = all('.rail-tag').map((title) => ({
  title,
  items:
    title.nextElementSibling instanceof HTMLUListElement
      ? /** @type {HTMLElement[]} */ ([...title.nextElementSibling.children])
      : [],
}))

function applyFilter() {
  const wanted = filterInput.value.toLowerCase().split(/\s+/).filter(Boolean)
  const isFiltering = wanted.length > 0
  let shown = 0
  // Names of fields count only if nothing else matches: nearly every operation has some of them.
  const isIn = (/** @type {string} */ text) => wanted.every((word) => text.includes(word))
  const isNamed = entries.some(({ words }) => isIn(words))
  for (const { item, target, words, names } of entries) {
    const matches = isIn(isNamed ? words : `${words} ${names}`)
    item.hidden = !matches
    target.hidden = !matches
    if (matches) shown += 1
  }
  for (const { section, parts } of partsOfTag)
    section.hidden = isFiltering && parts.every((part) => part.hidden)
  for (const { title, items } of itemsOfTitle)
    title.hidden = isFiltering && items.every((item) => item.hidden)
  nothing.hidden = shown > 0 || !isFiltering
  const text = (filterCount.dataset.count ?? '')
    .replace('{shown}', `${shown}`)
    .replace('{all}', `${entries.length}`)
  filterCount.textContent = isFiltering ? text : ''
}

function clearFilter() {
  filterInput.value = ''
  applyFilter()
}

filter.hidden = false
filterInput.addEventListener('input', applyFilter)
filterInput.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') clearFilter()
})
need(nothing, '[data-clear]', HTMLButtonElement).addEventListener('click', () => {
  clearFilter()
  filterInput.focus()
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target instanceof Element && event.target.closest('input, textarea, select')) return
  event.preventDefault()
  fold.open = true
  filterInput.focus()
})
// A link to a part that the filter hides, or that is folded, would lead nowhere.
function revealTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  const isFiltered = target?.closest('[hidden]') !== null
  if (!target || (target.checkVisibility() && !isFiltered)) return
  if (isFiltered) clearFilter()
  for (let fold = target.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    if (!fold.classList.contains('rail-fold')) fold.open = true
  target.scrollIntoView()
}
addEventListener('hashchange', revealTarget)
// A browser may restore what was typed before a reload.
applyFilter()

// --- Fields that unfold in place: a copy of what stands under Schemas

/** Schemas may contain themselves. */
const mostUnfolded = 8

/** @param {Element} row */
const nameOf = (row) => row.querySelector(':scope > th .name')?.textContent ?? ''

/** @param {Element} part @param {string} selector */
const drop = (part, selector) => {
  for (const one of part.querySelectorAll(selector)) one.remove()
}

/**
 * Folded again and without what was copied into it: a copy of copies would grow without end.
 * @param {Element} section
 * @returns {HTMLElement[]}
 */
function copyParts(section) {
  const holder = document.createElement('div')
  holder.append(
    ...[...section.children]
      .filter((part) => part.matches('.fields, .variants, .unfold, .values'))
      .map((part) => part.cloneNode(true)),
  )
  for (const fold of /** @type {NodeListOf<HTMLDetailsElement>} */ (holder.querySelectorAll('.unfold'))) {
    fold.open = false
    const { filled } = fold.dataset
    if (filled === undefined) continue
    delete fold.dataset.filled
    delete fold.dataset.input
    fold.dataset.of = filled
    fold.replaceChildren(need(fold, 'summary', HTMLElement))
  }
  return /** @type {HTMLElement[]} */ ([...holder.children])
}

/**
 * The form for requests lists only what differs from the form of replies: rows of its own replace those, what the service sets
 * is left out, and nothing else is required.
 * @param {HTMLElement} section
 * @param {HTMLElement} base
 */
function copyInput(section, base) {
  const parts = copyParts(base)
  const body = parts.find((part) => part.matches('.fields'))?.querySelector('tbody')
  if (!body) return parts
  const owned = [...section.querySelectorAll('[data-owned] code')].map((name) => name.textContent)
  const special = copyParts(section).find((part) => part.matches('.fields'))
  const own = new Map(
    [...(special?.querySelectorAll(':scope > tbody > tr:not(.nested)') ?? [])].map((row) => [
      nameOf(row),
      row,
    ]),
  )
  for (const row of body.querySelectorAll(':scope > tr:not(.nested)')) {
    const ownRow = own.get(nameOf(row))
    own.delete(nameOf(row))
    if (owned.includes(nameOf(row))) {
      if (row.nextElementSibling?.matches('.nested')) row.nextElementSibling.remove()
      row.remove()
    } else if (ownRow) row.replaceWith(ownRow)
    else drop(row, ':scope > th .required')
  }
  body.append(...own.values())
  return parts
}

/** @param {HTMLDetailsElement} fold */
function unfold(fold) {
  const { of: anchor = '' } = fold.dataset
  let depth = 0
  for (
    let outer = fold.parentElement?.closest('.unfold');
    outer;
    outer = outer.parentElement?.closest('.unfold')
  )
    depth += 1
  const isInput = fold.parentElement?.closest('[data-input]') !== null
  const section = document.getElementById(anchor)
  const input = isInput ? document.querySelector(`[data-input-of="${CSS.escape(anchor)}"]`) : section
  const form = input instanceof HTMLElement ? input : section
  if (!form || depth >= mostUnfolded) return
  const base = document.getElementById(form.dataset.inputOf ?? '')
  const parts = base ? copyInput(form, base) : copyParts(form)
  if (parts.length === 0) return
  delete fold.dataset.of
  fold.dataset.filled = anchor
  if (base) fold.dataset.input = ''
  for (const part of parts) {
    // The place of the field stays under Schemas: its name leads there.
    for (const one of part.querySelectorAll('[id]')) one.removeAttribute('id')
  }
  const summary = need(fold, 'summary', HTMLElement)
  fold.replaceChildren(summary, ...parts)
}

// Does not bubble, hence the capture.
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.open && target.dataset.of !== undefined) unfold(target)
  },
  true,
)

// --- The language of the code, chosen once for the page

const languageName = 'walkaround.code-language'
const choice = need(document, '#code-choice', HTMLTemplateElement)

function readLanguage() {
  try {
    return localStorage.getItem(languageName) ?? ''
  } catch {
    return ''
  }
}

/** @param {string} language */
function showLanguage(language) {
  for (const code of all('[data-code]')) code.hidden = code.dataset.code !== language
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (
    document.querySelectorAll('.code-choice button')
  ))
    button.setAttribute('aria-pressed', `${button.value === language}`)
}

for (const set of all('.code-set')) {
  const buttons = /** @type {HTMLElement} */ (
    need(choice.content, '.code-choice', HTMLElement).cloneNode(true)
  )
  need(set, '[data-code]', HTMLElement).before(buttons)
  buttons.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    // Code of another length above must not move what was clicked.
    const before = target.getBoundingClientRect().top
    showLanguage(target.value)
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' })
    try {
      localStorage.setItem(languageName, target.value)
    } catch {
      // Storage is switched off: the choice is kept as long as the page.
    }
  })
}
const languages = [...choice.content.querySelectorAll('button')].map(({ value }) => value)
showLanguage(languages.find((language) => language === readLanguage()) ?? languages[0] ?? '')

// --- Example answers: one at a time, chosen by status

const sharedTemplate = need(document, '#shared-examples', HTMLTemplateElement)
/** @type {Record<string, { summary: string, value: unknown }>} */
const shared = JSON.parse(sharedTemplate.content.textContent || '{}')

/** @param {HTMLElement} set */
function offerAnswers(set) {
  const own = /** @type {HTMLDetailsElement[]} */ ([...set.querySelectorAll('[data-answer]')])
  const select = document.createElement('select')
  select.setAttribute('aria-label', sharedTemplate.dataset.label ?? '')
  for (const [index, answer] of own.entries())
    select.append(new Option(answer.querySelector('summary')?.textContent ?? '', `${index}`))
  for (const words of (set.dataset.shared ?? '').split(';').filter(Boolean)) {
    const [status = '', ...names] = words.split(' ')
    const group = document.createElement('optgroup')
    group.label = (sharedTemplate.dataset.response ?? '').replace('{status}', status)
    group.append(...names.map((name) => new Option(shared[name]?.summary ?? name, `= ${name}`)))
    select.append(group)
  }
  if (select.options.length < 2) return
  const [last] = own.slice(-1)
  const common = document.createElement('pre')
  common.className = 'code'
  common.tabIndex = 0
  common.append(document.createElement('code'))
  const show = () => {
    const name = select.value.startsWith('= ') ? select.value.slice(2) : undefined
    for (const [index, answer] of own.entries()) {
      answer.hidden = select.value !== `${index}`
      answer.open = !answer.hidden
    }
    frame.hidden = name === undefined
    if (name !== undefined)
      need(common, 'code', HTMLElement).textContent = JSON.stringify(shared[name]?.value, null, 2)
  }
  const frame = document.createElement('div')
  frame.append(common)
  ;(last ?? need(set, 'h4', HTMLElement)).after(frame)
  need(set, 'h4', HTMLElement).after(select)
  set.classList.add('chosen')
  addCopyButton(common)
  select.addEventListener('change', show)
  show()
}
for (const set of all('.answer-set')) offerAnswers(set)

// --- Where the reader is

const rail = need(document, '.rail', HTMLElement)
const places = /** @type {HTMLAnchorElement[]} */ (all('.rail nav a')).flatMap((link) => {
  const target = document.getElementById(link.hash.slice(1))
  return target ? [{ link, target }] : []
})

/**
 * Moves the rail and nothing else: scrollIntoView would also touch the page, and end its smooth scroll to where the reader
 * wants to be.
 * @param {HTMLElement} link
 */
function showInRail(link) {
  const { top, bottom } = rail.getBoundingClientRect()
  const place = link.getBoundingClientRect()
  const first = top + filter.offsetHeight
  if (place.top < first) rail.scrollTop -= first - place.top + place.height
  else if (place.bottom > bottom) rail.scrollTop += place.bottom - bottom + place.height
}

/** Marks the last part that begins above the line to which links lead. */
function markHere() {
  const line = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 8
  const begun = places.filter(
    ({ target }) => target.checkVisibility() && target.getBoundingClientRect().top <= line,
  )
  const link = begun.at(-1)?.link
  if (link?.hasAttribute('aria-current')) return
  for (const one of places) one.link.removeAttribute('aria-current')
  link?.setAttribute('aria-current', 'location')
  if (link && wide.matches) showInRail(link)
}

// Only after scrolling has ended: otherwise a link would move away from under the pointer.
if ('onscrollend' in window) addEventListener('scrollend', markHere)
else {
  const restMs = 100
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting
  addEventListener('scroll', () => {
    clearTimeout(resting)
    resting = setTimeout(markHere, restMs)
  })
}
markHere()
revealTarget()
