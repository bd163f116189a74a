// Catches a screen that fails: the rest continues, and the work done is in the store, which this never touches.
import { Component, type ReactNode } from 'preact/compat'
import { useWords } from '../app/words.tsx'
import { Button, Empty } from './parts.tsx'

interface Props {
  /** A change of this value, such as another screen, resets the error. */
  resetKey: string
  /** Where else a person can go when the screen has failed. */
  way?: ReactNode
  children: ReactNode
}

interface State {
  failedAt?: string
  isNotLoaded?: boolean
}

/** As Chromium, Firefox and Safari say it. */
const notLoaded = /dynamically imported module|importing a module script/i

export class Boundary extends Component<Props, State> {
  override state: State = {}

  static override getDerivedStateFromError(error: Error): State {
    return { failedAt: '', isNotLoaded: notLoaded.test(error.message) }
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
    return this.state.failedAt === undefined ? (
      this.props.children
    ) : (
      <Broken isNotLoaded={this.state.isNotLoaded} way={this.props.way} />
    )
  }
}

function Broken({ isNotLoaded, way }: { isNotLoaded?: boolean; way?: ReactNode }) {
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
        {way}
      </Empty>
    </main>
  )
}
