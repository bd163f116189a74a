// Chooses the period of a page and shows which days it has, and with which it is compared. The choice is in the address.
import { isDate } from '@walkaround/contract/rules/days.ts'
import { calendarPeriods } from '@walkaround/contract/rules/periods.ts'
import { type FormEvent, useState } from 'preact/compat'
import { Button, Choice, Field } from '../../workshop/ui/parts.tsx'
import { Sheet } from '../../workshop/ui/sheet.tsx'
import { useQuery } from '../app/query.ts'
import { useWords } from '../app/words.tsx'
import { type ChosenPeriod, periodOf, queryOfPeriod } from './period.ts'

/** What the address asks for. */
export function usePeriod(first?: Parameters<typeof periodOf>[2]): ChosenPeriod {
  const [query] = useQuery()
  return periodOf(query, useWords().today(), first)
}

const kinds = [...calendarPeriods, 'free'] as const

export function PeriodPicker({ period }: { period: ChosenPeriod }) {
  const { t } = useWords()
  const [, ask] = useQuery()
  const [isOpen, open] = useState(false)
  return (
    <div className="period">
      <Choice
        label={t('period.title')}
        isLabelUnseen
        value={period.kind}
        options={kinds.map((value) => ({ value, label: t(`period.${value}`) }))}
        onChoose={(kind) => (kind === 'free' ? open(true) : ask(queryOfPeriod(kind)))}
      />
      {period.kind === 'free' && <Button onClick={() => open(true)}>{t('period.change')}</Button>}
      {isOpen && <FreeDays period={period} onClose={() => open(false)} />}
    </div>
  )
}

/** On paper too, where the picker is not. */
export function PeriodLine({ period: { days, before } }: { period: ChosenPeriod }) {
  const { t, shortDate } = useWords()
  return (
    <>
      {t('period.days', { from: shortDate(days.from), to: shortDate(days.to) })}{' '}
      <span className="period-before">
        {t('period.before', { from: shortDate(before.from), to: shortDate(before.to) })}
      </span>
    </>
  )
}

function FreeDays({ period, onClose }: { period: ChosenPeriod; onClose: () => void }) {
  const { t } = useWords()
  const [, ask] = useQuery()
  const [from, setFrom] = useState(period.days.from)
  const [to, setTo] = useState(period.days.to)
  const isReversed = isDate(from) && isDate(to) && from > to
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isDate(from) || !isDate(to) || isReversed) return
    ask(queryOfPeriod({ from, to }))
    onClose()
  }
  return (
    <Sheet title={t('period.free')} onClose={onClose}>
      <form className="period-form" onSubmit={submit}>
        <Field
          label={t('period.from')}
          type="date"
          required
          value={from}
          onInput={(event: FormEvent<HTMLInputElement>) => setFrom(event.currentTarget.value)}
        />
        <Field
          label={t('period.to')}
          type="date"
          required
          value={to}
          {...(isReversed ? { error: t('period.reversed') } : {})}
          onInput={(event: FormEvent<HTMLInputElement>) => setTo(event.currentTarget.value)}
        />
        <Button type="submit" look="main">
          {t('period.show')}
        </Button>
      </form>
    </Sheet>
  )
}
