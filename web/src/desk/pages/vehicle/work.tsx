// Work that was put off or declined, with its price and until when, and work that was done.
import type { VehicleHistory, VehicleWork } from '@walkaround/contract/dms/vehicle-history.ts'
import { appLink } from '../../../office/app/app-links.ts'
import { useWords } from '../../app/words.ts'
import { useVisitWords } from './visit-words.ts'

export function OpenWork({ history }: { history: VehicleHistory }) {
  const { t } = useWords()
  const wordsAt = useVisitWords()
  const said = ({ surveyId, decision, decidedAt, deferredTo }: VehicleWork) =>
    [
      decision && t(`quotes.is.${decision}`),
      deferredTo
        ? t('vehicle.until', { day: wordsAt(surveyId).shortDate(deferredTo) })
        : decidedAt && t('vehicle.on', { day: wordsAt(surveyId).shortDate(decidedAt) }),
    ]
      .filter(Boolean)
      .join(' ')
  return (
    <WorkList
      title={t('vehicle.openWork')}
      none={t('vehicle.noOpenWork')}
      of={history.openWork}
      said={said}
    />
  )
}

export function DoneWork({ history }: { history: VehicleHistory }) {
  const { t } = useWords()
  const wordsAt = useVisitWords()
  const said = ({ surveyId, soldAt }: VehicleWork) =>
    soldAt ? t('vehicle.doneOn', { day: wordsAt(surveyId).shortDate(soldAt) }) : ''
  return (
    <WorkList
      title={t('vehicle.doneWork')}
      none={t('vehicle.noDoneWork')}
      of={history.doneWork}
      said={said}
    />
  )
}

interface Props {
  title: string
  none: string
  of: readonly VehicleWork[]
  said: (work: VehicleWork) => string
}

function WorkList({ title, none, of, said }: Props) {
  const { money } = useWords()
  return (
    <section className="panel" aria-label={title}>
      <h2>{title}</h2>
      {of.length === 0 ? (
        <p className="soft">{none}</p>
      ) : (
        <ul className="vehicle-list">
          {of.map((work) => {
            const { surveyId, quoteId, text, currency } = work
            const amount = work.soldIncVat ?? work.soldExVat ?? work.amountIncVat ?? work.amountExVat
            return (
              <li key={`${surveyId} ${quoteId}`} className="vehicle-row">
                <span>
                  <a href={appLink({ screen: 'quotes', surveyId })}>{text}</a>
                  <span className="soft">{said(work)}</span>
                </span>
                {amount !== undefined && <strong className="figure">{money(amount, currency)}</strong>}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
