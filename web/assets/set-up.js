// Makes the pages of the first start more convenient; nothing depends on it. Proposes the time zone of the browser, and prevents sending
// a form twice.

/** @type {HTMLSelectElement | null} */
const zones = document.querySelector('select[data-zone]')
if (zones) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const isUntouched = sessionStorage.getItem('walkaround-zone') === null
  if (isUntouched && [...zones.options].some(({ value }) => value === timeZone)) zones.value = timeZone
  // What somebody has chosen is not proposed anew when they come back.
  zones.form?.addEventListener('submit', () => sessionStorage.setItem('walkaround-zone', zones.value))
}

for (const form of document.forms) {
  let isSent = false
  form.addEventListener('submit', (event) => {
    if (isSent) event.preventDefault()
    isSent = true
  })
  // Shown again by the browser's own way back.
  addEventListener('pageshow', () => {
    isSent = false
  })
}

/** @type {HTMLElement | null} */
const sent = document.querySelector('[data-sent]')
const slow = document.querySelector('form[data-sending]')
if (slow instanceof HTMLFormElement && sent)
  slow.addEventListener('submit', () => {
    sent.textContent = slow.dataset.sending ?? ''
  })

/** While the service works, or is stopped, the page stays and asks how far it is. */
const waiting = document.querySelector('[data-waiting]')
if (waiting) {
  const look = async () => {
    try {
      const reply = await fetch(location.href)
      const text = await reply.text()
      const now = new DOMParser().parseFromString(text, 'text/html')
      const progress = now.querySelector('[data-progress]')?.textContent
      const shown = waiting.querySelector('[data-progress]')
      if (reply.ok && !now.querySelector('[data-waiting]')) return location.reload()
      if (progress && shown) shown.textContent = progress
    } catch {
      // The service is starting: the next look finds it.
    }
    setTimeout(look, 1500)
  }
  setTimeout(look, 1500)
}
