// The message as it will arrive, written by the service. The link in it opens nothing.
import type { NewMessage } from '@walkaround/contract/app/messages.ts'
import type { MessageOperations } from '../../api/messages.ts'
import { useWords } from '../../app/words.tsx'
import { MailFrame } from '../../ui/mail-frame.tsx'
import { Note, Spinner } from '../../ui/parts.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import { useRead } from '../use-read.ts'

export function Preview(props: {
  surveyId: string
  /** As JSON; null when there is nobody to send it to. */
  message: string
  operations: MessageOperations
  isOnline: boolean
}) {
  const { t, dayTime } = useWords()
  const { surveyId, message, operations, isOnline } = props
  const { value, error, reload } = useRead(`${surveyId} ${message} ${isOnline}`, async () => {
    const wanted = JSON.parse(message) as NewMessage | null
    return wanted && isOnline ? operations.preview(surveyId, wanted) : undefined
  })
  if (message === 'null') return null
  if (!isOnline) return <Note tone="plain" icon="offline" title={t('send.previewOffline')} />
  if (error) return <RefusalNote error={error} onRetry={reload} />
  if (!value) return <Spinner>{t('send.previewWait')}</Spinner>
  const { destination, subject, html, text, linkValidUntil } = value
  return (
    <div className="preview">
      <dl className="facts">
        <div>
          <dt>{t('send.previewTo')}</dt>
          <dd>{[destination.name, destination.address].filter(Boolean).join(', ')}</dd>
        </div>
        {subject !== undefined && (
          <div>
            <dt>{t('send.subject')}</dt>
            <dd>{subject}</dd>
          </div>
        )}
      </dl>
      {html === undefined ? (
        <p className="message-text">{text}</p>
      ) : (
        <MailFrame html={html} title={t('send.preview')} />
      )}
      <p className="soft">{t('send.validUntil', { time: dayTime(linkValidUntil) })}</p>
    </div>
  )
}
