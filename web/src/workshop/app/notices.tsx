// What a person should know whatever the screen: no network, a new version. Never in the way of a tap.
import { useEffect, useState } from 'react'
import { Icon } from '../ui/icons.tsx'
import { Button, Note } from '../ui/parts.tsx'
import { ConflictNotices } from './conflict-notices.tsx'
import { useSignal, useWorkshop } from './context.tsx'
import { loadNewVersion, newVersion } from './offline.ts'
import { useWords } from './words.tsx'

/** A word that is on the screen for less than this only disturbs. */
const patienceMs = 1_500

export function Notices() {
  const { t } = useWords()
  const workshop = useWorkshop()
  const isOnline = useSignal(workshop.isOnline)
  const worker = useSignal(newVersion)
  const isOffline = useLater(!isOnline, patienceMs)
  return (
    <aside className="notices" aria-label={t('app.notices')}>
      <ConflictNotices />
      {isOffline && (
        // A whole shift may pass so: one line, and no more.
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
