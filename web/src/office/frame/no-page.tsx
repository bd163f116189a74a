// What stands where a page would be, if there is none to show: for whom a page is, that an address leads nowhere, what to do after a failure.
import { Button, Empty, Note } from '../../workshop/ui/parts.tsx'
import { useOffice } from '../app/context.tsx'
import { type TextKey, useWords } from '../app/words.tsx'
import { Page } from '../ui/page.tsx'

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

/** Both are words of the bundle, whose list of pages is checked by them. */
export function NotAllowed({ title, whose }: { title: string; whose: string }) {
  const { t } = useWords()
  return (
    <Page title={t(title as TextKey)}>
      <Note tone="plain" icon="lock" title={t(whose as TextKey)} />
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
