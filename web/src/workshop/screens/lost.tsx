// Shown for an unknown address.
import { useWords } from '../app/words.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Empty } from '../ui/parts.tsx'

export function Lost() {
  const { t } = useWords()
  return (
    <main id="main" className="screen">
      <Empty isWhole icon="search" title={t('app.lost')} what={t('app.lostWhat')}>
        <LinkButton to={{ screen: 'board' }} look="main" icon="board">
          {t('app.toBoard')}
        </LinkButton>
      </Empty>
    </main>
  )
}
