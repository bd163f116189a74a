// Catches a screen that fails: the rest continues, and the work done is in the store, which this never touches.
import { Component, type ReactNode } from 'preact/compat'

interface Props {
  /** A change of this value, such as another screen, resets the error. */
  resetKey: string
  /** In place of what has failed. `isNotLoaded`: its code could not be loaded. */
  otherwise: (isNotLoaded: boolean) => ReactNode
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
    return this.state.failedAt === undefined
      ? this.props.children
      : this.props.otherwise(this.state.isNotLoaded === true)
  }
}
