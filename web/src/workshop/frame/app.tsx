// The frame of the app: language, theme, who is signed in, navigation, notices, and the current screen.
import { Suspense, useEffect } from 'preact/compat'
import { useLive, useWorkshop, WorkshopProvider } from '../app/context.tsx'
import { setLook } from '../app/look.ts'
import { lookForNewVersion } from '../app/offline.ts'
import { useRoute } from '../app/router.tsx'
import { WordsProvider } from '../app/spoken.tsx'
import { useSignal } from '../app/use-signal.ts'
import { type Spoken, useWords } from '../app/words.tsx'
import type { Workshop } from '../app/workshop.ts'
import { type Route, toPath } from '../paths.ts'
import { lateWithMore } from '../screens/late-with-more.ts'
import { findScreen, loadNextScreens } from '../screens/registry.tsx'
import { SignIn } from '../screens/sign-in.tsx'
import { getSetting, type Settings } from '../store/settings.ts'
import { Boundary } from '../ui/boundary.tsx'
import { Spinner } from '../ui/parts.tsx'
import { Toasts } from '../ui/toast.tsx'
import { Broken } from './broken.tsx'
import { useHeldToasts } from './held-toasts.ts'
import { Notices } from './notices.tsx'
import { Rail } from './rail.tsx'

const tabletLock = lateWithMore(async () => (await import('../screens/pins/tablet-lock.tsx')).TabletLock)

export function App({ workshop, first }: { workshop: Workshop; first: Spoken }) {
  return (
    <WorkshopProvider value={workshop}>
      <WithSettings first={first} />
    </WorkshopProvider>
  )
}

function WithSettings({ first }: { first: Spoken }) {
  const workshop = useWorkshop()
  const presence = useSignal(workshop.sessions.presence)
  const settings = useLive(
    async () => {
      const read = <K extends keyof Settings>(key: K) => getSetting(workshop.store, key)
      return {
        language: await read('language'),
        theme: await read('theme'),
        clientId: await read('clientId'),
        tablet: await read('tablet'),
      }
    },
    [],
    ({ settings: { language, theme, clientId, tablet } }) => ({ language, theme, clientId, tablet }),
  )
  const language = settings?.language ?? first.language
  const theme = settings?.theme
  useEffect(() => setLook(language, theme), [language, theme])
  useEffect(() => {
    if (settings?.clientId !== undefined) workshop.clientId.set(settings.clientId)
  }, [workshop, settings?.clientId])
  const session = presence.state === 'in' ? presence.session : undefined
  useEffect(() => {
    if (session !== undefined && session.version !== APP_VERSION) lookForNewVersion()
  }, [session])
  const client = session?.clients.find(({ id }) => id === settings?.clientId)
  const route = useRoute()
  return (
    <WordsProvider language={language} first={first} clocks={client}>
      {presence.state === 'starting' || !settings ? (
        <Starting />
      ) : route.screen === 'pair' ? (
        <Suspense fallback={<Starting />}>
          <Screen route={route} />
        </Suspense>
      ) : presence.state === 'in' ? (
        <Frame />
      ) : settings.tablet ? (
        <Suspense fallback={<Starting />}>
          <tabletLock.Shown tablet={settings.tablet} />
        </Suspense>
      ) : (
        <SignIn
          {...(presence.state === 'locked'
            ? { why: 'ended', of: presence.session.login, isAtProvider: !!presence.session.provider }
            : {})}
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

const nextScreensMs = 2_000

function Frame() {
  const { t } = useWords()
  useHeldToasts()
  const route = useRoute()
  useEffect(() => {
    // After the first screen: on a slow tablet reading code takes time too.
    const timer = setTimeout(loadNextScreens, nextScreensMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="frame">
      <a className="skip" href="#main">
        {t('app.skip')}
      </a>
      <Rail route={route} />
      <div className="stage">
        <Notices />
        <Boundary resetKey={toPath(route)} otherwise={(isNotLoaded) => <Broken isNotLoaded={isNotLoaded} />}>
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
