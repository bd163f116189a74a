// The rail of the reference: filter, mark of where the reader is, folding on small screens.
// The page is complete without it.
import { need } from './need.js'

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
 * @typedef {{ link: HTMLAnchorElement, item: HTMLElement, target: HTMLElement, words: string }} Entry
 */

/** @param {HTMLAnchorElement} link @returns {Entry[]} */
function toEntry(link) {
  const target = document.getElementById(link.hash.slice(1))
  const item = link.parentElement
  if (!item || !target?.matches('.op, .schema')) return []
  const tag = target.closest('.tag')?.querySelector('h2')?.textContent ?? ''
  return [
    { link, item, target, words: `${link.textContent} ${link.dataset.path ?? ''} ${tag}`.toLowerCase() },
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
  for (const { item, target, words } of entries) {
    const matches = wanted.every((word) => words.includes(word))
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
// A link to a part that the filter hides would lead nowhere.
addEventListener('hashchange', () => {
  const target = document.getElementById(location.hash.slice(1))
  if (!target?.closest('[hidden]')) return
  clearFilter()
  target.scrollIntoView()
})
// A browser may restore what was typed before a reload.
applyFilter()

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
