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
// A browser may bring back what was typed before a reload.
applyFilter()

// --- Where the reader is

const rail = need(document, '.rail', HTMLElement)

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

/** @type {Set<Element>} */
const seen = new Set()
/** @type {HTMLAnchorElement | undefined} */
let here
const watcher = new IntersectionObserver(
  (changes) => {
    for (const { target, isIntersecting } of changes) {
      if (isIntersecting) seen.add(target)
      else seen.delete(target)
    }
    const link = entries.find(({ target }) => seen.has(target))?.link
    if (!link || link === here) return
    here?.classList.remove('here')
    link.classList.add('here')
    here = link
    if (wide.matches) showInRail(link)
  },
  // The line a reader's eye is on: a little below the top.
  { rootMargin: '-15% 0px -70% 0px' },
)
for (const { target } of entries) watcher.observe(target)
