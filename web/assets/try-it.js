// The forms for trying an operation. Made by this script alone, because without script they could do nothing.
// The key never leaves this tab: session storage, and the header of the calls the person sends.
import { need } from './need.js'

/**
 * @typedef {{ name: string, in: string, required?: boolean, many?: boolean, example?: string }} Parameter
 * @typedef {{ method: string, path: string, body?: string, params: Parameter[] }} Operation
 */

const template = need(document, '#try-form', HTMLTemplateElement)
const keyName = 'walkaround.api-key'
/** A long answer is cut: the page must stay usable. */
const shownCharacters = 200_000
/**
 * What was typed for a variable of a path is offered again in the next form.
 * @type {Map<string, string>}
 */
const typed = new Map()
let key = readKey()

function readKey() {
  try {
    return sessionStorage.getItem(keyName) ?? ''
  } catch {
    return ''
  }
}

/** @param {string} value */
function keepKey(value) {
  key = value
  try {
    if (value === '') sessionStorage.removeItem(keyName)
    else sessionStorage.setItem(keyName, value)
  } catch {
    // Storage is switched off: the key is kept as long as the page.
  }
}

/**
 * @param {string | undefined} text
 * @param {Record<string, string | number>} values
 */
function fill(text, values) {
  return Object.entries(values).reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, () => `${value}`),
    text ?? '',
  )
}

for (const article of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.op[data-try]'))) {
  const panel = /** @type {HTMLDetailsElement} */ (
    need(template.content, '.try', HTMLDetailsElement).cloneNode(true)
  )
  // On the plain page of this machine there is no interface to call: it speaks HTTPS only.
  if (location.protocol !== 'https:') pointElsewhere(panel, article.id)
  else panel.addEventListener('toggle', () => panel.open && prepare(panel, article))
  need(article, '.op-code', HTMLElement).append(panel)
}

/**
 * @param {HTMLDetailsElement} panel
 * @param {string} anchor
 */
function pointElsewhere(panel, anchor) {
  const note = /** @type {HTMLElement} */ (
    need(template.content, '.try-elsewhere', HTMLElement).cloneNode(true)
  )
  const link = need(note, 'a', HTMLAnchorElement)
  link.href = `${template.dataset.elsewhere}#${anchor}`
  link.textContent = link.href
  need(panel, 'form', HTMLFormElement).replaceWith(note)
}

/**
 * Fills the form when it is opened for the first time; afterwards only the key may have changed.
 * @param {HTMLDetailsElement} panel
 * @param {HTMLElement} article
 */
function prepare(panel, article) {
  const form = need(panel, 'form', HTMLFormElement)
  const keyInput = need(form, '[data-key] input', HTMLInputElement)
  keyInput.value = key
  if (form.dataset.ready !== undefined) return
  form.dataset.ready = ''
  /** @type {Operation} */
  const operation = JSON.parse(article.dataset.try ?? '{}')
  connect(need(form, '[data-key]', HTMLElement), `${article.id}-key`)
  keyInput.addEventListener('input', () => keepKey(keyInput.value.trim()))
  need(form, '[data-forget]', HTMLButtonElement).addEventListener('click', forgetKey)
  const fields = operation.params.map((parameter) =>
    toField(parameter, article.id, form.dataset.several ?? ''),
  )
  need(form, '.try-params', HTMLElement).append(...fields)
  const body = need(form, '[data-body]', HTMLElement)
  if (operation.body === undefined) body.remove()
  else {
    connect(body, `${article.id}-body`)
    const example = article.querySelector('[data-example="request"] pre code')
    need(body, 'textarea', HTMLTextAreaElement).value = example?.textContent ?? '{}'
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(form, operation)
  })
}

function forgetKey() {
  keepKey('')
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (
    document.querySelectorAll('[data-key] input')
  ))
    input.value = ''
}

/**
 * @param {HTMLElement} field
 * @param {string} id
 */
function connect(field, id) {
  need(field, 'label', HTMLLabelElement).htmlFor = id
  need(field, 'input, textarea', HTMLElement).id = id
}

/**
 * @param {Parameter} parameter
 * @param {string} prefix
 * @param {string} several
 */
function toField(parameter, prefix, several) {
  const field = document.createElement('div')
  field.className = 'try-field'
  const label = document.createElement('label')
  const name = document.createElement('code')
  name.textContent = parameter.name
  label.append(name)
  const input = document.createElement('input')
  input.type = 'text'
  input.spellcheck = false
  input.autocomplete = 'off'
  input.required = parameter.required === true
  input.dataset.name = parameter.name
  input.dataset.in = parameter.in
  const isShared = parameter.in === 'path'
  const before = isShared ? typed.get(parameter.name) : undefined
  input.value = before ?? ''
  // From the demo: another service does not have it.
  input.placeholder = parameter.example ?? ''
  input.addEventListener('input', () => isShared && typed.set(parameter.name, input.value))
  field.append(label, input)
  if (parameter.many) {
    const hint = document.createElement('p')
    hint.className = 'hint'
    hint.textContent = several
    field.append(hint)
  }
  connect(field, `${prefix}-${parameter.in}-${parameter.name}`)
  return field
}

/**
 * The call as the form describes it, with the names of what is still missing.
 * @param {HTMLFormElement} form
 * @param {Operation} operation
 */
function readCall(form, operation) {
  /** @type {string[]} */
  const missing = []
  /** @type {Record<string, string>} */
  const headers = {}
  const query = new URLSearchParams()
  let path = operation.path
  const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('.try-params input'))
  for (const [index, { value }] of inputs.entries()) {
    const parameter = operation.params[index]
    if (parameter === undefined) continue
    const { name, in: place, required, many } = parameter
    if (value === '') {
      if (required) missing.push(name)
      continue
    }
    if (place === 'path') path = path.replace(`{${name}}`, () => encodeURIComponent(value))
    if (place === 'header') headers[name] = value
    if (place === 'query')
      for (const part of many ? value.split(',') : [value]) query.append(name, part.trim())
  }
  if (/^[\w-]+$/.test(key)) headers['X-API-KEY'] = key
  else missing.unshift(need(form, '[data-key] label', HTMLLabelElement).textContent ?? '')
  const search = query.toString()
  return { missing, headers, url: template.dataset.prefix + path + (search === '' ? '' : `?${search}`) }
}

/**
 * @param {HTMLFormElement} form
 * @param {Operation} operation
 */
async function send(form, operation) {
  const texts = form.dataset
  const problem = need(form, '.try-problem', HTMLElement)
  const button = need(form, '[type="submit"]', HTMLButtonElement)
  const { missing, headers, url } = readCall(form, operation)
  const body = form.querySelector('textarea')?.value
  problem.textContent =
    missing.length > 0 ? fill(texts.missing, { fields: missing.join(', ') }) : findJsonFault(body, texts)
  if (problem.textContent !== '') return
  if (operation.body !== undefined) headers['Content-Type'] = operation.body
  const label = button.textContent
  button.disabled = true
  button.textContent = texts.sending ?? ''
  try {
    const started = performance.now()
    /** @type {RequestInit} */
    const options = { method: operation.method, headers, credentials: 'omit', cache: 'no-store' }
    const answer = await fetch(url, body === undefined ? options : { ...options, body })
    const bytes = await answer.arrayBuffer()
    show(form, answer, bytes, Math.round(performance.now() - started))
  } catch {
    need(form, '.try-answer', HTMLElement).hidden = true
    problem.textContent = texts.failed ?? ''
  } finally {
    button.disabled = false
    button.textContent = label
  }
}

/**
 * @param {string | undefined} body
 * @param {DOMStringMap} texts
 */
function findJsonFault(body, texts) {
  if (body === undefined) return ''
  try {
    JSON.parse(body)
    return ''
  } catch (error) {
    return fill(texts.badJson, { reason: error instanceof Error ? error.message : '' })
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {Response} answer
 * @param {ArrayBuffer} bytes
 * @param {number} ms
 */
function show(form, answer, bytes, ms) {
  const section = need(form, '.try-answer', HTMLElement)
  const status = need(section, '.status', HTMLElement)
  status.textContent = `${answer.status}`
  status.className = `status s${Math.floor(answer.status / 100)}`
  need(section, '.try-time', HTMLElement).textContent = fill(form.dataset.time, { ms })
  const { text, note } = toShown(answer.headers.get('content-type') ?? '', bytes, form.dataset)
  need(section, 'pre', HTMLElement).hidden = text === ''
  need(section, 'pre code', HTMLElement).textContent = text
  need(section, '[data-note]', HTMLElement).textContent = note
  const rows = [...answer.headers].flatMap(([name, value]) => {
    const term = document.createElement('dt')
    const detail = document.createElement('dd')
    term.textContent = name
    detail.textContent = value
    return [term, detail]
  })
  need(section, '.try-headers', HTMLElement).replaceChildren(...rows)
  section.hidden = false
}

/**
 * @param {string} type
 * @param {ArrayBuffer} bytes
 * @param {DOMStringMap} texts
 * @returns {{ text: string, note: string }}
 */
function toShown(type, bytes, texts) {
  if (bytes.byteLength === 0) return { text: '', note: texts.empty ?? '' }
  if (!/json|text/.test(type)) return { text: '', note: fill(texts.binary, { type, size: bytes.byteLength }) }
  const text = toPretty(new TextDecoder().decode(bytes), type)
  if (text.length <= shownCharacters) return { text, note: '' }
  return { text: text.slice(0, shownCharacters), note: texts.cut ?? '' }
}

/**
 * @param {string} text
 * @param {string} type
 */
function toPretty(text, type) {
  if (!type.includes('json')) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
