// The message as it will arrive, written by the service. Its link does not work.
import type { MessageOptions, NewMessage } from '@walkaround/contract/app/messages.ts'
import { useEffect } from 'preact/compat'
import type { MessageOperations } from '../../api/messages.ts'
import { useWords } from '../../app/words.tsx'
import { MailFrame } from '../../ui/mail-frame.tsx'
import { Note, Spinner } from '../../ui/parts.tsx'
import { useMailPictures } from '../mail-pictures.ts'
import { RefusalNote } from '../refusal-note.tsx'
import { useRead } from '../use-read.ts'
import { useLive } from './use-messages.ts'

export function Preview(props: {
  surveyId: string
  /** As JSON; null if it cannot be sent as it is. */
  message: string
  /** What else it depends on: when these change, the preview is loaded again. */
  options: MessageOptions | undefined
  operations: MessageOperations
  isOnline: boolean
}) {
  const { t, dayTime } = useWords()
  const pictureAt = useMailPictures(props.surveyId)
  const { surveyId, message, operations, isOnline } = props
  const { value, error, reload } = useRead(`${surveyId} ${message} ${isOnline}`, async () => {
    const wanted = JSON.parse(message) as NewMessage | null
    return wanted && isOnline ? operations.preview(surveyId, wanted) : undefined
  })
  useLive(surveyId, reload)
  const basis = JSON.stringify(props.options)
  useEffect(() => {
    if (basis !== undefined) reload()
  }, [basis, reload])
  if (message === 'null') return null
  if (!isOnline) return <Note tone="plain" icon="offline" title={t('send.previewOffline')} />
  if (error) return <RefusalNote error={error} onRetry={reload} />
  if (!value) return <Spinner>{t('send.previewWait')}</Spinner>
  const { destination, html, text, linkValidUntil, segments } = value
  return (
    <div className="preview">
      <dl className="facts">
        <div>
          <dt>{t('send.previewTo')}</dt>
          <dd>{[destination.name, destination.address].filter(Boolean).join(', ')}</dd>
        </div>
        {value.subject !== undefined && (
          <div>
            <dt>{t('send.subject')}</dt>
            <dd>{value.subject}</dd>
          </div>
        )}
      </dl>
      {html === undefined ? (
        <p className="message-text">{text}</p>
      ) : (
        <MailFrame html={html} title={t('send.preview')} pictureAt={pictureAt} />
      )}
      {value.noteLeftOut && <Note tone="soon" title={t('send.noteLeftOut')} />}
      {segments !== undefined && <p className="soft">{t('send.segments', { n: segments })}</p>}
      <p className="soft">{t('send.validUntil', { time: dayTime(linkValidUntil) })}</p>
    </div>
  )
}
