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
