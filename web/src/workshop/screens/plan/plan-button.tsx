// On the card of an order or lead: the promised time and who works on the car, and the way to change them.
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import { Suspense, useState } from 'preact/compat'
import { useRight } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import { mayAnswer } from '../../rights.ts'
import { Icon } from '../../ui/icons.tsx'
import { late } from '../late.tsx'

const sheet = late(async () => (await import('./plan-sheet.tsx')).PlanSheet)

export function PlanButton({ card }: { card: BoardCard }) {
  const { t, dayTime } = useWords()
  const [isOpen, setOpen] = useState(false)
  const isReader = useRight(mayAnswer) === false
  // A survey without an order or lead has no plan.
  if (card.kind === 'vehicle' || card.closed) return null
  const { promisedAt, technician } = card
  const parts = [promisedAt && t('plan.promisedFor', { time: dayTime(promisedAt) }), technician].filter(
    Boolean,
  )
  if (isReader) return parts.length > 0 ? <p className="soft">{parts.join(' · ')}</p> : null
  return (
    <>
      <button type="button" className="button quiet plan-open" onClick={() => setOpen(true)}>
        <Icon name="person" />
        <span>
          <span className="unseen">{t('plan.title')}: </span>
          {parts.length > 0 ? parts.join(' · ') : t('plan.open')}
        </span>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <sheet.Shown card={card} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
