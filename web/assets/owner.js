// Makes the owner's page more convenient; nothing depends on it. Adds up what is approved, reports once that somebody reads the
// page, and prevents sending a form twice.

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

/** @param {HTMLElement} link */
function showPhoto(link) {
  const small = link.querySelector('img')
  const viewer = document.createElement('dialog')
  viewer.className = 'viewer'
  viewer.setAttribute('aria-label', small?.alt ?? '')
  const photo = new Image()
  photo.alt = small?.alt ?? ''
  photo.src = link.dataset.photo ?? ''
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'second'
  close.textContent = link.closest('ul')?.dataset.close ?? '×'
  viewer.append(photo, close)
  // A tap outside the photo closes it too.
  viewer.addEventListener('click', ({ target }) => {
    if (target === viewer || target === close) viewer.close()
  })
  viewer.addEventListener('close', () => {
    viewer.remove()
    link.focus()
  })
  document.body.append(viewer)
  viewer.showModal()
}

for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.photos a'))) {
  link.addEventListener('click', (event) => {
    // Opening it in another tab leads to the page of the photo.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    showPhoto(link)
  })
}
