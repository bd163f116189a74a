// Damage over the visits: what, where, since when, and whether it was seen again.
import type { KnownDamage, VehicleHistory } from '@walkaround/contract/dms/vehicle-history.ts'
import { useWords } from '../../app/words.ts'
import { useVisitWords } from './visit-words.ts'

export function Damage({ history: { damage } }: { history: VehicleHistory }) {
  const { t } = useWords()
  if (damage.length === 0) return null
  return (
    <section className="panel" aria-label={t('vehicle.damage')}>
      <h2>{t('vehicle.damage')}</h2>
      <ul className="vehicle-list">
        {damage.map((one) => (
          <DamageLine key={`${one.seen[0]?.surveyId} ${one.seen[0]?.markId}`} damage={one} />
        ))}
      </ul>
    </section>
  )
}

function DamageLine({ damage }: { damage: KnownDamage }) {
  const { t, shared } = useWords()
  const wordsAt = useVisitWords()
  const { kind, panelText, comment, seen } = damage
  const [first, last] = [seen[0], seen.at(-1)]
  return (
    <li className="vehicle-row">
      <span>
        <strong>{[shared.kinds[kind], panelText].filter(Boolean).join(', ')}</strong>
        {comment && <span>{comment}</span>}
        <span className="soft">
          {first && t('vehicle.since', { day: wordsAt(first.surveyId).shortDate(first.at) })}
          {last &&
            last !== first &&
            ` · ${t('vehicle.seenAgain', { day: wordsAt(last.surveyId).shortDate(last.at) })}`}
        </span>
      </span>
    </li>
  )
}
