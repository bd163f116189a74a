// What a service manager solves today: found and not offered, offered and not decided, approved and not invoiced.
import { Empty } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.tsx'
import { Page } from '../../ui/page.tsx'

export function TodayPage() {
  const { t } = useWords()
  return (
    <Page title={t('today.title')}>
      <Empty icon="board" title={t('app.notYet')} what={t('today.what')} />
    </Page>
  )
}
