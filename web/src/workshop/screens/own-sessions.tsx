// One's own sessions: device, place and last use of each, and ending one that should not exist.
import { useState } from 'preact/compat'
import { useWorkshop } from '../app/context.tsx'
import { useWords } from '../app/words.tsx'
import { ErrorNote, Spinner } from '../ui/parts.tsx'
import { SessionRow } from './session-row.tsx'
import { useRead } from './use-read.ts'

export function OwnSessions() {
  const { t } = useWords()
  const { operations, session } = useWorkshop()
  const [hasFailed, setFailed] = useState(false)
  const { value, error, reload } = useRead(session()?.login ?? '', () => operations.readOwnSessions())
  const end = async (id: string) => {
    setFailed(false)
    try {
      await operations.endOwnSession(id)
    } catch {
      setFailed(true)
    }
    reload()
  }
  return (
    <section className="panel" aria-label={t('account.sessions')}>
      <h2>{t('account.sessions')}</h2>
      {hasFailed && <ErrorNote title={t('account.offline')} />}
      {!value && error && <p className="soft">{t('account.sessionsOffline')}</p>}
      {!value && !error && <Spinner>{t('app.loading')}</Spinner>}
      <ul className="own-sessions">
        {value?.map((one) => (
          <SessionRow key={one.id} of={one} onEnd={() => end(one.id)} />
        ))}
      </ul>
    </section>
  )
}
