// What stands where a page would be, if there is none to show: for whom a page is, that an address leads nowhere, what to do after a failure.
import { useSignal } from '../../workshop/app/use-signal.ts'
import { Button, Empty, Note } from '../../workshop/ui/parts.tsx'
import { useOffice, useSignedIn } from '../app/context.tsx'
import { type TextKey, useWords } from '../app/words.tsx'
import { Page } from '../ui/page.tsx'
import { type Bundle, linksFor } from './bundle.ts'

export function Unreachable() {
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

export function NoClient() {
  const { t } = useWords()
  const { sessions } = useOffice()
  return (
    <main id="main" className="boot">
      <Empty isWhole icon="lock" title={t('office.noClient')} what={t('office.noClientWhat')}>
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

/** Both are words of the bundle, whose list of pages is checked by them. Somebody who is wrong here is led to where they may work. */
export function NotAllowed<P extends string>(props: { bundle: Bundle<P>; title: string; whose: string }) {
  const { t } = useWords()
  const { client } = useSignedIn()
  const language = useSignal(useOffice().language)
  return (
    <Page title={t(props.title as TextKey)}>
      <Note tone="plain" icon="lock" title={t(props.whose as TextKey)} />
      <div className="actions">
        {linksFor(props.bundle, client).map(({ title, urlFor }) => (
          <a key={title} className="button plain" href={urlFor(language, client)}>
            {t(title as TextKey)}
          </a>
        ))}
      </div>
    </Page>
  )
}

export function Lost({ toStart }: { toStart: () => void }) {
  const { t } = useWords()
  return (
    <Page title={t('app.lost')} what={t('office.lostWhat')}>
      <div className="actions">
        <Button look="main" onClick={toStart}>
          {t('office.toStart')}
        </Button>
      </div>
    </Page>
  )
}

export function Failed() {
  const { t } = useWords()
  return (
    <Page title={t('office.failed')} what={t('office.failedWhat')}>
      <div className="actions">
        <Button look="main" icon="sync" onClick={() => location.reload()}>
          {t('app.reload')}
        </Button>
      </div>
    </Page>
  )
}
