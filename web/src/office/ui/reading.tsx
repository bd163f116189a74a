// What a page shows of something it reads: a wait, a refusal as the app words it, or the value. What was read before stays visible beside a
// refusal, so that a short outage takes nothing away.
import type { ReactNode } from 'preact/compat'
import { RefusalNote } from '../../workshop/screens/refusal-note.tsx'
import type { Reading } from '../../workshop/screens/use-read.ts'
import { Spinner } from '../../workshop/ui/parts.tsx'
import { useWords } from '../app/words.tsx'

export function ShowReading<T>({ of, children }: { of: Reading<T>; children: (value: T) => ReactNode }) {
  const { t } = useWords()
  const { value, error, reload } = of
  return (
    <>
      {error && <RefusalNote error={error} onRetry={reload} />}
      {value !== undefined ? children(value) : !error && <Spinner>{t('app.loading')}</Spinner>}
    </>
  )
}
