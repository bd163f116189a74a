// The frame of the desk: language, colours, who is signed in, navigation, the search, and the page of the address.
import { Suspense, useEffect } from 'preact/compat'
import { setLook } from '../../workshop/app/look.ts'
import { useSignal } from '../../workshop/app/use-signal.ts'
import { Boundary } from '../../workshop/ui/boundary.tsx'
import { Button, Empty, Note, Spinner } from '../../workshop/ui/parts.tsx'
import { Toasts } from '../../workshop/ui/toast.tsx'
import { announced } from '../app/announce.ts'
import {
  chooseClient,
  DeskProvider,
  SignedInProvider,
  useDesk,
  usePresence,
  useSignedIn,
} from '../app/context.tsx'
import type { Desk } from '../app/desk.ts'
import { go, usePlace } from '../app/router.tsx'
import { type Spoken, useWords, WordsProvider } from '../app/words.tsx'
import { latePages } from '../pages/registry.tsx'
import { type DeskPage, maySee, type PageName, type Place, pages, startFor, toPath } from '../paths.ts'
import { Page } from '../ui/page.tsx'
import { DeskSignIn } from './desk-sign-in.tsx'
import { Rail } from './rail.tsx'
import { SearchBox } from './search-box.tsx'

export function DeskFrame({ desk, first }: { desk: Desk; first: Spoken }) {
  return (
    <DeskProvider value={desk}>
      <Speaking first={first} />
    </DeskProvider>
  )
}

function Speaking({ first }: { first: Spoken }) {
  const desk = useDesk()
  const presence = usePresence()
  const language = useSignal(desk.language)
  const theme = useSignal(desk.theme)
  const clientId = useSignal(desk.clientId)
  const session = presence.state === 'in' ? presence.session : undefined
  const client = session && chooseClient(session, clientId)
  useEffect(() => setLook(language, theme), [language, theme])
  return (
    <WordsProvider language={language} first={first} timeZone={client?.timeZone}>
      {presence.state === 'starting' && <Starting />}
      {presence.state === 'unreachable' && <Unreachable />}
      {presence.state === 'out' && <DeskSignIn why={presence.why} of={presence.of} />}
      {session &&
        (client ? (
          // What was read for one person or dealership is not shown for another.
          <SignedInProvider key={`${session.login} ${client.id}`} value={{ session, client }}>
            <SignedIn />
          </SignedInProvider>
        ) : (
          <NoClient />
        ))}
      <Toasts />
      <Announcer />
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

function Unreachable() {
  const { t } = useWords()
  return (
    <main id="main" className="boot">
      <Empty isWhole icon="offline" title={t('signIn.offline')} what={t('messages.unreachable')}>
        <Button look="main" icon="sync" onClick={() => location.reload()}>
          {t('app.retry')}
        </Button>
      </Empty>
    </main>
  )
}

function NoClient() {
  const { t } = useWords()
  const { sessions } = useDesk()
  return (
    <main id="main" className="boot">
      <Empty isWhole icon="lock" title={t('desk.noClient')} what={t('desk.noClientWhat')}>
        <Button
          icon="lock"
          onClick={() => sessions.signOut().catch((error: unknown) => console.error(error))}
        >
          {t('settings.signOut')}
        </Button>
      </Empty>
    </main>
  )
}

/** Says what a page announces. It is there before anything is said: otherwise some screen readers miss the first words. */
const Announcer = () => (
  <p className="unseen" role="status" aria-live="polite">
    {useSignal(announced)}
  </p>
)

function SignedIn() {
  const { t } = useWords()
  const place = usePlace()
  const { client } = useSignedIn()
  useEffect(() => {
    if (place.page === 'start') go({ ...place, page: startFor(client) }, { replace: true })
  }, [place, client])
  return (
    <div className="frame desk">
      <a className="skip" href="#main">
        {t('app.skip')}
      </a>
      <Rail place={place} />
      <div className="stage">
        <header className="desk-top">
          <SearchBox />
        </header>
        <Boundary resetKey={toPath(place)} otherwise={() => <Failed />}>
          <Suspense fallback={<Loading />}>
            {place.page === 'lost' && <Lost />}
            {place.page !== 'lost' && place.page !== 'start' && <Allowed place={place} page={place.page} />}
          </Suspense>
        </Boundary>
      </div>
    </div>
  )
}

function Allowed({ place, page }: { place: Place; page: PageName }) {
  const { t } = useWords()
  const { client } = useSignedIn()
  const { Shown } = latePages[page]
  const entry: DeskPage = pages[page]
  if (!maySee(entry, client))
    return (
      <Page key={page} title={t(entry.title)}>
        <Note tone="plain" icon="lock" title={t(entry.whose ?? 'desk.forAdvisors')} />
      </Page>
    )
  return <Shown key={`${page} ${place.key}`} place={place} />
}

function Loading() {
  const { t } = useWords()
  return (
    <main id="main" className="screen">
      <Spinner>{t('app.loading')}</Spinner>
    </main>
  )
}

function Lost() {
  const { t } = useWords()
  return (
    <Page title={t('app.lost')} what={t('desk.lostWhat')}>
      <div className="actions">
        <Button look="main" onClick={() => go({ page: 'start' })}>
          {t('desk.toStart')}
        </Button>
      </div>
    </Page>
  )
}

function Failed() {
  const { t } = useWords()
  return (
    <Page title={t('desk.failed')} what={t('desk.failedWhat')}>
      <div className="actions">
        <Button look="main" icon="sync" onClick={() => location.reload()}>
          {t('app.reload')}
        </Button>
      </div>
    </Page>
  )
}
