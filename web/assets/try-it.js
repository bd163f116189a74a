// The forms for trying an operation. Made by this script alone, because without script they could do nothing.
// The key never leaves this tab: session storage, and the header of the calls the person sends.
import { need } from './need.js'
import { quoteForShell } from './shell.js'
import { addCopyButton } from './site.js'

/**
 * `of`: the part of the path before a variable, which says what its ids name.
 * @typedef {{ name: string, in: string, of?: string, required?: boolean, many?: boolean, values?: string[], example?: string }} Parameter
 * @typedef {{ path: string, take?: string }} Source
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
/**
 * Which operation lists ids of a kind.
 * @type {Record<string, Source>}
 */
const sources = JSON.parse(template.dataset.sources ?? '{}')
/**
 * Ids of the examples, by kind; only a demo has them.
 * @type {Record<string, string> | undefined}
 */
const demoIds = template.dataset.demo === undefined ? undefined : JSON.parse(template.dataset.demo)
/** Such an id is another one in every installation. */
const madeId = /^[0-9a-f]{8}-[0-9a-f]{4}-|^ups-/
/**
 * Lists that were read with the key of now, by address.
 * @type {Map<string, Promise<string[]>>}
 */
const lists = new Map()
const mostOffered = 50
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
  lists.clear()
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
  if (form.dataset.ready !== undefined) return void offerIds(form)
  form.dataset.ready = ''
  /** @type {Operation} */
  const operation = JSON.parse(article.dataset.try ?? '{}')
  connect(need(form, '[data-key]', HTMLElement), `${article.id}-key`)
  keyInput.addEventListener('input', () => keepKey(keyInput.value.trim()))
  keyInput.addEventListener('change', () => void offerIds(form))
  need(form, '[data-forget]', HTMLButtonElement).addEventListener('click', forgetKey)
  const fields = operation.params.map((parameter) =>
    toField(parameter, article.id, form.dataset.several ?? '', operation),
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
  addCopyButton(need(form, '[data-sent] pre', HTMLElement))
  addCopyButton(need(form, '.try-answer > pre', HTMLElement))
  void offerIds(form)
}

/**
 * Ids of a kind, read from the operation that lists them; none if it needs an id that is not known.
 * @param {string} kind
 * @returns {Promise<string[]>}
 */
async function listIds(kind) {
  const source = sources[kind]
  if (source === undefined || !/^[\w-]+$/.test(key)) return []
  let path = source.path
  for (const [whole, outer = ''] of source.path.matchAll(/\{([^}]+)\}/g)) {
    if (outer === kind) return []
    const listed = await listIds(outer)
    const example = demoIds?.[outer] ?? ''
    const known = typed.get(outer) || (listed.includes(example) ? example : listed[0]) || example
    if (!known) return []
    path = path.replace(whole, () => encodeURIComponent(known))
  }
  const list = lists.get(path) ?? readIds(path, source.take)
  lists.set(path, list)
  return list
}

/**
 * @param {string} path
 * @param {string | undefined} take
 * @returns {Promise<string[]>}
 */
async function readIds(path, take) {
  try {
    const answer = await fetch(template.dataset.prefix + path, {
      headers: { 'X-API-KEY': key },
      credentials: 'omit',
    })
    if (!answer.ok) return []
    const body = await answer.json()
    const entries = take === undefined ? body : body[take]
    if (!Array.isArray(entries)) return []
    return entries.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])).slice(0, mostOffered)
  } catch {
    // Only a convenience: the person can type an id.
    return []
  }
}

/**
 * Offers ids that exist, one after the other, because an id within a survey needs the survey. What the form needs and nobody
 * typed is filled in; the id of something new is left as it is.
 * @param {HTMLFormElement} form
 */
async function offerIds(form) {
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('input[data-of]'))) {
    const kind = input.dataset.of ?? ''
    const ids = await listIds(kind)
    if (ids.length === 0) continue
    const options = document.createElement('datalist')
    options.id = `${input.id}-ids`
    options.append(...ids.map((id) => new Option(id)))
    if (input.list) input.list.replaceWith(options)
    else input.after(options)
    input.setAttribute('list', options.id)
    const [first = ''] = ids
    // Only in the demo: elsewhere nobody should change a customer's order by mistake.
    if (demoIds === undefined || input.dataset.new !== undefined || typed.get(kind)) continue
    input.value = ids.includes(input.placeholder) ? input.placeholder : first
  }
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
  need(field, 'input, textarea, select', HTMLElement).id = id
}

/**
 * @param {Parameter} parameter
 * @param {string} prefix
 * @param {string} several
 * @param {Operation} operation
 */
function toField(parameter, prefix, several, operation) {
  const field = document.createElement('div')
  field.className = 'try-field'
  const label = document.createElement('label')
  const name = document.createElement('code')
  name.textContent = parameter.name
  label.append(name)
  const { of: kind = '' } = parameter
  const input = toInput(parameter)
  input.required = parameter.required === true
  input.dataset.name = parameter.name
  if (parameter.in === 'path') {
    if (kind in sources) input.dataset.of = kind
    // What a PUT creates gets the id of the example.
    if (operation.method === 'PUT' && operation.path.endsWith(`{${parameter.name}}`)) input.dataset.new = ''
    input.value = typed.get(kind) ?? toFirstValue(parameter, operation.method)
    input.addEventListener('input', () => typed.set(kind, input.value))
  }
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

/** @param {Parameter} parameter */
function toInput({ values, many, required, example }) {
  if (values !== undefined && !many) {
    const select = document.createElement('select')
    select.append(...(required ? values : ['', ...values]).map((value) => new Option(value)))
    return select
  }
  const input = document.createElement('input')
  input.type = 'text'
  input.spellcheck = false
  input.autocomplete = 'off'
  // From the demo: another service does not have it.
  input.placeholder = example ?? ''
  return input
}

/**
 * In the demo what its examples use; elsewhere nothing that may not exist, except a value of a closed list.
 * @param {Parameter} parameter
 * @param {string} method
 */
function toFirstValue({ of: kind = '', values, example = '' }, method) {
  if (values !== undefined) return values.includes(example) ? example : (values[0] ?? '')
  if (demoIds === undefined || madeId.test(example)) return ''
  return method === 'GET' ? (demoIds[kind] ?? example) : example
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
  const inputs = /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (
    form.querySelectorAll('.try-params :is(input, select)')
  )
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
  return { missing, headers, path: path + (search === '' ? '' : `?${search}`) }
}

/**
 * @param {HTMLFormElement} form
 * @param {Operation} operation
 */
async function send(form, operation) {
  const texts = form.dataset
  const problem = need(form, '.try-problem', HTMLElement)
  const button = need(form, '[type="submit"]', HTMLButtonElement)
  const { missing, headers, path } = readCall(form, operation)
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
    const answer = await fetch(
      template.dataset.prefix + path,
      body === undefined ? options : { ...options, body },
    )
    const bytes = await answer.arrayBuffer()
    need(form, '[data-sent] code', HTMLElement).textContent = toCommand(operation.method, path, headers, body)
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
 * What was sent, as a command that reads the key from the shell.
 * @param {string} method
 * @param {string} path
 * @param {Record<string, string>} headers
 * @param {string | undefined} body
 */
function toCommand(method, path, headers, body) {
  const { curl = '', server = '', keyVariable = '' } = template.dataset
  const others = Object.entries(headers).filter(([name]) => name !== 'X-API-KEY')
  return [
    `${curl}${method === 'GET' ? '' : ` -X ${method}`} ${quoteForShell(server + path)}`,
    `-H "X-API-KEY: $${keyVariable}"`,
    ...others.map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${quoteForShell(body)}`]),
  ].join(' \\\n  ')
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
  const type = answer.headers.get('content-type') ?? ''
  const { text, note } = toShown(type, bytes, form.dataset)
  const block = need(section, 'pre', HTMLElement)
  block.hidden = text === ''
  if (block.parentElement?.matches('.code-frame')) block.parentElement.hidden = text === ''
  need(block, 'code', HTMLElement).textContent = text
  need(section, '[data-note]', HTMLElement).textContent = note
  showMedia(need(section, '.try-media', HTMLElement), type, bytes, form.dataset)
  showMeaning(need(section, '.try-meaning', HTMLElement), text, form.dataset)
  const rows = [...answer.headers].sort(byWeight).flatMap(([name, value]) => {
    const term = document.createElement('dt')
    const detail = document.createElement('dd')
    term.textContent = name
    detail.textContent = value
    return [term, detail]
  })
  need(section, '.try-headers', HTMLElement).replaceChildren(...rows)
  section.hidden = false
}

/** What people look for first. */
const telling = [
  'x-request-id',
  'location',
  'etag',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'content-type',
]

/**
 * @param {[string, string]} a
 * @param {[string, string]} b
 */
function byWeight([a], [b]) {
  const [first, second] = [a, b].map((name) =>
    telling.includes(name) ? telling.indexOf(name) : telling.length,
  )
  return (first ?? 0) - (second ?? 0)
}

/**
 * Pictures are drawn and PDFs framed here; everything that is not text can be saved.
 * @param {HTMLElement} place
 * @param {string} type
 * @param {ArrayBuffer} bytes
 * @param {DOMStringMap} texts
 */
function showMedia(place, type, bytes, texts) {
  for (const { href } of place.querySelectorAll('a')) URL.revokeObjectURL(href)
  place.replaceChildren()
  place.hidden = /json|text/.test(type) || bytes.byteLength === 0
  if (place.hidden) return
  const [plain = ''] = type.split(';')
  const address = URL.createObjectURL(new Blob([bytes], { type: plain }))
  if (plain === 'application/pdf') {
    const frame = document.createElement('iframe')
    frame.src = address
    frame.title = 'PDF'
    place.append(frame)
  }
  if (plain.startsWith('image/')) {
    const picture = document.createElement('img')
    picture.src = address
    picture.alt = texts.picture ?? ''
    place.append(picture)
  }
  const link = document.createElement('a')
  link.href = address
  link.download = `answer.${(plain.split('/')[1] ?? 'bin').replace('jpeg', 'jpg')}`
  link.textContent = fill(texts.save, { type: plain, size: bytes.byteLength })
  const line = document.createElement('p')
  line.append(link)
  place.append(line)
}

/**
 * An error leads to its entry in the catalogue.
 * @param {HTMLElement} place
 * @param {string} text
 * @param {DOMStringMap} texts
 */
function showMeaning(place, text, texts) {
  const code = /^\{\s*"errorCode": (\d+)/.exec(text)?.[1]
  place.hidden = code === undefined
  if (code === undefined) return
  const here = document.createElement('a')
  here.href = `#error-${code}`
  here.textContent = fill(texts.meaning, { code })
  const guide = document.createElement('a')
  guide.href = `./docs/error-catalogue#${code}`
  guide.textContent = texts.guide ?? ''
  place.replaceChildren(here, ' · ', guide)
}

/**
 * @param {string} type
 * @param {ArrayBuffer} bytes
 * @param {DOMStringMap} texts
 * @returns {{ text: string, note: string }}
 */
function toShown(type, bytes, texts) {
  if (bytes.byteLength === 0) return { text: '', note: texts.empty ?? '' }
  if (!/json|text/.test(type)) return { text: '', note: '' }
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
