// Where somebody is signed in: device, network, last use; each can be signed out, or all of them.
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { SessionRow } from '../../../workshop/screens/session-row.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Button } from '../../../workshop/ui/parts.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { useWords } from '../../app/words.ts'

export function PersonSessions({ id, name }: { id: string; name: string }) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const params = { system_client_id: client.id, login_id: id }
  const reading = useRead(`${client.id} ${id}`, () => call('listLoginSessions', params))
  const [error, setError] = useState<Error>()
  const end = async (act: () => Promise<unknown>) => {
    setError(undefined)
    try {
      await act()
      toast(t('people.signedOut', { name }))
    } catch (failure) {
      setError(failure as Error)
    }
    reading.reload()
  }
  return (
    <section className="panel" aria-label={t('account.sessions')}>
      <div className="list-head">
        <h2>{t('people.sessions')}</h2>
        {(reading.value ?? []).some(({ isThis }) => !isThis) && (
          <Button onClick={() => end(() => call('endLoginSessions', params))}>{t('people.endAll')}</Button>
        )}
      </div>
      {error && <RefusalNote error={error} />}
      <ShowReading of={reading}>
        {(sessions) =>
          sessions.length === 0 ? (
            <p className="soft">{t('people.noSessions')}</p>
          ) : (
            <ul className="rows">
              {sessions.map((one) => (
                <SessionRow
                  key={one.id}
                  of={one}
                  onEnd={() => end(() => call('endLoginSession', { ...params, session_id: one.id }))}
                />
              ))}
            </ul>
          )
        }
      </ShowReading>
    </section>
  )
}
