// What was checked, found, offered and sold in a period, beside the period before.
import { Empty } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.tsx'
import { Page } from '../../ui/page.tsx'

export function NumbersPage() {
  const { t } = useWords()
  return (
    <Page title={t('numbers.title')}>
      <Empty icon="star" title={t('app.notYet')} what={t('numbers.what')} />
    </Page>
  )
}
