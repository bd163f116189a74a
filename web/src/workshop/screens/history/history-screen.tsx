// The support box: whatever somebody has in hand leads to a car and to everything that happened to it.
import type { BoardCard } from '@walkaround/contract/app/board.ts'
import { cardName } from '@walkaround/contract/rules/board-order.ts'
import { type FormEvent, useState } from 'preact/compat'
import { createHistoryOperations, type HistoryOperations } from '../../api/history.ts'
import { useWorkshop } from '../../app/context.tsx'
import { useKept } from '../../app/router.tsx'
import { CarClock, useWords } from '../../app/words.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Button, Empty, Field, Spinner } from '../../ui/parts.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { useRead } from '../use-read.ts'
import { CarHistory } from './car-history.tsx'

export function HistoryScreen() {
  return (
    <SettingsPage screen="history" what="history.what" forWhom="history.forWhom" className="history">
      {({ id }) => <Box key={id} clientId={id} />}
    </SettingsPage>
  )
}

function Box({ clientId }: { clientId: string }) {
  const { t } = useWords()
  const { requester } = useWorkshop()
  const operations = createHistoryOperations(requester, clientId)
  // What is sought may be a name: it stays out of the address.
  const [sought, seek] = useKept('sought', '')
  const [typed, type] = useState(sought)
  const [car, chooseCar] = useKept('car', '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    seek(typed.trim())
    chooseCar('')
  }
  return (
    <>
      <form className="panel history-box" onSubmit={submit}>
        <Field
          label={t('history.search')}
          type="search"
          value={typed}
          autoComplete="off"
          maxLength={200}
          onInput={(event: FormEvent<HTMLInputElement>) => type(event.currentTarget.value)}
        />
        <Button look="main" icon="search" type="submit" disabled={typed.trim() === ''}>
          {t('history.find')}
        </Button>
      </form>
      {sought !== '' && (
        <Found key={sought} sought={sought} operations={operations} car={car} onChoose={chooseCar} />
      )}
    </>
  )
}

function Found(props: {
  sought: string
  operations: HistoryOperations
  /** The chosen one by its name, or nothing. */
  car: string
  onChoose: (car: string) => void
}) {
  const { t } = useWords()
  const { sought, operations, car, onChoose } = props
  const { value, error, reload } = useRead(sought, () => operations.find(sought))
  if (!value)
    return error ? <RefusalNote error={error} onRetry={reload} /> : <Spinner>{t('app.loading')}</Spinner>
  const [first] = value.cards
  if (!first) return <Empty icon="search" title={t('history.none')} what={t('history.noneWhat')} />
  const shown = value.cards.length === 1 ? first : value.cards.find((card) => cardName(card) === car)
  if (shown)
    return (
      <>
        {value.cards.length > 1 && (
          <Button icon="back" onClick={() => onChoose('')}>
            {t('history.others')}
          </Button>
        )}
        <CarClock branchId={shown.branchId}>
          <CarHistory key={cardName(shown)} card={shown} operations={operations} />
        </CarClock>
      </>
    )
  return (
    <section className="panel" aria-labelledby="history-cars">
      <h2 id="history-cars">{t('history.several')}</h2>
      <ul>
        {value.cards.map((card) => (
          <li key={cardName(card)}>
            <button type="button" className="row-button" onClick={() => onChoose(cardName(card))}>
              <CarLine card={card} />
              <Icon name="next" size={20} />
            </button>
          </li>
        ))}
      </ul>
      {value.hasMore && <p className="soft">{t('history.hasMoreCars')}</p>}
    </section>
  )
}

function CarLine({ card }: { card: BoardCard }) {
  const { t, dayTime } = useWords().at(card.branchId)
  const { numberPlate, externalId, id, vehicle, customer, plannedStart } = card
  const number = t(card.kind === 'lead' ? 'board.lead' : 'board.order', { id: externalId ?? id })
  const facts = [
    card.kind === 'vehicle' ? undefined : number,
    vehicle,
    customer,
    plannedStart && dayTime(plannedStart),
  ]
  return (
    <span className="message">
      <strong>{numberPlate ?? t('board.noPlate')}</strong>
      <span className="soft">{facts.filter(Boolean).join(' · ')}</span>
    </span>
  )
}
