// Why something could not be done just now: no network, signed out, or the words of the service.
import { Refused, SignedOut } from '../api/problem.ts'
import { useWords } from '../app/words.tsx'
import { Button, ErrorNote } from '../ui/parts.tsx'

export function RefusalNote({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useWords()
  const again = onRetry ? { action: <Button onClick={onRetry}>{t('app.retry')}</Button> } : {}
  if (error instanceof Refused)
    return (
      <ErrorNote title={t('messages.refused')} {...again}>
        <span lang="en">{error.info || error.message}</span>
      </ErrorNote>
    )
  return (
    <ErrorNote
      title={t(error instanceof SignedOut ? 'presence.expired' : 'messages.unreachable')}
      {...again}
    />
  )
}
