// How the app starts in the browser, in steps. What the first screen does not need comes after it is painted (docs/decisions/0098).
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { createRoot } from 'preact/compat/client'
import { setLook } from './app/look.ts'
import { prepareOffline } from './app/offline.ts'
import { painted } from './app/painted.ts'
import { currentRoute } from './app/router.tsx'
import { loadSpoken } from './app/spoken.tsx'
import { browserLanguage, languageOfAddress } from './app/words.tsx'
import { createWorkshop } from './app/workshop.ts'
import { App } from './frame/app.tsx'
import { fixIcons } from './places.ts'
import { loadScreen } from './screens/registry.tsx'
import { type Opening, readOpening } from './store/opening.ts'
import { setSetting } from './store/settings.ts'
import { guardTaps } from './ui/tap-guard.ts'

const workshop = createWorkshop()
const place = document.getElementById('app')

/** 1. What the first script of the page read from the device meanwhile. */
async function takeOpening(): Promise<Opening | undefined> {
  try {
    return await (globalThis.walkaroundOpening ?? readOpening())
  } catch (error) {
    console.error(error)
    return undefined
  } finally {
    globalThis.walkaroundOpening = undefined
  }
}

/** The one just asked for is kept; then the one chosen earlier; then the browser's. */
async function findLanguage(kept: Language | undefined): Promise<Language> {
  const asked = languageOfAddress()
  if (asked)
    await setSetting(workshop.store, 'language', asked).catch((error: unknown) => console.error(error))
  return asked ?? kept ?? browserLanguage()
}

async function start(): Promise<void> {
  fixIcons()
  guardTaps()
  const opening = await takeOpening()
  const language = await findLanguage(opening?.settings.language)
  // 2. Who is signed in, as far as the device knows. If it is nobody, nothing of what was read is shown.
  if (opening) workshop.sessions.open(opening.settings)
  const isKnown = workshop.sessions.presence.get().state === 'in'
  if (opening && isKnown) {
    workshop.clientId.set(opening.settings.clientId)
    workshop.opening.set({ ...opening, settings: { ...opening.settings, language } })
  } else goOn()
  try {
    // 3. The words, and the screen of this address.
    const [first] = await Promise.all([
      loadSpoken(language),
      isKnown ? loadScreen(currentRoute().screen) : undefined,
    ])
    // 4. One drawing, with all that is known.
    setLook(language, opening?.settings.theme)
    if (place) createRoot(place).render(<App workshop={workshop} first={first} />)
    await painted()
  } finally {
    if (isKnown) goOn()
    prepareOffline()
  }
}

/** 5. The store is opened: queries of the screens, sending, the service, live changes. At once if there is nothing to show yet. */
function goOn(): void {
  workshop.opening.set(undefined)
  workshop.start().catch((error: unknown) => console.error(error))
}

start().catch((error: unknown) => {
  console.error(error)
  // The page itself says what to do; otherwise it would wait for some seconds first.
  place?.classList.add('failed')
})
