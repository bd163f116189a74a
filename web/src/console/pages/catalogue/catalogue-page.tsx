// Survey templates and packages: which there are, what uses them, and their files in both directions.
import type { PageProps } from '../../../office/app/page-props.ts'
import { Page } from '../../../office/ui/page.tsx'
import { useWords } from '../../app/words.ts'
import { Packages } from './packages.tsx'
import { Templates } from './templates.tsx'

export function CataloguePage(_: PageProps) {
  const { t } = useWords()
  return (
    <Page title={t('catalogue.title')} what={t('catalogue.lead')}>
      <Templates />
      <Packages />
    </Page>
  )
}
