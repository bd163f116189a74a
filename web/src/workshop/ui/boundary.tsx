// Catches a screen that fails: the rest continues, and the work done is in the store, which this never touches.
import { Component, type ReactNode } from 'react'
import { useWords } from '../app/words.tsx'
import { Button, Empty, LinkButton } from './parts.tsx'

interface Props {
  /** A change of this value, such as another screen, resets the error. */
  resetKey: string
  children: ReactNode
}

export class Boundary extends Component<Props, { failedAt?: string }> {
  override state: { failedAt?: string } = {}

  static getDerivedStateFromError(): { failedAt?: string } {
    return { failedAt: '' }
  }

  override componentDidCatch(error: Error): void {
    console.error(error)
    this.setState({ failedAt: this.props.resetKey })
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failedAt !== undefined && before.resetKey !== this.props.resetKey)
      this.setState({ failedAt: undefined })
  }

  override render(): ReactNode {
    return this.state.failedAt === undefined ? this.props.children : <Broken />
  }
}

function Broken() {
  const { t } = useWords()
  return (
    <main id="main" className="screen">
      <Empty isWhole icon="urgent" title={t('app.broken')} what={t('app.brokenWhat')}>
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
