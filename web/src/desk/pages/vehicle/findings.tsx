// The findings of a vehicle, each with its story: seen when and how bad, offered, decided, and how it ended.
import type { VehicleFinding, VehicleHistory } from '@walkaround/contract/dms/vehicle-history.ts'
import { appLink } from '../../../office/app/app-links.ts'
import { StatusBadge } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'
import { CloseFinding } from './close-finding.tsx'
import { useVisitWords } from './visit-words.ts'

interface Props {
  history: VehicleHistory
  reload: () => void
}

export function Findings({ history: { findings }, reload }: Props) {
  const { t } = useWords()
  const open = findings.filter(({ closedAs }) => closedAs === undefined)
  const closed = findings.filter(({ closedAs }) => closedAs !== undefined)
  return (
    <section className="panel" aria-label={t('vehicle.findings')}>
      <h2>{t('vehicle.findings')}</h2>
      {open.length === 0 && <p className="soft">{t('vehicle.noFindings')}</p>}
      <FindingList findings={open} reload={reload} />
      {closed.length > 0 && (
        <details>
          <summary>{t('vehicle.closedFindings', { n: closed.length })}</summary>
          <FindingList findings={closed} reload={reload} />
        </details>
      )}
    </section>
  )
}

interface ListProps {
  findings: readonly VehicleFinding[]
  reload: () => void
}

const FindingList = ({ findings, reload }: ListProps) => (
  <ul className="vehicle-list">
    {findings.map((finding) => (
      <Story key={finding.id} finding={finding} reload={reload} />
    ))}
  </ul>
)

function Story({ finding, reload }: { finding: VehicleFinding; reload: () => void }) {
  const { t, measured, money } = useWords()
  const wordsAt = useVisitWords()
  const { text, grade, visits, offeredAt, offeredIn, currency, decision, deferredTo, isApart } = finding
  const { closedAs, closedAt, closedReason } = finding
  const amount = finding.amountIncVat ?? finding.amountExVat
  const offer =
    offeredAt &&
    [
      t('vehicle.offered', { day: wordsAt(offeredIn).shortDate(offeredAt) }),
      amount === undefined ? '' : money(amount, currency),
      decision ? t(`quotes.is.${decision}`) : '',
      deferredTo ? t('vehicle.until', { day: wordsAt(offeredIn).shortDate(deferredTo) }) : '',
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <li className="finding-story">
      <span className="finding-title">
        <StatusBadge status={grade} />
        <strong>{text}</strong>
      </span>
      <ol className="finding-steps">
        {visits.map((visit) => (
          <li key={visit.surveyId}>
            <a
              href={appLink({ screen: 'finding', surveyId: visit.surveyId, questionId: finding.questionId })}
            >
              {wordsAt(visit.surveyId).shortDate(visit.at)}
            </a>{' '}
            {[t(`status.${visit.grade}`), measured(visit.value, visit.unit)].filter(Boolean).join(', ')}
          </li>
        ))}
        {offer && <li>{offer}</li>}
        {closedAs && closedAt && (
          <li>
            {[
              t(`vehicle.closed.${closedAs}`, { day: wordsAt(visits.at(-1)?.surveyId).shortDate(closedAt) }),
              closedReason && t(`later.${closedReason}`),
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        )}
        {isApart && <li className="soft">{t('vehicle.apart')}</li>}
      </ol>
      {closedAs === undefined && <CloseFinding finding={finding} reload={reload} />}
    </li>
  )
}
