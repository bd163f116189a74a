// The frame of the app: language, theme, who is signed in, navigation, notices, and the current screen.
import { Suspense, useEffect } from 'react'
import { useLive, useWorkshop, WorkshopProvider } from '../app/context.tsx'
import { lookForNewVersion } from '../app/offline.ts'
import { useRoute } from '../app/router.tsx'
import { useSignal } from '../app/use-signal.ts'
import { browserLanguage, languageOfAddress, useWords, WordsProvider } from '../app/words.tsx'
import type { Workshop } from '../app/workshop.ts'
import { type Route, toPath } from '../paths.ts'
import { findScreen } from '../screens/registry.tsx'
import { SignIn } from '../screens/sign-in.tsx'
import { getSetting, type Settings, setSetting } from '../store/settings.ts'
import { Boundary } from '../ui/boundary.tsx'
import { Spinner } from '../ui/parts.tsx'
import { Toasts } from '../ui/toast.tsx'
import { useHeldToasts } from './held-toasts.ts'
import { Notices } from './notices.tsx'
import { Rail } from './rail.tsx'

export function App({ workshop }: { workshop: Workshop }) {
  return (
    <WorkshopProvider value={workshop}>
      <WithSettings />
    </WorkshopProvider>
  )
}

function WithSettings() {
  const workshop = useWorkshop()
  const presence = useSignal(workshop.sessions.presence)
  const settings = useLive(async () => {
    const read = <K extends keyof Settings>(key: K) => getSetting(workshop.store, key)
    return { language: await read('language'), theme: await read('theme'), clientId: await read('clientId') }
  }, [])
  const language = settings?.language ?? browserLanguage()
  const theme = settings?.theme ?? 'system'
  useEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dataset.theme = theme
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      const isDark = theme === 'system' ? (meta.media || '').includes('dark') : theme === 'dark'
      meta.content = isDark ? '#161d21' : '#ffffff'
    }
  }, [language, theme])
  useEffect(() => {
    const asked = languageOfAddress()
    if (asked) setSetting(workshop.store, 'language', asked)
  }, [workshop])
  useEffect(() => {
    if (settings?.clientId !== undefined) workshop.clientId.set(settings.clientId)
  }, [workshop, settings?.clientId])
  const session = presence.state === 'in' ? presence.session : undefined
  useEffect(() => {
    if (session !== undefined && session.version !== APP_VERSION) lookForNewVersion()
  }, [session])
  const client = session?.clients.find(({ id }) => id === settings?.clientId)
  return (
    <WordsProvider language={language} timeZone={client?.timeZone}>
      {presence.state === 'starting' || !settings ? (
        <Starting />
      ) : presence.state === 'in' ? (
        <Frame />
      ) : (
        <SignIn
          {...(presence.state === 'locked' ? { why: 'ended', of: presence.session.login } : {})}
          {...(presence.state === 'out' && presence.why ? { why: presence.why } : {})}
        />
      )}
      <Toasts />
    </WordsProvider>
  )
}

function Starting() {
  const { t } = useWords()
  return (
    <main className="boot">
      <Spinner>{t('app.loading')}</Spinner>
    </main>
  )
}

function Frame() {
  const { t } = useWords()
  useHeldToasts()
  const route = useRoute()
  return (
    <div className="frame">
      <a className="skip" href="#main">
        {t('app.skip')}
      </a>
      <Rail route={route} />
      <div className="stage">
        <Notices />
        <Boundary resetKey={toPath(route)}>
          <Suspense fallback={<Loading />}>
            <Screen route={route} />
          </Suspense>
        </Boundary>
      </div>
    </div>
  )
}

function Loading() {
  const { t } = useWords()
  return (
    <main id="main" className="screen">
      <Spinner>{t('app.loading')}</Spinner>
    </main>
  )
}

function Screen({ route }: { route: Route }) {
  const Found = findScreen(route.screen)
  return <Found route={route} />
}
