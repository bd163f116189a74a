// Values over time: a small curve with its limits for each question, with the same values as a table under it.
import type { MeasuredSeries, TyreReading, VehicleHistory } from '@walkaround/contract/dms/vehicle-history.ts'
import { StatusBadge } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.tsx'
import { limitsOf, size, toCurve } from './curve.ts'

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
  const { t, measured, shortDate, quantity } = useWords()
  const { readings, unit, text } = series
  const last = readings.at(-1)
  if (!last) return null
  const limits = limitsOf(series).map(
    ({ value, status }) => `${t(`status.${status}`)} ${measured(String(value), unit)}`,
  )
  const onTyre = tyre && [tyre.size, tyre.dot && `DOT ${tyre.dot}`].filter(Boolean).join(', ')
  return (
    <figure className="series">
      <figcaption>
        <strong>{shortName(text)}</strong>
        <span className="series-last">
          <span className="figure">{measured(String(last.value), unit)}</span>
          {last.status && <StatusBadge status={last.status} />}
        </span>
      </figcaption>
      <Drawing series={series} />
      {limits.length > 0 && (
        <p className="soft small">{t('vehicle.limits', { limits: limits.join(' · ') })}</p>
      )}
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
                <td>{shortDate(at)}</td>
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

/** Limits differ by their dashes, points by their shape, not only by colour; the table says the same in words. */
function Drawing({ series }: { series: MeasuredSeries }) {
  const { points, limits } = toCurve(series)
  return (
    <svg className="curve" viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true" focusable="false">
      {limits.map(({ y, status, value }) => (
        <line key={value} className={`limit ${status}`} x1="0" x2={size.width} y1={y} y2={y} />
      ))}
      <polyline className="curve-line" points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {points.map(({ x, y, index }) => {
        const status = series.readings[index]?.status ?? 'none'
        return status === 'red' ? (
          <path key={index} className="point red" d={`M${x} ${y - 6}l6 10h-12z`} />
        ) : status === 'amber' ? (
          <path key={index} className="point amber" d={`M${x} ${y - 6}l6 6-6 6-6-6z`} />
        ) : (
          <circle key={index} className={`point ${status}`} cx={x} cy={y} r="4.500" />
        )
      })}
    </svg>
  )
}
