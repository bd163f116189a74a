// A car in a list: who and what it is, what of it belongs here, since when and how much; one tap leads to where it is solved.
import type { TodayCar } from '@walkaround/contract/app/today.ts'
import type { TodayListName } from '@walkaround/contract/rules/today.ts'
import { appLink } from '../../../office/app/app-links.ts'
import { useSignedIn } from '../../../office/app/context.tsx'
import { ageOf } from '../../../office/ui/age.ts'
import { Icon } from '../../../workshop/ui/icons.tsx'
import { StatusBadge } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'
import { LateMark } from './late-mark.tsx'
import { routeOf } from './route-of.ts'
import { worthOf } from './worth.ts'

/** Of findings and offers; the others are counted. */
const SHOWN = 3

export function CarRow({ name, car }: { name: TodayListName; car: TodayCar }) {
  const words = useWords()
  const { t, money, dayTime } = words
  const { branches } = useSignedIn().client
  const route = routeOf(car)
  const branch = branches.length > 1 ? branches.find(({ id }) => id === car.branchId)?.name : undefined
  const facts = [
    t('today.order', { id: car.externalId ?? car.orderId }),
    car.advisor && t('today.advisor', { name: car.advisor }),
    branch,
  ]
  const worth = worthOf(car, words)
  const age = ageOf(car.since, car.minutes, words)
  const rest = car.items.length - SHOWN
  const what = (
    <>
      <div className="today-car-main">
        <span className="today-car-name">
          <strong>{car.numberPlate ?? t('today.noPlate')}</strong>
          <span>{[car.vehicle, car.customer].filter(Boolean).join(' · ')}</span>
        </span>
        <span className="soft">{facts.filter(Boolean).join(' · ')}</span>
        <ul className="today-items">
          {car.items.slice(0, SHOWN).map((item, at) => (
            <li key={`${item.quoteId ?? item.questionId ?? at}`}>
              {item.grade && <StatusBadge status={item.grade} />}
              <span>{item.text || t('today.unnamed')}</span>
              {item.parts && (
                <span className="today-mark today-parts">
                  <Icon name="parts" size={18} />
                  {t(partWords[item.parts.state])}
                </span>
              )}
              {item.amount !== undefined && item.currency && (
                <span className="soft">{money(item.amount, item.currency)}</span>
              )}
            </li>
          ))}
          {rest > 0 && <li className="soft">{t('today.moreItems', { n: rest })}</li>}
        </ul>
      </div>
      <div className="today-car-side">
        <strong>{worth ?? t('today.worthUnknown')}</strong>
        {car.isLate ? <LateMark>{t('today.late', { time: age })}</LateMark> : <span>{age}</span>}
        {car.state && (
          <span>
            {car.state === 'sent' && car.sentAt
              ? t('today.sent', { time: dayTime(car.sentAt) })
              : t(`today.${car.state}`)}
          </span>
        )}
        {car.isMine && <span className="today-mark">{t('today.mine')}</span>}
        {car.isClosed && <span className="today-mark">{t('today.closed')}</span>}
        <span className="today-way">
          {route
            ? t(name === 'notOffered' ? 'today.toFinding' : wayOf[car.screen ?? 'quotes'])
            : t('today.noSurvey')}
          {route && <Icon name="next" size={20} />}
        </span>
      </div>
    </>
  )
  return route ? (
    <a className="today-car" href={appLink(route)}>
      {what}
    </a>
  ) : (
    <div className="today-car">{what}</div>
  )
}

const partWords = {
  requested: 'today.partsRequested',
  priced: 'today.partsPriced',
  unavailable: 'today.partsUnavailable',
} as const

const wayOf = { finding: 'today.toFinding', send: 'today.toSend', quotes: 'today.toQuotes' } as const
