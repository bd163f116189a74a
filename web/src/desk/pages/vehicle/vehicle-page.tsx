// One vehicle: its visits, its findings over time, open work.
import { Empty } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.tsx'
import { Page } from '../../ui/page.tsx'
import type { PageProps } from '../page-props.ts'

export function VehiclePage({ place: { key = '' } }: PageProps) {
  const { t } = useWords()
  // Until the vehicle is read, its name is what the address says: the VIN or the plate.
  const name = key.slice(key.indexOf('/') + 1)
  return (
    <Page title={`${t('vehicle.title')} ${name}`}>
      <Empty icon="car" title={t('app.notYet')} what={t('vehicle.what')} />
    </Page>
  )
}
