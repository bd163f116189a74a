// Work that customers put off, by the date at which it comes back.
import { Empty } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.tsx'
import { Page } from '../../ui/page.tsx'

export function LaterPage() {
  const { t } = useWords()
  return (
    <Page title={t('later.title')}>
      <Empty icon="clock" title={t('app.notYet')} what={t('later.what')} />
    </Page>
  )
}
