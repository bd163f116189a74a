// The search of the guides: lists what is found below the field while one types, and unfolds contents on wide screens. The index is
// loaded when somebody searches for the first time. The pages are complete without this.
import { need } from './need.js'
import { createSearch } from './search.generated.js'

/** @typedef {import('../src/docs/search.ts').Piece} Piece */
/** @typedef {import('../src/docs/search.ts').SearchEntry} SearchEntry */
/** @typedef {ReturnType<ReturnType<typeof import('../src/docs/search.ts').createSearch>>} SearchGroups */

// --- Folds

const wide = matchMedia('(min-width: 1000px)')
const widest = matchMedia('(min-width: 1280px)')
/** @type {readonly (readonly [string, MediaQueryList])[]} */
const folds = [
  ['.docs-fold', wide],
  ['.docs-contents', widest],
]
for (const [selector, fits] of folds) {
  const fold = document.querySelector(selector)
  if (!(fold instanceof HTMLDetailsElement)) continue
  const fit = () => {
    fold.open = fits.matches
  }
  fit()
  fits.addEventListener('change', fit)
  fold.addEventListener('click', (event) => {
    if (!fits.matches && event.target instanceof Element && event.target.closest('a')) fold.open = false
  })
}

// --- Search

const form = need(document, '[data-search]', HTMLFormElement)
const field = need(form, 'input[type=search]', HTMLInputElement)
const { root = './', language = 'en', none = '', all = '', failed = '', count = '' } = form.dataset
/** @type {Record<string, string>} */
const kinds = JSON.parse(form.dataset.kinds ?? '{}')
const mostOfKind = 4

const list = document.createElement('div')
list.id = 'found'
list.className = 'docs-found'
list.setAttribute('role', 'listbox')
list.setAttribute('aria-label', field.labels?.[0]?.textContent ?? '')
list.hidden = true
const status = document.createElement('p')
status.className = 'docs-status'
status.setAttribute('role', 'status')
form.append(list, status)
field.setAttribute('role', 'combobox')
field.setAttribute('aria-expanded', 'false')
field.setAttribute('aria-controls', list.id)
field.setAttribute('aria-autocomplete', 'list')

/** @type {Promise<ReturnType<typeof createSearch>> | undefined} */
let loading

function load() {
  loading ??= fetch(`${root}docs/search-index.json`).then(async (response) => {
    if (!response.ok) throw new Error(`index: ${response.status}`)
    return createSearch(/** @type {SearchEntry[]} */ (await response.json()))
  })
  // The next attempt may succeed.
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

/** @param {string} address */
function withLanguage(address) {
  const [path = '', anchor] = address.split('#')
  return `${root}${path}?lang=${language}${anchor === undefined ? '' : `#${anchor}`}`
}

/** @param {readonly Piece[]} pieces */
function toNodes(pieces) {
  return pieces.map(([text, isMatch]) => {
    if (!isMatch) return text
    const mark = document.createElement('mark')
    mark.textContent = text
    return mark
  })
}

/**
 * @param {string} name
 * @param {string} className
 * @param {(string | Node)[]} children
 */
function make(name, className, ...children) {
  const element = document.createElement(name)
  if (className !== '') element.className = className
  element.append(...children)
  return element
}

/** @type {HTMLElement[]} */
let options = []
let active = -1

/** @param {number} index */
function activate(index) {
  options[active]?.removeAttribute('aria-selected')
  active = index
  const option = options[index]
  if (!option) {
    field.removeAttribute('aria-activedescendant')
    return
  }
  option.setAttribute('aria-selected', 'true')
  field.setAttribute('aria-activedescendant', option.id)
  option.scrollIntoView({ block: 'nearest' })
}

function close() {
  list.hidden = true
  field.setAttribute('aria-expanded', 'false')
  activate(-1)
}

/**
 * @param {string} href
 * @param {(string | Node)[]} children
 */
function toOption(href, ...children) {
  const option = document.createElement('a')
  option.href = href
  option.id = `found-${options.length}`
  option.tabIndex = -1
  option.setAttribute('role', 'option')
  option.append(...children)
  options.push(option)
  return option
}

/** @param {SearchGroups} groups */
function show(groups) {
  activate(-1)
  options = []
  const shown = groups.map(({ kind, count: number, hits }) => {
    const name = kinds[kind] ?? kind
    const words =
      number > hits.length
        ? count.replace('{shown}', `${hits.length}`).replace('{all}', `${number}`)
        : `${number}`
    const heading = make('p', 'docs-kind', `${name} `, make('span', 'count', words))
    heading.setAttribute('aria-hidden', 'true')
    const group = make(
      'div',
      '',
      heading,
      ...hits.map(({ href, title, context, text }) =>
        toOption(
          withLanguage(href),
          make('span', 'docs-hit', ...toNodes(title)),
          ...(context === '' ? [] : [make('span', 'docs-context', context)]),
          make('span', 'docs-snippet', ...toNodes(text)),
        ),
      ),
    )
    group.setAttribute('role', 'group')
    group.setAttribute('aria-label', name)
    group.lang = 'en'
    heading.lang = language
    return group
  })
  const query = new URLSearchParams({ q: field.value, lang: language })
  const rest = make('div', 'docs-all', toOption(`${root}docs/search?${query}`, all))
  rest.setAttribute('role', 'group')
  rest.setAttribute('aria-label', all)
  list.replaceChildren(...(shown.length > 0 ? [...shown, rest] : []))
  list.hidden = shown.length === 0
  field.setAttribute('aria-expanded', String(!list.hidden))
  status.textContent = shown.length === 0 ? none : ''
}

let asked = 0
async function search() {
  asked += 1
  const own = asked
  const query = field.value.trim()
  if (query === '') {
    status.textContent = ''
    close()
    return
  }
  try {
    const find = await load()
    // Only what is asked last is shown.
    if (own === asked) show(find(query, mostOfKind))
  } catch {
    if (own === asked) status.textContent = failed
  }
}

field.addEventListener('focus', () => load().catch(() => {}), { once: true })
field.addEventListener('input', search)
field.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !list.hidden) {
    event.preventDefault()
    close()
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    if (list.hidden) {
      if (event.key === 'ArrowDown') search()
      return
    }
    event.preventDefault()
    const step = event.key === 'ArrowDown' ? 1 : -1
    // From the field to the first or last, and back to the field after them.
    const places = options.length + 1
    activate(((active + 1 + step + places) % places) - 1)
  } else if (event.key === 'Enter' && active >= 0) {
    event.preventDefault()
    options[active]?.click()
  }
})
list.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('a')) close()
})
document.addEventListener('click', (event) => {
  if (event.target instanceof Node && !form.contains(event.target)) close()
})
form.addEventListener('focusout', (event) => {
  if (event.relatedTarget instanceof Node && !form.contains(event.relatedTarget)) close()
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target instanceof Element && event.target.closest('input, textarea, select')) return
  event.preventDefault()
  field.focus()
  field.select()
})
