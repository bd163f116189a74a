// A car whose owner said later or no: who to call, what is open, what it costs, and what came of the call in two taps.
import type { PutOffWork } from '@walkaround/contract/app/put-off-work.ts'
import { useState } from 'preact/compat'
import { useSignedIn } from '../../../office/app/context.tsx'
import { Icon } from '../../../workshop/ui/icons.tsx'
import { Button, StatusBadge } from '../../../workshop/ui/parts.tsx'
import { Link } from '../../app/router.ts'
import { useWords } from '../../app/words.ts'
import { ActSheet } from './act-sheet.tsx'
import type { Car } from './cars.ts'
import { Remind } from './remind.tsx'
import { KnownReminders } from './reminder-marks.tsx'
import type { DoAct } from './use-follow-ups.tsx'

export function CarRow({ car, act }: { car: Car; act: DoAct }) {
  const { t } = useWords()
  const { branches } = useSignedIn().client
  const [isOpen, setOpen] = useState(false)
  const { first, work } = car
  const { numberPlate = t('later.plateless'), vehicle, customer, telephone, bookingLink } = first
  const branch = branches.length > 1 ? branches.find(({ id }) => id === first.branchId)?.name : undefined
  const outcome = (which: 'reached' | 'notReached') => () =>
    act(work, { act: 'call', outcome: which }, t(`later.${which}`))
  return (
    <li className="later-car panel" aria-label={numberPlate}>
      <div className="later-who">
        <h2>
          <Link to={{ page: 'vehicle', key: car.key }}>{numberPlate}</Link>
        </h2>
        <p>{[vehicle, customer].filter(Boolean).join(' · ')}</p>
        {branch && <p className="soft">{branch}</p>}
        <Known work={first} />
        <KnownReminders car={car} />
      </div>
      <ul className="later-works">
        {work.map((one) => (
          <Work key={`${one.surveyId} ${one.quoteId}`} work={one} />
        ))}
      </ul>
      <div className="later-acts">
        {telephone ? (
          <a className="button main wide" href={`tel:${telephone.replaceAll(/[^\d+]/g, '')}`}>
            <Icon name="phone" />
            <span>{t('later.call', { phone: telephone })}</span>
          </a>
        ) : (
          <p className="soft">{t('later.noPhone')}</p>
        )}
        <div className="actions">
          <Button onClick={outcome('reached')}>{t('later.reached')}</Button>
          <Button onClick={outcome('notReached')}>{t('later.notReached')}</Button>
          <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t('later.outcome')}
          </Button>
          <Remind car={car} />
          {bookingLink && (
            <a className="button plain" href={bookingLink} target="_blank" rel="noopener noreferrer">
              <span>{t('later.bookLink')}</span>
            </a>
          )}
        </div>
      </div>
      {isOpen && <ActSheet car={car} act={act} onClose={() => setOpen(false)} />}
    </li>
  )
}

/** What people did so far, in words. */
function Known({ work: { followUp } }: { work: PutOffWork }) {
  const { t, date } = useWords()
  const { calls, lastCall, bookedAt, bookedFor, claimedBy, isMine } = followUp
  const facts = [
    claimedBy && (isMine ? t('later.takenMine') : t('later.takenBy', { name: claimedBy })),
    bookedFor ? t('later.bookedFor', { date: date(bookedFor) }) : bookedAt && t('later.booked'),
    calls > 0 && t('later.calls', { n: calls }),
    lastCall && t(`later.last.${lastCall}`),
  ].filter(Boolean)
  return facts.length === 0 ? null : <p className="later-known">{facts.join(' · ')}</p>
}

function Work({ work }: { work: PutOffWork }) {
  const { t, date, money, measured } = useWords()
  const { text, findings, decision, decidedAt, until, overdueDays, reason, currency, today } = work
  const then = work.amountIncVat ?? work.amountExVat
  const now = today?.amountIncVat ?? today?.amountExVat
  const [was, is] = [
    then !== undefined && currency !== undefined && money(then, currency),
    now !== undefined && today && money(now, today.currency),
  ]
  const prices =
    was && was === is
      ? [t('later.same', { sum: was })]
      : [was ? t('later.then', { sum: was }) : t('later.noPrice'), is && t('later.today', { sum: is })]
  const facts = [
    decidedAt && t(`later.said.${decision}`, { date: date(decidedAt) }),
    reason,
    until && overdueDays === undefined && t('later.until', { date: date(until) }),
  ]
  return (
    <li>
      <p className="later-work">
        <strong>{text}</strong>
        <span>{prices.filter(Boolean).join(' · ')}</span>
      </p>
      <p className="soft">{facts.filter(Boolean).join(' · ')}</p>
      {overdueDays !== undefined && (
        <p className="later-overdue">
          <Icon name="clock" size={18} /> {t('later.overdue', { n: overdueDays })}
        </p>
      )}
      {findings.map(({ questionId, title, grade, value, unitOfMeasurement }) => (
        <p key={questionId} className="later-finding">
          <StatusBadge status={grade} />
          <span>{[title, value && measured(value, unitOfMeasurement)].filter(Boolean).join(': ')}</span>
        </p>
      ))}
    </li>
  )
}
