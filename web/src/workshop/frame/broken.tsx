// In place of a screen that failed, or whose code could not be loaded.
import { useWords } from '../app/words.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Button, Empty } from '../ui/parts.tsx'

export function Broken({ isNotLoaded }: { isNotLoaded: boolean }) {
  const { t } = useWords()
  return (
    <main id="main" className="screen">
      <Empty
        isWhole
        icon="urgent"
        title={t(isNotLoaded ? 'app.notLoaded' : 'app.broken')}
        what={t(isNotLoaded ? 'app.notLoadedWhat' : 'app.brokenWhat')}
      >
        <Button look="main" icon="sync" onClick={() => location.reload()}>
          {t('app.reload')}
        </Button>
        <LinkButton to={{ screen: 'sync' }} icon="save">
          {t('sync.title')}
        </LinkButton>
      </Empty>
    </main>
  )
}
