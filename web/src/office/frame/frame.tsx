// The frame of every bundle: language, colours, who is signed in, navigation, what the bundle has above its pages, and the page of the
// address.
import { Suspense, useEffect } from 'preact/compat'
import { setLook } from '../../workshop/app/look.ts'
import { useSignal } from '../../workshop/app/use-signal.ts'
import { Boundary } from '../../workshop/ui/boundary.tsx'
import { Spinner } from '../../workshop/ui/parts.tsx'
import { Toasts } from '../../workshop/ui/toast.tsx'
import { announced } from '../app/announce.ts'
import {
  chooseClient,
  OfficeProvider,
  SignedInProvider,
  useOffice,
  usePresence,
  useSignedIn,
} from '../app/context.tsx'
import type { Office } from '../app/office.ts'
import { type Spoken, useWords, WordsProvider } from '../app/words.tsx'
import { maySee, type Place } from '../places.ts'
import type { Bundle } from './bundle.ts'
import { Failed, Lost, NoClient, NotAllowed, Unreachable } from './no-page.tsx'
import { OfficeSignIn } from './office-sign-in.tsx'
import { Rail } from './rail.tsx'

interface Props<P extends string> {
  bundle: Bundle<P>
  /** What the bundle began with. */
  first: Spoken
}

export function Frame<P extends string>({ office, ...rest }: Props<P> & { office: Office }) {
  return (
    <OfficeProvider value={office}>
      <Speaking {...rest} />
    </OfficeProvider>
  )
}

function Speaking<P extends string>({ bundle, first }: Props<P>) {
  const office = useOffice()
  const presence = usePresence()
  const language = useSignal(office.language)
  const theme = useSignal(office.theme)
  const clientId = useSignal(office.clientId)
  const session = presence.state === 'in' ? presence.session : undefined
  const client = session && chooseClient(session, clientId)
  useEffect(() => setLook(language, theme), [language, theme])
  return (
    <WordsProvider language={language} first={first} load={bundle.load} clocks={client}>
      {presence.state === 'starting' && <Starting />}
      {presence.state === 'unreachable' && <Unreachable />}
      {presence.state === 'out' && <OfficeSignIn why={presence.why} of={presence.of} />}
      {session &&
        (client ? (
          // What was read for one person or dealership is not shown for another.
          <SignedInProvider key={`${session.login} ${client.id}`} value={{ session, client }}>
            <SignedIn bundle={bundle} />
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

/** Says what a page announces. It is there before anything is said: otherwise some screen readers miss the first words. */
const Announcer = () => (
  <p className="unseen" role="status" aria-live="polite">
    {useSignal(announced)}
  </p>
)

function SignedIn<P extends string>({ bundle }: { bundle: Bundle<P> }) {
  const { t } = useWords()
  const { places, router, Head } = bundle
  const place = router.usePlace()
  const { client } = useSignedIn()
  useEffect(() => {
    if (place.page === 'start') router.go({ ...place, page: places.startFor(client) }, { replace: true })
  }, [place, client, places, router])
  return (
    <div className={`frame office ${bundle.hasManyPages ? 'listed' : ''}`}>
      <a className="skip" href="#main">
        {t('app.skip')}
      </a>
      <Rail bundle={bundle} place={place} />
      <div className="stage">
        {Head && (
          <header className="office-top">
            <Head />
          </header>
        )}
        <Boundary resetKey={places.toPath(place)} otherwise={() => <Failed />}>
          <Suspense fallback={<Loading />}>
            {place.page === 'lost' && <Lost toStart={() => router.go({ page: 'start' })} />}
            {place.page !== 'lost' && place.page !== 'start' && (
              <Allowed bundle={bundle} place={place} page={place.page} />
            )}
          </Suspense>
        </Boundary>
      </div>
    </div>
  )
}

function Allowed<P extends string>({ bundle, place, page }: { bundle: Bundle<P>; place: Place<P>; page: P }) {
  const { client } = useSignedIn()
  const { Shown } = bundle.latePages[page]
  const entry = bundle.places.pages[page]
  if (!maySee(entry, client))
    return <NotAllowed key={page} bundle={bundle} title={entry.title} whose={entry.whose ?? bundle.whose} />
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
