// Makes the owner's page more pleasant; nothing depends on it. Adds up what is approved, tells once that somebody reads the
// page, and keeps a form from being sent twice.

const form = document.querySelector('form[data-opened]')

if (form) {
  // By a deliberate act alone: a preview or a scanner touches nothing.
  const tell = () => {
    for (const kind of ['pointerdown', 'keydown']) removeEventListener(kind, tell)
    fetch(form.dataset.opened, { method: 'POST', keepalive: true }).catch(() => {})
  }
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, tell)
}

const total = document.querySelector('[data-total]')

function showTotal() {
  const sums = new Map()
  for (const line of document.querySelectorAll('.line')) {
    const { currency } = line.dataset
    const chosen = line.querySelector('input[type="radio"]:checked')
    // What was approved before counts as long as nothing else is chosen.
    const isApproved = chosen ? chosen.value === 'approve' : 'approved' in line.dataset
    const amount = isApproved ? Number(line.dataset.amount) : 0
    sums.set(currency, (sums.get(currency) ?? 0) + amount)
  }
  const { language } = total.dataset
  const shown = [...sums].map(([currency, sum]) => {
    try {
      return new Intl.NumberFormat(language === 'en' ? 'en-GB' : language, {
        style: 'currency',
        currency,
      }).format(sum)
    } catch {
      return `${sum} ${currency}`
    }
  })
  total.querySelector('[data-amount]').textContent = shown.join(' + ')
}

if (total) {
  showTotal()
  document.addEventListener('change', showTotal)
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
  if (total) showTotal()
})
