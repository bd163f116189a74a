// Sets when a car was promised and who works on it. A technician takes the car or gives it back, and sets nothing else.
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import type { PlanChange, StaffMember } from '@walkaround/contract/app/work-plans.ts'
import { cardName } from '@walkaround/contract/rules/board-order.ts'
import { isIsoDate, toInstant, toWallClock } from '@walkaround/contract/rules/iso-dates.ts'
import { mayPlan } from '@walkaround/contract/rules/work-plan.ts'
import { zoneName } from '@walkaround/contract/rules/zone-name.ts'
import { type FormEvent, useId, useState } from 'preact/compat'
import { useClient, useWorkshop } from '../../app/context.tsx'
import { CarClock, useWords } from '../../app/words.tsx'
import { findClockAhead } from '../../store/clock.ts'
import { Button, Field } from '../../ui/parts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useList } from '../use-list.ts'
import { offeredFor, type Person } from './people.ts'

interface Props {
  card: BoardCard
  onClose: () => void
}

const noPeople: readonly StaffMember[] = []

export function PlanSheet({ card, onClose }: Props) {
  const { t } = useWords()
  const client = useClient()
  if (!client) return null
  return (
    <CarClock branchId={card.branchId}>
      <Sheet title={t('plan.title')} onClose={onClose}>
        {mayPlan(client.role) ? (
          <PlanForm card={card} onClose={onClose} />
        ) : (
          <TakeCar card={card} onClose={onClose} />
        )}
      </Sheet>
    </CarClock>
  )
}

function usePlanning(card: BoardCard) {
  const workshop = useWorkshop()
  return async (plan: PlanChange, technician?: string) => {
    const clockAhead = await findClockAhead(workshop.store)
    const stamp = { at: new Date().toISOString(), ...(clockAhead === undefined ? {} : { clockAhead }) }
    const named = technician === undefined ? {} : { technician }
    await workshop.change('', [
      { type: 'putPlan', card: cardName(card), plan: { ...plan, ...stamp }, ...named },
    ])
  }
}

function PlanForm({ card, onClose }: Props) {
  const { t, timeZone, isZoneNamed, locale } = useWords()
  const { operations } = useWorkshop()
  const plan = usePlanning(card)
  const people = useList('people', operations.readPeople) ?? noPeople
  const { technicians, others } = offeredFor(card, people)
  const all = [...technicians, ...others]
  const known = card.isTechnicianPlanned ? all.find(({ name }) => name === card.technician)?.key : undefined
  const before = {
    time: card.promisedAt ? toWallClock(new Date(card.promisedAt), timeZone).slice(0, 16) : '',
    // Somebody who is not offered any more stays until another is chosen.
    who: card.isTechnicianPlanned ? (known ?? 'kept') : '',
  }
  const [time, setTime] = useState(before.time)
  const [chosen, setChosen] = useState<string>()
  const who = chosen ?? before.who
  // Of the day that is chosen: with the seasons some zones change their name.
  const moment = isIsoDate(time) ? toInstant(time, timeZone) : new Date()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const person = all.find(({ key }) => key === who)
    const promised = time === '' ? {} : { timestamp: toInstant(time, timeZone).toISOString() }
    const change: PlanChange = {
      ...(time === before.time ? {} : { promised }),
      ...(who === before.who ? {} : { technician: person?.technician ?? {} }),
    }
    if (Object.keys(change).length > 0) await plan(change, person?.name)
    onClose()
  }
  return (
    <form className="plan-form" onSubmit={save}>
      <Field
        label={
          isZoneNamed ? `${t('plan.promised')} (${zoneName(locale, timeZone, moment)})` : t('plan.promised')
        }
        type="datetime-local"
        value={time}
        onInput={(event) => setTime(event.currentTarget.value)}
      />
      <WhoField card={card} who={who} technicians={technicians} others={others} onChoose={setChosen} />
      <Button type="submit" look="main" icon="check" isWide>
        {t('plan.save')}
      </Button>
    </form>
  )
}

function WhoField(props: {
  card: BoardCard
  who: string
  technicians: readonly Person[]
  others: readonly Person[]
  onChoose: (key: string) => void
}) {
  const { t } = useWords()
  const id = useId()
  const { card, who } = props
  const [named] = card.technicians ?? []
  return (
    <div className="field">
      <label htmlFor={id}>{t('plan.who')}</label>
      <select id={id} value={who} onChange={(event) => props.onChoose(event.currentTarget.value)}>
        <option value="">{named ? t('plan.asOrder', { name: named.name }) : t('plan.nobody')}</option>
        {who === 'kept' && <option value="kept">{card.technician}</option>}
        {props.technicians.length > 0 && <People label={t('plan.technicians')} people={props.technicians} />}
        {props.others.length > 0 && <People label={t('plan.others')} people={props.others} />}
      </select>
    </div>
  )
}

const People = ({ label, people }: { label: string; people: readonly Person[] }) => (
  <optgroup label={label}>
    {people.map(({ key, name }) => (
      <option key={key} value={key}>
        {name}
      </option>
    ))}
  </optgroup>
)

function TakeCar({ card, onClose }: Props) {
  const { t, dayTime } = useWords()
  const { login = '', name = '' } = useWorkshop().session() ?? {}
  const plan = usePlanning(card)
  const isOwn = card.isTechnicianPlanned === true && card.technician === name
  const set = async (technician: { id?: string }) => {
    await plan({ technician }, technician.id === undefined ? undefined : name)
    onClose()
  }
  return (
    <div className="plan-form">
      <p>
        {card.promisedAt ? t('plan.promisedFor', { time: dayTime(card.promisedAt) }) : t('plan.noPromise')}
        <br />
        {card.technician ? t('plan.worksOn', { name: card.technician }) : t('plan.nobodyYet')}
      </p>
      {isOwn ? (
        <Button icon="undo" isWide onClick={() => set({})}>
          {t('plan.giveBack')}
        </Button>
      ) : (
        <Button look="main" icon="hand" isWide onClick={() => set({ id: login })}>
          {t('plan.take')}
        </Button>
      )}
    </div>
  )
}
