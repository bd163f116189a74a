// One of the lists: what it is and what to do, how many cars and how much money, and the cars.
import type { TodayCar, TodayList } from '@walkaround/contract/app/today.ts'
import type { TodayListName } from '@walkaround/contract/rules/today.ts'
import { useId } from 'preact/compat'
import { Icon } from '../../../workshop/ui/icons.tsx'
import { StatusBadge } from '../../../workshop/ui/parts.tsx'
import { CarClock, useWords } from '../../app/words.ts'
import { CarRow } from './car-row.tsx'
import { LateMark } from './late-mark.tsx'
import { worthOf } from './worth.ts'

export function CarList(props: { name: TodayListName; list: TodayList; redMinutes: number }) {
  const { name, list, redMinutes } = props
  const words = useWords()
  const { t, duration } = words
  const id = useId()
  // What could be earned is the least of it anyway.
  const worth = worthOf(name === 'notOffered' ? { sums: list.sums } : list, words)
  return (
    <section className="panel today-list" aria-labelledby={id}>
      <header>
        <div className="today-head">
          <h2 id={id}>{t(`today.${name}`)}</h2>
          <p className="today-count">
            <strong>{t('today.cars', { n: list.count })}</strong>
            {worth && (
              <span className="today-money">
                {name === 'notOffered' ? t('today.possible', { sum: worth }) : worth}
              </span>
            )}
          </p>
        </div>
        <p className="soft">
          {t(`today.${name}.what`)}
          {name === 'undecided' && ` ${t('today.lateAfter', { time: duration(redMinutes * 60) })}`}
        </p>
        {(list.red > 0 || list.late > 0) && (
          <p className="today-flags">
            {list.red > 0 && <StatusBadge status="red">{t('today.redCars', { n: list.red })}</StatusBadge>}
            {list.late > 0 && <LateMark>{t('today.lateCars', { n: list.late })}</LateMark>}
          </p>
        )}
      </header>
      {list.count === 0 ? (
        <p className="today-none">
          <Icon name="fine" size={20} /> {t(`today.${name}.none`)}
        </p>
      ) : (
        <ul className="today-cars">
          {list.cars.map((car: TodayCar) => (
            <li key={car.orderId}>
              <CarClock branchId={car.branchId}>
                <CarRow name={name} car={car} />
              </CarClock>
            </li>
          ))}
        </ul>
      )}
      {list.count > list.cars.length && <p className="soft">{t('today.shown', { n: list.cars.length })}</p>}
    </section>
  )
}
