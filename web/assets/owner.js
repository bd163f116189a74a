// Makes the owner's page more convenient; nothing depends on it. Adds up what is approved, reports once that somebody reads the
// page and plays a video, and prevents sending a form twice.

/** @type {HTMLFormElement | null} */
const form = document.querySelector('form[data-opened]')

if (form) {
  // Only by a deliberate action: a preview or a scanner triggers nothing.
  const tell = () => {
    for (const kind of ['pointerdown', 'keydown']) removeEventListener(kind, tell)
    fetch(form.dataset.opened ?? '', { method: 'POST', keepalive: true }).catch(() => {})
  }
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, tell)
}

// To play a video is a deliberate action too.
for (const video of /** @type {NodeListOf<HTMLVideoElement>} */ (
  document.querySelectorAll('video[data-watched]')
)) {
  const tell = () => {
    fetch(video.dataset.watched ?? '', { method: 'POST', keepalive: true }).catch(() => {})
  }
  video.addEventListener('play', tell, { once: true })
}

/** @type {HTMLElement | null} */
const total = document.querySelector('[data-total]')

/** Amounts are added as whole millionths, so that no floating-point errors show. */
const MILLION = 1_000_000

/** @param {HTMLElement} place */
function showTotal(place) {
  /** @type {Map<string, number>} */
  const sums = new Map()
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.line'))) {
    const { currency = '' } = line.dataset
    /** @type {HTMLInputElement | null} */
    const chosen = line.querySelector('input[type="radio"]:checked')
    // An earlier approval counts as long as nothing else is chosen.
    const isApproved = chosen ? chosen.value === 'approve' : 'approved' in line.dataset
    const amount = isApproved ? Math.round(Number(line.dataset.amount) * MILLION) : 0
    sums.set(currency, (sums.get(currency) ?? 0) + amount)
  }
  const { language } = place.dataset
  const shown = [...sums].map(([currency, millionths]) => {
    const sum = millionths / MILLION
    try {
      return new Intl.NumberFormat(language === 'en' ? 'en-GB' : language, {
        style: 'currency',
        currency,
      }).format(sum)
    } catch {
      return `${sum} ${currency}`
    }
  })
  const amount = place.querySelector('[data-amount]')
  if (amount) amount.textContent = shown.join(' + ')
  // Without a script the next page says it.
  for (const part of place.children) part.toggleAttribute('hidden', part.matches('[data-hint]'))
}

if (total) {
  showTotal(total)
  document.addEventListener('change', () => showTotal(total))
}

for (const one of document.forms) {
  one.addEventListener('submit', (event) => {
    if (one.dataset.sent) event.preventDefault()
    one.dataset.sent = 'yes'
  })
}
// Back from the next page: the form may be sent again.
addEventListener('pageshow', () => {
  for (const one of document.forms) delete one.dataset.sent
  if (total) showTotal(total)
})

/** @type {HTMLElement[]} */
const photoLinks = [...document.querySelectorAll('.photos a')].map(
  (link) => /** @type {HTMLElement} */ (link),
)

/**
 * @param {string} className
 * @param {string} text
 */
function makeButton(className, text) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = className
  button.textContent = text
  return button
}

/**
 * All photos of the page side by side, from this one on: swiped, or turned by buttons and arrow keys. A pinch enlarges them, as
 * everywhere in the browser.
 * @param {number} first
 */
function showPhotos(first) {
  const words = photoLinks[first]?.closest('ul')?.dataset
  const viewer = document.createElement('dialog')
  viewer.className = 'viewer'
  const strip = document.createElement('ul')
  strip.className = 'strip'
  strip.tabIndex = 0
  const photos = photoLinks.map((link, index) => {
    const photo = new Image()
    photo.alt = link.querySelector('img')?.alt ?? ''
    photo.loading = Math.abs(index - first) > 1 ? 'lazy' : 'eager'
    photo.src = link.dataset.photo ?? ''
    const place = document.createElement('li')
    const frame = document.createElement('span')
    frame.className = 'marked'
    frame.append(photo)
    const markup = link.querySelector('svg')
    if (markup) frame.append(markup.cloneNode(true))
    place.append(frame)
    strip.append(place)
    return photo
  })
  const caption = document.createElement('p')
  caption.setAttribute('aria-live', 'polite')
  const previous = makeButton('turn', '‹')
  previous.setAttribute('aria-label', words?.previous ?? '‹')
  const next = makeButton('turn', '›')
  next.setAttribute('aria-label', words?.next ?? '›')
  const close = makeButton('second', words?.close ?? '×')
  const bar = document.createElement('div')
  bar.className = 'viewer-bar'
  bar.append(previous, caption, next, close)
  viewer.append(strip, bar)
  let shown = first
  /** @param {number} index */
  const name = (index) => {
    shown = index
    const alt = photos[index]?.alt ?? ''
    viewer.setAttribute('aria-label', alt)
    strip.setAttribute('aria-label', alt)
    caption.textContent = photos.length > 1 ? `${index + 1} / ${photos.length} · ${alt}` : alt
    // Still there at the ends: a button that vanishes takes the focus along.
    previous.setAttribute('aria-disabled', String(index === 0))
    next.setAttribute('aria-disabled', String(index === photos.length - 1))
  }
  /** @param {number} by */
  const turn = (by) => {
    const index = Math.min(Math.max(shown + by, 0), photos.length - 1)
    name(index)
    strip.children[index]?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }
  previous.hidden = photos.length < 2
  next.hidden = photos.length < 2
  previous.addEventListener('click', () => turn(-1))
  next.addEventListener('click', () => turn(1))
  viewer.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    turn(event.key === 'ArrowLeft' ? -1 : 1)
  })
  strip.addEventListener('scrollend', () => name(Math.round(strip.scrollLeft / strip.clientWidth)))
  // A tap outside the photo closes it too.
  viewer.addEventListener('click', ({ target }) => {
    if (target === viewer || target === close) viewer.close()
  })
  viewer.addEventListener('close', () => {
    viewer.remove()
    photoLinks[shown]?.focus()
  })
  document.body.append(viewer)
  viewer.showModal()
  turn(0)
}

for (const [index, link] of photoLinks.entries()) {
  link.addEventListener('click', (event) => {
    // Opening it in another tab leads to the page of the photo.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    showPhotos(index)
  })
}

for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('.chapters a'))) {
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    const video = link.closest('figure')?.querySelector('video')
    if (!video) return
    event.preventDefault()
    video.currentTime = Number(link.dataset.second)
    // Refused where the browser allows no playing; the place is found all the same.
    video.play().catch(() => {})
    video.focus()
  })
}
