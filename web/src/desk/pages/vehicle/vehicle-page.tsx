// One vehicle over its visits: open work first, then findings, values over time, damage, photos, visits, messages and decisions.
import type { VehiclePage as Vehicle } from '@walkaround/contract/app/vehicle-history.ts'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import type { PageProps } from '../../../office/app/page-props.ts'
import { OfficeIcon } from '../../../office/ui/icons.tsx'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { operationUrl } from '../../../workshop/places.ts'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { useWords } from '../../app/words.ts'
import { Contacts } from './contacts.tsx'
import { Damage } from './damage.tsx'
import { Findings } from './findings.tsx'
import { Measured } from './measured.tsx'
import { Photos } from './photos.tsx'
import { BranchesProvider, useVisitWords } from './visit-words.ts'
import { Visits } from './visits.tsx'
import { DoneWork, OpenWork } from './work.tsx'

export function VehiclePage({ place: { key = '' } }: PageProps) {
  const { t, language } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const reading = useRead(`${client.id} ${key} ${language}`, () =>
    call('getVehiclePage', { system_client_id: client.id, vehicle_key: key }, { query: { language } }),
  )
  // Until the vehicle is read, its name is what the address says: the VIN or the plate.
  const name = reading.value?.vehicle.numberPlate ?? key.slice(key.indexOf('/') + 1)
  return (
    <Page
      title={`${t('vehicle.title')} ${name}`}
      className="vehicle-page"
      tools={
        <a
          className="button plain"
          href={operationUrl('getVehiclePdf', { system_client_id: client.id, vehicle_key: key })}
          target="_blank"
          rel="noopener"
        >
          <OfficeIcon name="print" />
          <span>{t('vehicle.print')}</span>
        </a>
      }
    >
      <ShowReading of={reading}>
        {(history) => <Sections history={history} reload={reading.reload} />}
      </ShowReading>
    </Page>
  )
}

function Sections({ history, reload }: { history: Vehicle; reload: () => void }) {
  return (
    <BranchesProvider value={history.branches}>
      <Head history={history} />
      <OpenWork history={history} />
      <Findings history={history} reload={reload} />
      <Measured history={history} />
      <Damage history={history} />
      <Photos history={history} />
      <DoneWork history={history} />
      <Visits history={history} />
      <Contacts history={history} />
    </BranchesProvider>
  )
}

function Head({ history: { vehicle, visits } }: { history: Vehicle }) {
  const { t, quantity } = useWords()
  const [last] = visits
  const { date } = useVisitWords()(last?.surveyId)
  const name = [vehicle.make, vehicle.model, vehicle.modelYear].filter(Boolean).join(' ')
  const mileage = visits.find((visit) => visit.mileage !== undefined)
  const facts: [string, string | undefined][] = [
    [t('vehicle.plate'), vehicle.numberPlate],
    [t('vehicle.model'), name || undefined],
    ['VIN', vehicle.vin],
    [t('vehicle.mileage'), mileage && quantity(mileage.mileage ?? 0, mileage.mileageUnit)],
    [t('vehicle.lastVisit'), last && [date(last.at), last.siteName].filter(Boolean).join(', ')],
  ]
  return (
    <section className="panel" aria-label={t('vehicle.facts')}>
      <dl className="vehicle-facts">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
