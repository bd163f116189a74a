// Notices for every screen: no network, a new version. Never in the way of a tap.
import { Suspense, useEffect, useState } from 'preact/compat'
import { useClient, useWorkshop } from '../app/context.tsx'
import { loadNewVersion, newVersion } from '../app/offline.ts'
import { useSignal } from '../app/use-signal.ts'
import { useWords } from '../app/words.tsx'
import { lateWithMore } from '../screens/late-with-more.ts'
import { Icon } from '../ui/icons.tsx'
import { Button, Note } from '../ui/parts.tsx'
import { ConflictNotices } from './conflict-notices.tsx'

/** A notice shown for less than this only disturbs. */
const patienceMs = 1_500

/** Without a network the line may be missing: the app is worth more than the notice. */
const nothing = () => null
const Sandbox = lateWithMore(async () => (await import('./sandbox-line.tsx')).SandboxLine, nothing)

export function Notices() {
  const { t } = useWords()
  const workshop = useWorkshop()
  const isOnline = useSignal(workshop.isOnline)
  const worker = useSignal(newVersion)
  const isOffline = useLater(!isOnline, patienceMs)
  return (
    <aside className="notices" aria-label={t('app.notices')}>
      <Suspense fallback={null}>{useClient()?.isSandbox && <Sandbox.Shown />}</Suspense>
      <ConflictNotices />
      {isOffline && (
        // This may last a whole shift, so it is only one line.
        <p className="offline-line" title={t('net.offlineWhat')}>
          <Icon name="offline" size={18} />
          <strong>{t('net.offline')}</strong>
          <span>{t('net.offlineWhat')}</span>
        </p>
      )}
      {worker && (
        <Note
          tone="plain"
          icon="sync"
          title={t('app.newVersion')}
          action={<Button onClick={loadNewVersion}>{t('app.newVersionLoad')}</Button>}
        />
      )}
    </aside>
  )
}

function useLater(isNow: boolean, ms: number): boolean {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isNow) {
      setShown(false)
      return undefined
    }
    const timer = setTimeout(() => setShown(true), ms)
    return () => clearTimeout(timer)
  }, [isNow, ms])
  return isShown
}
