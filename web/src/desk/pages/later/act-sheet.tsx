// What else came of a call: another day, an appointment, done, or no more questions; with its day or reason, for all or some of the
// work of the car.
import type { PutOffWork } from '@walkaround/contract/app/put-off-work.ts'
import { actsWithDay, doneReasons, stopReasons } from '@walkaround/contract/rules/follow-up.ts'
import { useState } from 'preact/compat'
import { Button, Choice, Field } from '../../../workshop/ui/parts.tsx'
import { Sheet } from '../../../workshop/ui/sheet.tsx'
import { useWords } from '../../app/words.ts'
import { type Car, keyOf } from './cars.ts'
import type { Act, DoAct } from './use-follow-ups.tsx'

const kinds = ['callAgain', 'book', 'putOff', 'done', 'stop'] as const
type Kind = (typeof kinds)[number]
type Reason = NonNullable<Act['reason']>

const reasonsOf: Partial<Record<Kind, readonly Reason[]>> = { done: doneReasons, stop: stopReasons }
const isDayNeeded = (kind: Kind) =>
  kind === 'callAgain' || (kind !== 'done' && kind !== 'stop' && actsWithDay[kind] === 'needed')
const hasDay = (kind: Kind) => reasonsOf[kind] === undefined

interface ActSheetProps {
  car: Car
  act: DoAct
  onClose: () => void
}

export function ActSheet({ car, act, onClose }: ActSheetProps) {
  const { t } = useWords()
  const [kind, setKind] = useState<Kind>('callAgain')
  const [day, setDay] = useState('')
  const [reason, setReason] = useState<Reason>()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const reasons = reasonsOf[kind]
  const chosen = car.work.filter((one) => !left.has(keyOf(one)))
  const why = reasons?.find((one) => one === reason) ?? reasons?.[0]
  const isReady = chosen.length > 0 && (!isDayNeeded(kind) || day !== '')
  const isMine = car.first.followUp.isMine === true
  const claim = () => {
    onClose()
    return act(car.work, { act: isMine ? 'release' : 'claim' }, t(isMine ? 'later.release' : 'later.claim'))
  }
  const save = () => {
    onClose()
    return act(chosen, toAct(kind, day, why), t(`later.${kind}`).replace(/\s*…$/, ''))
  }
  return (
    <Sheet
      title={t('later.outcome')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={claim}>{t(isMine ? 'later.release' : 'later.claim')}</Button>
          <Button look="main" disabled={!isReady} onClick={save}>
            {t('later.save')}
          </Button>
        </>
      }
    >
      <div className="later-form">
        <Choice
          label={t('later.outcome')}
          isLabelUnseen
          value={kind}
          onChoose={setKind}
          options={kinds.map((value) => ({ value, label: t(`later.${value}`) }))}
        />
        {hasDay(kind) && (
          <Field
            label={t(isDayNeeded(kind) ? 'later.day' : 'later.dayMaybe')}
            type="date"
            min={new Date().toISOString().slice(0, 10)}
            value={day}
            onInput={(event) => setDay(event.currentTarget.value)}
          />
        )}
        {reasons && why && (
          <Choice
            label={t('later.why')}
            value={why}
            onChoose={setReason}
            options={reasons.map((value) => ({ value, label: t(`later.${value}`) }))}
          />
        )}
        {car.work.length > 1 && <Which work={car.work} left={left} onChange={setLeft} />}
      </div>
    </Sheet>
  )
}

function toAct(kind: Kind, day: string, reason: Reason | undefined): Act {
  const on = day === '' || !hasDay(kind) ? {} : { on: day }
  if (kind === 'callAgain') return { act: 'call', outcome: 'callAgain', ...on }
  return { act: kind, ...on, ...(reason === undefined ? {} : { reason }) }
}

interface WhichProps {
  work: readonly PutOffWork[]
  left: ReadonlySet<string>
  onChange: (left: ReadonlySet<string>) => void
}

function Which({ work, left, onChange }: WhichProps) {
  const { t } = useWords()
  const turn = (key: string) => {
    const next = new Set(left)
    if (!next.delete(key)) next.add(key)
    onChange(next)
  }
  return (
    <fieldset className="later-which">
      <legend>{t('later.works', { n: work.length - left.size })}</legend>
      {work.map((one) => (
        <label key={keyOf(one)}>
          <input type="checkbox" checked={!left.has(keyOf(one))} onChange={() => turn(keyOf(one))} />
          <span>{one.text}</span>
        </label>
      ))}
    </fieldset>
  )
}
