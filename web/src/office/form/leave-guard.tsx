// Keeps what was typed and not saved: a way out of the page, or out of the browser, asks first.
import { useEffect, useState } from 'preact/compat'
import { Button } from '../../workshop/ui/parts.tsx'
import { Sheet } from '../../workshop/ui/sheet.tsx'
import { holdLeaving } from '../app/address.ts'
import { useWords } from '../app/words.tsx'

export function LeaveGuard({ of }: { of: { isDirty: boolean; wouldLose(): boolean } }) {
  const { t } = useWords()
  const { isDirty, wouldLose } = of
  const [leaving, leave] = useState<() => void>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what would be lost is asked when somebody leaves
  useEffect(() => {
    if (!isDirty) return undefined
    const letGo = holdLeaving(wouldLose, (go) => leave(() => go))
    const stay = (event: BeforeUnloadEvent) => {
      if (wouldLose()) event.preventDefault()
    }
    window.addEventListener('beforeunload', stay)
    return () => {
      letGo()
      window.removeEventListener('beforeunload', stay)
    }
  }, [isDirty])
  if (!leaving) return null
  return (
    <Sheet
      title={t('form.leave')}
      onClose={() => leave(undefined)}
      footer={
        <div className="actions">
          <Button
            onClick={() => {
              leave(undefined)
              leaving()
            }}
          >
            {t('form.discard')}
          </Button>
          <Button look="main" onClick={() => leave(undefined)}>
            {t('form.stay')}
          </Button>
        </div>
      }
    >
      <p>{t('form.leaveWhat')}</p>
    </Sheet>
  )
}
