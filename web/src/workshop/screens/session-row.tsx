// One place where somebody is signed in: device, network, last use, and a button that ends it. Not for the one this is.
import type { OwnSession } from '@walkaround/contract/app/session.ts'
import { useWords } from '../app/words.tsx'
import { Button } from '../ui/parts.tsx'
import { describeAgent } from './agents.ts'

export function SessionRow({ of: { isThis, agent, address, seenAt }, onEnd }: RowProps) {
  const { t, dayTime } = useWords()
  const device = describeAgent(agent)
  return (
    <li>
      <div className="row-words">
        <p>
          <strong>{device ?? t('account.unknownDevice')}</strong>
          {isThis && ` · ${t('account.thisDevice')}`}
        </p>
        <p className="soft">
          {address && `${address} · `}
          {t('account.seen', { time: dayTime(seenAt) })}
        </p>
      </div>
      {!isThis && (
        <Button aria-label={t('account.endOf', { device: device ?? '' })} onClick={onEnd}>
          {t('account.end')}
        </Button>
      )}
    </li>
  )
}

interface RowProps {
  of: OwnSession
  onEnd: () => void
}
