// The cars that the search box of the frame has found. What was sought may be a name: it is kept beside the address, not in it.
import { foldForSearch } from '@walkaround/contract/rules/folding.ts'
import { useEffect } from 'preact/compat'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { Icon } from '../../../workshop/ui/icons.tsx'
import { Empty } from '../../../workshop/ui/parts.tsx'
import { go, Link } from '../../app/router.ts'
import { useSought } from '../../app/sought.ts'
import { useWords } from '../../app/words.ts'
import { type FoundCar, listFoundCars } from './found-cars.ts'

/** As the service says: it finds so many and no more. */
const mostCards = 100

export function FindPage() {
  const { t } = useWords()
  const sought = useSought()
  return (
    <Page title={t('desk.found')}>
      {foldForSearch(sought) === '' ? (
        <Empty icon="search" title={t('desk.search')} what={t('desk.foundWhat')} />
      ) : (
        <Found key={sought} sought={sought} />
      )}
    </Page>
  )
}

function Found({ sought }: { sought: string }) {
  const { call } = useOffice()
  const { client } = useSignedIn()
  const reading = useRead(`${client.id} ${sought}`, () =>
    call('getBoard', { system_client_id: client.id }, { query: { search: sought.slice(0, 100) } }),
  )
  return (
    <ShowReading of={reading}>
      {({ cards }) => (
        <Cars cars={listFoundCars(cards)} sought={sought} hasMore={cards.length >= mostCards} />
      )}
    </ShowReading>
  )
}

function Cars({ cars, sought, hasMore }: { cars: readonly FoundCar[]; sought: string; hasMore: boolean }) {
  const { t } = useWords()
  const only = cars.length === 1 ? cars[0]?.key : undefined
  useEffect(() => {
    // One car is what was sought. The way back leads to the page before the search.
    if (only !== undefined) go({ page: 'vehicle', key: only }, { replace: true })
  }, [only])
  if (cars.length === 0)
    return <Empty icon="search" title={t('board.nothing', { words: sought })} what={t('board.nothingWhat')} />
  return (
    <section className="panel" aria-label={t('desk.found')}>
      <ul className="found-cars">
        {cars.map((car) => (
          <li key={car.key}>
            <Link to={{ page: 'vehicle', key: car.key }} className="found-car">
              <CarLine car={car} />
              <Icon name="next" size={20} />
            </Link>
          </li>
        ))}
      </ul>
      {hasMore && <p className="soft">{t('desk.foundMore')}</p>}
    </section>
  )
}

function CarLine({ car: { card } }: { car: FoundCar }) {
  const { t, dayTime } = useWords().at(card.branchId)
  const { kind, numberPlate, externalId, id, vehicle, customer, vin, plannedStart } = card
  const number = t(kind === 'lead' ? 'board.lead' : 'board.order', { id: externalId ?? id })
  const facts = [
    vehicle,
    customer,
    kind === 'vehicle' ? '' : number,
    vin,
    plannedStart && dayTime(plannedStart),
  ]
  return (
    <span>
      <strong>{numberPlate ?? t('board.noPlate')}</strong>
      <span className="soft">{facts.filter(Boolean).join(' · ')}</span>
    </span>
  )
}
