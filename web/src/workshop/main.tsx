// Starts the app in the browser: the person's words, one workshop, one root, then the service worker.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { createRoot } from 'preact/compat/client'
import { prepareOffline } from './app/offline.ts'
import { browserLanguage, languageOfAddress, loadSpoken } from './app/words.tsx'
import { createWorkshop } from './app/workshop.ts'
import { App } from './frame/app.tsx'
import { getSetting, setSetting } from './store/settings.ts'
import { guardTaps } from './ui/tap-guard.ts'
import './styles.css'

guardTaps()
const workshop = createWorkshop()
const place = document.getElementById('app')

/** The one just asked for is kept; then the one chosen earlier; then the browser's. */
async function findLanguage(): Promise<Language> {
  const asked = languageOfAddress()
  if (asked) await setSetting(workshop.store, 'language', asked)
  return asked ?? (await getSetting(workshop.store, 'language')) ?? browserLanguage()
}

async function show(): Promise<void> {
  const language = await findLanguage().catch((error: unknown) => {
    console.error(error)
    return browserLanguage()
  })
  const first = await loadSpoken(language)
  if (place) createRoot(place).render(<App workshop={workshop} first={first} />)
}

show().catch((error: unknown) => {
  console.error(error)
  // The page itself says what to do; otherwise it would wait for some seconds first.
  place?.classList.add('failed')
})
workshop.start().catch((error: unknown) => console.error(error))
prepareOffline()
