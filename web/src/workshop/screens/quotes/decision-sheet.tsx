// "Later" or "no" for the customer: the day to ask again, preset by urgency, or the reason. Also confirms replacing an owner's
// decision, or withdrawing one recorded here.
import type { RejectionReason } from '@walkaround/contract/app/board.ts'
import { type FormEvent, type ReactNode, useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { Button, Choice, Field } from '../../ui/parts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { deferralDate, type FindingStatus } from './offer.ts'
import { wordsOfReason } from './reasons.ts'

export function LaterSheet(props: {
  status: FindingStatus
  /** The present decision. */
  until?: string
  onDecide: (date: string) => void
  onClose: () => void
}) {
  const words = useWords()
  const { t } = words
  const today = words.today()
  const [date, setDate] = useState(() =>
    props.until === undefined ? deferralDate(props.status, today) : words.isoDay(props.until),
  )
  const presets = [
    { value: deferralDate('red', today), label: t('quotes.inWeek') },
    { value: deferralDate('amber', today), label: t('quotes.inQuarter') },
  ]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (date !== '') props.onDecide(date)
  }
  return (
    <Sheet title={t('quotes.later')} onClose={props.onClose}>
      <form className="decision-form" onSubmit={submit}>
        <Choice label={t('quotes.when')} value={date} options={presets} onChoose={setDate} />
        <Field
          label={t('quotes.date')}
          type="date"
          value={date}
          required
          onChange={(event) => setDate(event.currentTarget.value)}
        />
        <Button type="submit" look="main" icon="clock" isWide>
          {t('quotes.later')}
        </Button>
      </form>
    </Sheet>
  )
}

export function NoSheet(props: {
  reasons: readonly RejectionReason[]
  /** The present one. */
  chosen: string | undefined
  onDecide: (reason: string | undefined) => void
  onClose: () => void
}) {
  const { t, language } = useWords()
  return (
    <Sheet title={t('quotes.why')} onClose={props.onClose}>
      <div className="reasons">
        {props.reasons.map((reason) => (
          <Button
            key={reason.code}
            isWide
            aria-pressed={reason.code === props.chosen}
            onClick={() => props.onDecide(reason.code)}
          >
            {wordsOfReason(reason, language)}
          </Button>
        ))}
        {props.reasons.length === 0 && (
          <Button isWide onClick={() => props.onDecide(undefined)}>
            {t('quotes.reasonNone')}
          </Button>
        )}
      </div>
    </Sheet>
  )
}

export function ReplaceSheet(props: {
  decided: ReactNode
  next: string
  onReplace: () => void
  onClose: () => void
}) {
  const { t } = useWords()
  return (
    <Sheet
      title={t('quotes.replace')}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{t('quotes.replaceNot')}</Button>
          <Button look="danger" icon="undo" onClick={props.onReplace}>
            {t('quotes.replaceYes')}
          </Button>
        </>
      }
    >
      <div className="replacing">
        {props.decided}
        <p>{t('quotes.replaceWhat', { decision: props.next })}</p>
      </div>
    </Sheet>
  )
}

export function TakeBackSheet(props: {
  decided: ReactNode
  /** The owner's earlier online decision, in words. */
  owners: string | undefined
  onTakeBack: () => void
  onClose: () => void
}) {
  const { t } = useWords()
  return (
    <Sheet
      title={t('quotes.takeBackTitle')}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{t('quotes.replaceNot')}</Button>
          <Button look="danger" icon="undo" onClick={props.onTakeBack}>
            {t('quotes.takeBack')}
          </Button>
        </>
      }
    >
      <div className="replacing">
        {props.decided}
        <p>
          {props.owners === undefined
            ? t('quotes.takeBackWhat')
            : t('quotes.takeBackOwners', { decision: props.owners })}
        </p>
      </div>
    </Sheet>
  )
}
