// Why something failed: no network, signed out, or a refusal by the service, in the reader's language if there is a text for it.
// The service's own words stay readable for support.
import { Refused, SignedOut } from '../api/problem.ts'
import { useWords } from '../app/words.tsx'
import { Button, ErrorNote } from '../ui/parts.tsx'
import { refusalWords } from './refusals.ts'

export function RefusalNote({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useWords()
  const again = onRetry ? { action: <Button onClick={onRetry}>{t('app.retry')}</Button> } : {}
  if (error instanceof Refused) {
    const key = error.kind && refusalWords[error.kind]
    const detail = error.info || error.message
    return (
      <ErrorNote title={t('messages.refused')} {...again}>
        {key ? t(key) : <span lang="en">{detail}</span>}
        {key && <SupportDetail detail={`${error.code} ${detail}`} />}
      </ErrorNote>
    )
  }
  return (
    <ErrorNote title={t(error instanceof SignedOut ? 'presence.ended' : 'messages.unreachable')} {...again} />
  )
}

/** English, whatever the language of the app. */
export function SupportDetail({ detail }: { detail: string }) {
  const { t } = useWords()
  const [before = '', after = ''] = t('messages.forSupport', { detail: '\u0000' }).split('\u0000')
  return (
    <span className="support-detail">
      {before}
      <span lang="en">{detail}</span>
      {after}
    </span>
  )
}
