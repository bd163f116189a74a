// One's own sessions: device, place and last use of each, and ending one that should not exist.
import { useState } from 'preact/compat'
import { useWorkshop } from '../app/context.tsx'
import { useWords } from '../app/words.tsx'
import { Button, ErrorNote, Spinner } from '../ui/parts.tsx'
import { describeAgent } from './agents.ts'
import { useRead } from './use-read.ts'

export function OwnSessions() {
  const { t, dayTime } = useWords()
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
        {value?.map(({ id, isThis, agent, address, seenAt }) => (
          <li key={id}>
            <div>
              <p>
                <strong>{describeAgent(agent) ?? t('account.unknownDevice')}</strong>
                {isThis && ` · ${t('account.thisDevice')}`}
              </p>
              <p className="soft">
                {address && `${address} · `}
                {t('account.seen', { time: dayTime(seenAt) })}
              </p>
            </div>
            {!isThis && (
              <Button
                onClick={() => end(id)}
                aria-label={t('account.endOf', { device: describeAgent(agent) ?? '' })}
              >
                {t('account.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
