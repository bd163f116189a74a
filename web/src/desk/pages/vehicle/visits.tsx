// The visits of a vehicle, the newest first, each leading to its inspection.
import type { VehicleHistory, VehicleVisit } from '@walkaround/contract/dms/vehicle-history.ts'
import { appLink } from '../../../office/app/app-links.ts'
import { StatusBadge } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'
import { useVisitWords } from './visit-words.ts'

export function Visits({ history: { visits, hasMore } }: { history: VehicleHistory }) {
  const { t } = useWords()
  return (
    <section className="panel" aria-label={t('vehicle.visits')}>
      <h2>{t('vehicle.visits')}</h2>
      <ul className="vehicle-list">
        {visits.map((visit) => (
          <VisitLine key={visit.surveyId} visit={visit} />
        ))}
      </ul>
      {hasMore && <p className="soft">{t('vehicle.hasMore', { n: visits.length })}</p>}
    </section>
  )
}

function VisitLine({ visit }: { visit: VehicleVisit }) {
  const { t, shortDate, quantity } = useVisitWords()(visit.surveyId)
  const { surveyId, text, at, siteName, mileage, mileageUnit, surveyor, isFormerCustomer, isApart } = visit
  const facts = [
    siteName,
    mileage === undefined ? undefined : quantity(mileage, mileageUnit),
    [surveyor?.firstName, surveyor?.lastName].filter(Boolean).join(' '),
    isFormerCustomer && t('vehicle.formerCustomer'),
    isApart && t('vehicle.apart'),
  ]
  return (
    <li className="vehicle-row">
      <span>
        <a href={appLink({ screen: 'survey', surveyId })}>{`${shortDate(at)} · ${text}`}</a>
        <span className="soft">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      <span className="visit-counts">
        {(['red', 'amber', 'green'] as const).map(
          (status) => visit[status] > 0 && <StatusBadge key={status} status={status} count={visit[status]} />,
        )}
      </span>
    </li>
  )
}
