// Plays a scenario on the page of the DMS simulator: reads the lines that the service sends while it plays, and shows each step.
import { need } from './need.js'

/** @typedef {{ kind: string, subject: string }} Change */
/**
 * @typedef {{ number: number, say: string, who: string, operation: string, method?: string, path?: string, body?: string,
 *   status?: number, ms?: number, reply?: string, faults: string[], changes: Change[] }} Step
 */
/** @typedef {{ details: HTMLDetailsElement, count: HTMLElement, list: HTMLOListElement, steps: number, faults: number }} Chapter */

const main = need(document, 'main', HTMLElement)
const form = need(main, 'form', HTMLFormElement)
const playButton = need(form, '[type=submit]', HTMLButtonElement)
const trouble = need(form, '[role=alert]', HTMLElement)
const section = need(main, '.sim-play', HTMLElement)
const stopButton = need(section, '[data-stop]', HTMLButtonElement)
const title = need(section, 'h2', HTMLElement)
const progress = need(section, 'progress', HTMLProgressElement)
const now = need(section, '.sim-now', HTMLElement)
const status = need(section, '[role=status]', HTMLElement)
const chapters = need(section, '.sim-chapters', HTMLOListElement)
const end = need(section, '.sim-end', HTMLElement)
/** @type {Record<string, string> & { actors: Record<string, string> }} */
const texts = JSON.parse(main.dataset.texts ?? '{}')
const language = document.documentElement.lang

/**
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
const fill = (text, values) => text.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''))

/**
 * @param {string} name
 * @param {string} className
 * @param {string} [text]
 */
function make(name, className, text = '') {
  const element = document.createElement(name)
  if (className) element.className = className
  element.textContent = text
  return element
}

/** @type {AbortController | undefined} */
let running
/** @type {Chapter | undefined} */
let chapter
let played = 0
let planned = 0

/** @param {string} text */
function begin(text) {
  section.hidden = false
  title.textContent = text
  chapters.replaceChildren()
  end.hidden = true
  end.textContent = ''
  chapter = undefined
  played = 0
}

/** Of a chapter that is over, only its line stays, unless something in it needs to be looked at. */
function closeChapter() {
  if (chapter && chapter.faults === 0) chapter.details.open = false
}

/** @param {string} text */
function openChapter(text) {
  closeChapter()
  const details = document.createElement('details')
  details.className = 'sim-chapter'
  details.open = true
  const summary = document.createElement('summary')
  const count = make('span', 'sim-count')
  summary.append(make('b', '', text), ' ', count)
  const list = document.createElement('ol')
  list.className = 'sim-steps'
  details.append(summary, list)
  const item = document.createElement('li')
  item.append(details)
  chapters.append(item)
  status.textContent = text
  chapter = { details, count, list, steps: 0, faults: 0 }
}

/** @param {Change[]} changes */
function listChanges(changes) {
  const list = make('ul', 'sim-changes')
  list.setAttribute('aria-label', texts.changes ?? '')
  for (const { kind, subject } of changes) {
    const item = document.createElement('li')
    item.append(make('code', '', kind), ' ', make('span', '', subject))
    list.append(item)
  }
  return list
}

/**
 * The texts of an exchange are long; they are put in when somebody opens it.
 * @param {Step} step
 */
function exchangeOf({ method, path, status: code, ms, body, reply }) {
  const details = document.createElement('details')
  details.className = 'sim-exchange'
  const summary = document.createElement('summary')
  summary.append(
    make('code', '', `${method} ${path}`),
    ' ',
    make('b', code !== undefined && code < 400 ? 'sim-good' : 'sim-refused', String(code)),
    ' ',
    make('span', '', `${Math.round(ms ?? 0)} ms`),
  )
  details.append(summary)
  details.addEventListener(
    'toggle',
    () => {
      for (const [heading, text] of [
        [texts.request, body],
        [texts.reply, reply],
      ]) {
        const block = make('pre', 'code', text === undefined ? (texts.nothing ?? '') : text)
        block.tabIndex = 0
        details.append(make('h3', '', heading), block)
      }
    },
    { once: true },
  )
  return details
}

/**
 * Whether somebody follows the play: who has scrolled away to read is left in peace.
 * @param {Element} last
 */
const isInSight = (last) => {
  const { top, bottom } = last.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

/** @param {Step} step */
function showStep(step) {
  if (!chapter) return
  const { number, say, who, method, faults, changes } = step
  played = number
  const item = make('li', faults.length > 0 ? 'sim-step sim-faulty' : 'sim-step')
  const line = make('p', 'sim-say')
  line.append(make('span', `sim-who sim-${who}`, texts.actors[who]), ' ', say)
  item.append(line)
  if (method !== undefined) item.append(exchangeOf(step))
  for (const fault of faults) {
    const told = make('p', 'sim-fault', fault)
    told.lang = 'en'
    item.append(told)
  }
  if (changes.length > 0) item.append(listChanges(changes))
  const isFollowed = isInSight(chapter.list.lastElementChild ?? chapter.details)
  item.setAttribute('value', String(number))
  chapter.list.append(item)
  chapter.steps++
  if (faults.length > 0) chapter.faults++
  chapter.count.textContent =
    chapter.faults > 0
      ? fill(texts.chapterBad ?? '', { faults: chapter.faults, count: chapter.steps })
      : fill(texts.chapterGood ?? '', { count: chapter.steps })
  progress.value = planned === 0 ? 0 : number / planned
  now.textContent = fill(texts.progress ?? '', { number, count: planned, say })
  if (isFollowed) item.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

/**
 * @param {string} text
 * @param {boolean} isGood
 */
function finish(text, isGood) {
  end.hidden = false
  end.className = isGood ? 'sim-end sim-all-good' : 'sim-end sim-not-good'
  end.textContent = text
  status.textContent = text
  now.textContent = text
}

/** @param {any} told */
function show(told) {
  if (told.kind === 'begun') {
    planned = told.steps
    title.textContent = `${told.title} · SIM-${told.run}`
  }
  if (told.kind === 'chapter') openChapter(told.title)
  if (told.kind === 'step') showStep(told)
  if (told.kind === 'failed') finish(fill(texts.failed ?? '', { info: told.info }), false)
  if (told.kind === 'ended') {
    closeChapter()
    const seconds = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(told.ms / 1000)
    const text = told.faults === 0 ? texts.allGood : texts.someBad
    finish(fill(text ?? '', { count: told.steps, faults: told.faults, seconds }), told.faults === 0)
    if (told.changes.length > 0) {
      const item = make('li', 'sim-step', texts.after)
      item.append(listChanges(told.changes))
      chapter?.list.append(item)
    }
  }
}

/** @param {Response} response */
async function readLines(response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) return
    rest += value
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) show(JSON.parse(line))
  }
}

async function play() {
  const data = new FormData(form)
  const chosen = form.querySelector('[name=scenario]:checked')?.closest('label')?.querySelector('b')
  running = new AbortController()
  playButton.disabled = true
  stopButton.hidden = false
  trouble.textContent = ''
  begin(chosen?.textContent ?? '')
  now.textContent = texts.starting ?? ''
  progress.removeAttribute('value')
  section.scrollIntoView({ block: 'start', behavior: 'instant' })
  try {
    const response = await fetch(`./simulator/plays?lang=${language}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      signal: running.signal,
      body: JSON.stringify({
        scenario: data.get('scenario'),
        key: String(data.get('key') ?? '').trim(),
        dealerCode: String(data.get('dealerCode') ?? '').trim() || undefined,
        pauseMs: Number(data.get('pause')),
      }),
    })
    if (!response.ok) {
      section.hidden = true
      const { errorInfo } = await response.json()
      trouble.textContent = fill(texts.refused ?? '', { info: errorInfo })
      trouble.scrollIntoView({ block: 'center', behavior: 'instant' })
      return
    }
    await readLines(response)
    if (end.hidden) finish(fill(texts.failed ?? '', { info: '' }), false)
  } catch (error) {
    const isStopped = running.signal.aborted
    finish(
      isStopped
        ? fill(texts.stopped ?? '', { count: played })
        : fill(texts.failed ?? '', { info: String(error) }),
      false,
    )
  } finally {
    running = undefined
    playButton.disabled = false
    stopButton.hidden = true
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  if (!running) void play()
})
stopButton.addEventListener('click', () => running?.abort())
// The person pressed the button that leads here.
if (main.dataset.begins) void play()
