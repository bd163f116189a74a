// What a service manager solves today: four lists of cars between finding and invoice, read again by themselves.
import type { Today } from '@walkaround/contract/app/today.ts'
import { todayLists } from '@walkaround/contract/rules/today.ts'
import { useOffice, useSignedIn } from '../../../office/app/context.tsx'
import { useQuery } from '../../../office/app/query.ts'
import { BranchFilter } from '../../../office/ui/branch-filter.tsx'
import { Page } from '../../../office/ui/page.tsx'
import { ShowReading } from '../../../office/ui/reading.tsx'
import { useRead } from '../../../workshop/screens/use-read.ts'
import { useWords } from '../../app/words.ts'
import { CarList } from './car-list.tsx'

const EVERY_MS = 30_000

export function TodayPage() {
  const { t, language } = useWords()
  const { call } = useOffice()
  const { client } = useSignedIn()
  const [{ branch }] = useQuery()
  const reading = useRead(
    `${client.id} ${language} ${branch ?? ''}`,
    () =>
      call(
        'getToday',
        { system_client_id: client.id },
        { query: { language, ...(branch === undefined ? {} : { branch: [branch] }) } },
      ),
    EVERY_MS,
  )
  return (
    <Page title={t('today.title')} what={t('today.what')} tools={<BranchFilter />}>
      <ShowReading of={reading}>{(today) => <Lists today={today} />}</ShowReading>
    </Page>
  )
}

function Lists({ today }: { today: Today }) {
  const { t, time } = useWords()
  const { apart, at } = today
  return (
    <>
      <div className="today-lists">
        {todayLists.map((name) => (
          <CarList key={name} name={name} list={today[name]} redMinutes={today.redMinutes} />
        ))}
      </div>
      <p className="soft">
        {apart.cars > 0 && (
          <>
            {t('today.apart', {
              cars: t('today.cars', { n: apart.cars }),
              findings: t('today.findings', { n: apart.findings }),
              offers: t('today.offers', { n: apart.offers }),
            })}{' '}
          </>
        )}
        {t('today.readAt', { time: time(at) })}
      </p>
    </>
  )
}
