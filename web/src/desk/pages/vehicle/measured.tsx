// Values over time: a small curve with its limits for each question, how it is expected to go on, and the same values as a table.
import type { MeasuredSeries, TyreReading, VehicleHistory } from '@walkaround/contract/dms/vehicle-history.ts'
import { StatusBadge } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'
import { Curve } from '../../charts/curve.tsx'
import { useWidth } from '../../charts/use-width.ts'
import { type Ahead, aheadOf, limitsOf, pointsOf } from './curve.ts'
import { useVisitWords } from './visit-words.ts'

export function Measured({ history }: { history: VehicleHistory }) {
  const { t } = useWords()
  const { measured, tyres } = history
  if (measured.length === 0) return null
  return (
    <section className="panel" aria-label={t('vehicle.measured')}>
      <h2>{t('vehicle.measured')}</h2>
      <ul className="series-list">
        {measured.map((series) => (
          <li key={`${series.templateId} ${series.questionId}`}>
            <Series series={series} tyre={tyres.find(({ questionId }) => questionId === series.questionId)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What stands in brackets says how to measure. */
const shortName = (text: string) => text.replace(/ \([^)]*\)$/, '')

function Series({ series, tyre }: { series: MeasuredSeries; tyre: TyreReading | undefined }) {
  const { t, measured, quantity, today } = useWords()
  const wordsAt = useVisitWords()
  const zoneOf = (surveyId: string) => wordsAt(surveyId).timeZone
  const [box, width] = useWidth()
  const { readings, unit, text } = series
  const last = readings.at(-1)
  if (!last) return null
  const name = shortName(text)
  const ahead = aheadOf(series, today(), zoneOf)
  const onTyre = tyre && [tyre.size, tyre.dot && `DOT ${tyre.dot}`].filter(Boolean).join(', ')
  return (
    <figure className="series">
      <figcaption>
        <strong>{name}</strong>
        <span className="series-last">
          <span className="figure">{measured(String(last.value), unit)}</span>
          {last.status && <StatusBadge status={last.status} />}
        </span>
      </figcaption>
      <div ref={box}>
        <Curve
          title={name}
          points={pointsOf(series, zoneOf)}
          limits={limitsOf(series)}
          expected={ahead?.expected ?? []}
          write={(value) => measured(String(value), unit)}
          width={Math.min(width, widest)}
        />
      </div>
      {ahead && <AheadWords ahead={ahead} />}
      {onTyre && <p className="soft small">{onTyre}</p>}
      <details>
        <summary>{t('vehicle.values', { n: readings.length })}</summary>
        <table className="series-table">
          <thead>
            <tr>
              <th scope="col">{t('vehicle.day')}</th>
              <th scope="col">{t('vehicle.mileage')}</th>
              <th scope="col">{t('vehicle.value')}</th>
            </tr>
          </thead>
          <tbody>
            {readings.map(({ surveyId, at, value, mileage, mileageUnit }) => (
              <tr key={surveyId}>
                <td>{wordsAt(surveyId).shortDate(at)}</td>
                <td>{mileage === undefined ? '–' : quantity(mileage, mileageUnit)}</td>
                <td>{measured(String(value), unit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

/** A curve is small, whatever room there is. */
const widest = 360

/** Months: a day would promise more than readings can tell. */
function AheadWords({ ahead: { status, due } }: { ahead: Ahead }) {
  const { t, month } = useWords()
  const [about, from, to] = [due.date, due.from, due.to].map(month)
  const said = { status: t(`status.${status}`), about: about ?? '' }
  return (
    <p className="small">
      {from === to
        ? t('vehicle.aheadAbout', said)
        : t('vehicle.ahead', { ...said, from: from ?? '', to: to ?? '' })}
    </p>
  )
}
