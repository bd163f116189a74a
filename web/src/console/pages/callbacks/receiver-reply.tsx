// What a receiver said to a test, in its own words. Asks until the only attempt is over.
import type { CallbackDetail } from '@walkaround/contract/app/callbacks.ts'
import { useState } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Note, Spinner } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'

const ASK_MS = 1_000

export function ReceiverReply({ id }: { id: string }) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [isOver, setOver] = useState(false)
  const reading = useRead(
    `${client.id} ${id}`,
    async () => {
      const read = await call('getCallback', { system_client_id: client.id, callback_id: id })
      setOver(lastOf(read) !== undefined)
      return read
    },
    isOver ? undefined : ASK_MS,
  )
  return (
    <section className="panel" aria-label={t('callbacks.reply')}>
      <h2>{t('callbacks.reply')}</h2>
      <p className="soft">{t('callbacks.replyWhat')}</p>
      <div role="status">
        <ShowReading of={reading}>{(read) => <Reply of={read} />}</ShowReading>
      </div>
    </section>
  )
}

/** The attempt that decided; none while it is waited for. */
const lastOf = ({ state, log }: CallbackDetail) => (state === 'waiting' ? undefined : log.at(-1))

function Reply({ of }: { of: CallbackDetail }) {
  const { t } = useWords()
  const { state, failure } = of
  const attempt = lastOf(of)
  if (!attempt) return <Spinner>{t('callbacks.replyWaits')}</Spinner>
  const { status, responseHead, responseBody, totalMs, isWebPage } = attempt
  return (
    <>
      <Note
        tone={state === 'delivered' && !isWebPage ? 'good' : 'soon'}
        title={t(`callbacks.state.${state}`)}
      >
        {status === undefined ? t('callbacks.noResponse') : t('callbacks.answered', { status })}{' '}
        {t('callbacks.timing', { total: totalMs })}
      </Note>
      {isWebPage && <p>{t('callbacks.webPage')}</p>}
      {failure !== undefined && (
        <p className="mono" lang="en">
          {failure}
        </p>
      )}
      {responseHead !== undefined && (
        <pre className="receiver-reply" lang="en">
          {[responseHead, responseBody].filter(Boolean).join('\n\n')}
        </pre>
      )}
    </>
  )
}
