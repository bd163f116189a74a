// How the desk starts in the browser: the words, then who is signed in, then the page of the address.
import { createRoot } from 'preact/compat/client'
import { setLook } from '../workshop/app/look.ts'
import { createDesk, type Desk } from './app/desk.ts'
import { loadSpoken } from './app/words.tsx'
import { DeskFrame } from './frame/frame.tsx'

const place = document.getElementById('app')

/** Paper is light, whatever the person has chosen for the screen. */
function printInLight(desk: Desk): void {
  window.addEventListener('beforeprint', () => setLook(desk.language.get(), 'light'))
  window.addEventListener('afterprint', () => setLook(desk.language.get(), desk.theme.get()))
}

async function start(): Promise<void> {
  const desk = createDesk()
  const started = desk.start()
  const first = await loadSpoken(desk.language.get())
  setLook(first.language, desk.theme.get())
  printInLight(desk)
  if (place) createRoot(place).render(<DeskFrame desk={desk} first={first} />)
  await started
}

start().catch((error: unknown) => {
  console.error(error)
  // The page itself says what to do; otherwise it would wait for some seconds first.
  place?.classList.add('failed')
})
