// How a bundle starts in the browser: the words, then who is signed in, then the page of the address.
import { createRoot } from 'preact/compat/client'
import { setLook } from '../../workshop/app/look.ts'
import { fixIcons } from '../../workshop/places.ts'
import { createOffice, type Office } from '../app/office.ts'
import type { Bundle } from './bundle.ts'
import { Frame } from './frame.tsx'

/** Paper is light, whatever the person has chosen for the screen. */
function printInLight(office: Office): void {
  window.addEventListener('beforeprint', () => setLook(office.language.get(), 'light'))
  window.addEventListener('afterprint', () => setLook(office.language.get(), office.theme.get()))
}

async function start<P extends string>(bundle: Bundle<P>, place: HTMLElement | null): Promise<void> {
  fixIcons()
  const office = createOffice()
  const started = office.start()
  const first = await bundle.load(office.language.get())
  setLook(first.language, office.theme.get())
  printInLight(office)
  if (place) createRoot(place).render(<Frame bundle={bundle} office={office} first={first} />)
  await started
}

export function startBundle<P extends string>(bundle: Bundle<P>): void {
  const place = document.getElementById('app')
  start(bundle, place).catch((error: unknown) => {
    console.error(error)
    // The page itself says what to do; otherwise it would wait for some seconds first.
    place?.classList.add('failed')
  })
}
