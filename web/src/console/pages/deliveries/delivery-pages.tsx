// The messages that were asked for, page by page; one that failed is sent again from its row.
import type { SentMessage } from '@walkaround/contract/app/messages.ts'
import type { ChannelName } from '@walkaround/contract/messages.ts'
import { useState } from 'preact/compat'
import { appLink } from '../../../office/app/app-links.ts'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { RefusalNote } from '../../../workshop/screens/refusal-note.tsx'
import { Button, Empty } from '../../../workshop/ui/parts.tsx'
import { toast } from '../../../workshop/ui/toast.tsx'
import { useWords } from '../../app/words.ts'

interface Found {
  readonly messages: readonly SentMessage[]
  readonly next?: string | undefined
}

interface Props {
  first: Found
  asked: { state: SentMessage['state']; channel?: ChannelName }
  onChanged: () => void
}

export function DeliveryPages({ first, asked, onChanged }: Props) {
  const { t } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  /** What follows the first page, which is read anew by itself. */
  const [more, setMore] = useState<Found>()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const messages = [...first.messages, ...(more?.messages ?? [])]
  const next = more ? more.next : first.next
  const act = async (work: () => Promise<void>) => {
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setBusy(false)
    }
  }
  const readOn = (after: string) =>
    act(async () => {
      const page = await call(
        'listSentMessages',
        { system_client_id: client.id },
        { query: { ...asked, after } },
      )
      setMore((before) => ({ messages: [...(before?.messages ?? []), ...page.messages], next: page.next }))
    })
  const sendAgain = ({ id, surveyId }: SentMessage) =>
    act(async () => {
      const params = { system_client_id: client.id, survey_id: surveyId, message_id: id }
      await call('resendMessage', params, { body: { newMessageId: crypto.randomUUID() } })
      toast(t('deliveries.again'))
      setMore(undefined)
      onChanged()
    })
  if (messages.length === 0) return <Empty icon="letter" title={t(`deliveries.none.${asked.state}`)} />
  return (
    <>
      {error && <RefusalNote error={error} />}
      <ul className="rows">
        {messages.map((message) => (
          <Row key={message.id} message={message} isBusy={isBusy} onAgain={() => sendAgain(message)} />
        ))}
      </ul>
      {next !== undefined && (
        <Button aria-busy={isBusy} disabled={isBusy} onClick={() => readOn(next)}>
          {t('catalogue.more')}
        </Button>
      )}
    </>
  )
}

function Row({ message, isBusy, onAgain }: { message: SentMessage; isBusy: boolean; onAgain: () => void }) {
  const { t, dayTime, shared, language } = useWords()
  const { surveyId, category, type, destinations, state, attempts, createdAt, failure, sentAt, inOutbox } =
    message
  const to = destinations.map(({ name, address }) => [name, address].filter(Boolean).join(', ')).join('; ')
  return (
    <li>
      <div className="row-words">
        <p>
          <strong>{shared.messages[type]}</strong> <span className="soft">{to}</span>
        </p>
        <p className="soft">
          {[
            t(inOutbox ? 'deliveries.state.kept' : `deliveries.state.${state}`),
            t(`channels.${category === 'delayedEmail' ? 'email' : category}`),
            dayTime(sentAt ?? createdAt),
            attempts > 1 && t('deliveries.attempts', { n: attempts }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {failure !== undefined && state !== 'sent' && (
          <p className="row-bad mono" lang="en">
            {failure}
          </p>
        )}
      </div>
      <div className="actions">
        {state === 'failed' && (
          <Button disabled={isBusy} onClick={onAgain} aria-label={`${t('deliveries.sendAgain')}: ${to}`}>
            {t('deliveries.sendAgain')}
          </Button>
        )}
        <a
          className="button quiet"
          href={`${appLink({ screen: 'survey', surveyId })}?lang=${language}`}
          aria-label={`${t('deliveries.survey')}: ${to}`}
        >
          {t('deliveries.survey')}
        </a>
      </div>
    </li>
  )
}
