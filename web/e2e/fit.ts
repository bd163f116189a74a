// Whether a screen fits and can be hit: in its own size, and in a small window with text twice as large. Holds no check of its own.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** Gloves want this much in an inspection; what is tapped elsewhere may be a little smaller. */
export const leastPx = { inspection: 56, elsewhere: 48 } as const

/**
 * Runs in the page: what is wrong with what is seen. Something is wider than its window; words are cut off, or break though they
 * would fit; a target is too small or lies over another; what has the focus is covered. Each is told once, with how often it is so.
 */
const listMisfits = `((least, isByKeyboard) => {
  const found = new Map()
  const styleOf = (element) => getComputedStyle(element)
  const wordsOf = (element) => (element.getAttribute('aria-label') || element.textContent).trim().replaceAll(/\\s+/g, ' ').slice(0, 40)
  const add = (what, element, more = '') => {
    const kind = what + ': ' + element.tagName.toLowerCase() + '.' + (element.getAttribute('class') ?? '').trim().replaceAll(/\\s+/g, '.')
    const { told, count } = found.get(kind) ?? { told: '“' + wordsOf(element) + '” ' + more, count: 0 }
    found.set(kind, { told, count: count + 1 })
  }
  const up = (element, isIt) => element && (isIt(element) ? element : up(element.parentElement, isIt))
  const ground = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const isForEars = (element) => styleOf(element).clipPath === 'inset(50%)'
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !up(element, isForEars)
  // A row that a finger moves sideways, as tabs and pictures are, says so; what is read never is one.
  const isRow = (element) => /auto|scroll/.test(styleOf(element).overflowX) && styleOf(element).overflowY === 'hidden'
  const isWindow = (element) => !/visible/.test(styleOf(element).overflowX + styleOf(element).overflowY)
  const cuts = (element) => /hidden|clip/.test(styleOf(element).overflowX) || isRow(element)
  const wide = document.documentElement.scrollWidth
  if (wide > innerWidth) add('the page is ' + wide + ' px wide', document.body)
  for (const one of ground.querySelectorAll('*')) {
    if (one.closest('svg, iframe, video, canvas') || !isSeen(one)) continue
    const { left, right, width } = one.getBoundingClientRect()
    if (width > 0 && one.children.length === 0 && (right > innerWidth + 1 || left < -1) && !up(one.parentElement, cuts))
      add('outside of the window', one)
    // Two pixels are a frame on which something lies.
    if (one.clientWidth === 0 || one.scrollWidth - one.clientWidth <= 2) continue
    const { overflowX, textOverflow, webkitLineClamp } = styleOf(one)
    const told = one.scrollWidth + ' px in ' + one.clientWidth
    if (/auto|scroll/.test(overflowX) && !isRow(one)) add('scrolls sideways', one, told)
    if (/hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis' && webkitLineClamp === 'none' && one.textContent.trim() !== '')
      add('cut off', one, told)
    if (overflowX === 'visible' && one.matches('button, a, label, h1, h2, h3')) add('wider than its box', one, told)
  }
  const texts = document.createTreeWalker(ground, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement
    if (!node.data.trim() || parent.closest('svg, select, textarea, iframe, code, pre') || !isSeen(parent)) continue
    for (const { 0: word, index } of node.data.matchAll(/(?<![\\w@:.\\/-])[\\p{L}\\d][\\p{L}\\d.,]*(?![\\w@:.\\/-])/gu)) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const pieces = [...range.getClientRects()].filter(({ width }) => width > 0)
      const width = pieces.reduce((sum, piece) => sum + piece.width, 0)
      // Browsers divide long words where their language does, if they know it.
      const isDivided = styleOf(parent).hyphens === 'auto' && word.length > 11
      if (new Set(pieces.map(({ top }) => Math.round(top))).size > 1 && width < innerWidth / 2 && !isDivided) add('broken word', parent, word)
    }
  }
  const touched = 'button, a[href], input, select, textarea, summary, [role="button"]'
  // A tick is as large as its label, and the name of a car on the board as its card.
  const targetOf = (part) => {
    if (part.matches('[type="radio"], [type="checkbox"], [type="file"]')) return part.closest('label') ?? part
    return part.matches('article > h3 > *') ? part.closest('article') : part
  }
  const parts = [...ground.querySelectorAll(touched)].filter((part) => !part.matches(':disabled, a[href="#main"]'))
  const targets = [...new Map(parts.map((part) => [targetOf(part), part]))].filter(([target]) => isSeen(target) && target.getBoundingClientRect().width > 0)
  const frames = targets.map(([target]) => [target, target.getBoundingClientRect(), up(target.parentElement, isWindow)])
  for (const [index, [one, a, window]] of frames.entries()) {
    if (Math.round(a.width) < least || Math.round(a.height) < least) add('small', one, Math.round(a.width) + ' × ' + Math.round(a.height))
    for (const [other, b, otherWindow] of frames.slice(index + 1)) {
      const isOver = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2
      // What scrolls passes below what stays: that is looked at with the focus.
      const staysOf = (element) => up(element, (it) => /sticky|fixed/.test(styleOf(it).position))
      if (isOver && window === otherWindow && !one.contains(other) && !other.contains(one) && staysOf(one) === staysOf(other))
        add('lies over another', one, 'and ' + wordsOf(other))
    }
  }
  const scrolled = [...ground.querySelectorAll('*')].filter((one) => one.scrollTop + one.scrollLeft !== 0).map((one) => [one, one.scrollTop, one.scrollLeft])
  const [x, y, focused] = [scrollX, scrollY, document.activeElement]
  for (const [target, part] of isByKeyboard ? targets : []) {
    const window = up(part.parentElement, (it) => isWindow(it) && /auto|scroll/.test(styleOf(it).overflowY))
    // A pad over the list leaves no room for what is below it.
    if (part.tabIndex < 0 || (window && window.clientHeight < 2 * least)) continue
    part.focus({ focusVisible: true })
    if (document.activeElement !== part) continue
    let { left, right, top, bottom } = part.getBoundingClientRect()
    // A sheet stands above what it was opened from.
    for (let it = part.parentElement; it && it !== ground.parentElement; it = it.parentElement) {
      const frame = isWindow(it) && it !== document.body && it !== document.documentElement ? it.getBoundingClientRect() : { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
      left = Math.max(left, frame.left)
      top = Math.max(top, frame.top)
      right = Math.min(right, frame.right)
      bottom = Math.min(bottom, frame.bottom)
    }
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    // Browsers do not move a row for what is in sight by a pixel.
    if ((right - left < 8 && !up(part, isRow)) || bottom - top < 8 || hit === null) add('out of sight with the focus', part, [left, top, right, bottom].map(Math.round).join())
    else if (!target.contains(hit) && !hit.contains(part) && !hit.closest('label, [role="status"], [data-moving]'))
      add('covered with the focus', part, 'by ' + hit.tagName.toLowerCase() + '.' + hit.getAttribute('class'))
  }
  focused?.focus?.({ preventScroll: true })
  if (document.activeElement !== focused) document.activeElement?.blur?.()
  for (const [one, top, left] of scrolled) one.scrollTo({ top, left, behavior: 'instant' })
  scrollTo({ left: x, top: y, behavior: 'instant' })
  return Array.from(found, ([kind, { told, count }]) => kind + ' ' + told.trim() + (count > 1 ? ' (' + count + ' times)' : ''))
})`

/** Targets are at least so large, in both directions. */
export async function assertHit(
  page: Page,
  screen: string,
  least: number = leastPx.elsewhere,
): Promise<void> {
  const misfits = await page.evaluate<string[]>(`${listMisfits}(${least}, false)`)
  assert.deepEqual(misfits, [], `${screen} fits, and its targets are at least ${least} px`)
}

/** The screen as it is; then with letters twice as large, as set in the browser, in the smallest window, and by keyboard. */
export async function assertFitsAnyhow(
  page: Page,
  screen: string,
  least: number = leastPx.elsewhere,
): Promise<void> {
  await assertHit(page, screen, least)
  const size = page.viewportSize()
  assert.ok(size)
  const browser = await page.context().newCDPSession(page)
  const setLetters = (standard: number) => browser.send('Page.setFontSizes', { fontSizes: { standard } })
  await setLetters(32)
  await page.setViewportSize({ width: 320, height: 640 })
  const misfits = await page.evaluate<string[]>(`${listMisfits}(${least}, true)`)
  await setLetters(16)
  await page.setViewportSize(size)
  await browser.detach()
  assert.deepEqual(misfits, [], `${screen} fits into 320 px with letters twice as large`)
}
