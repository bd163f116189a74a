// A component that is loaded on first use, or a little earlier. Shown at once if it is here, so that nothing flashes.
import { lazy, type ReactNode, useState } from 'preact/compat'
import { loadStyle } from '../app/late-styles.ts'
import { loadMoreTexts } from '../texts/load-texts.ts'

type Shown<P> = (props: P) => ReactNode

export interface Late<P> {
  Shown: Shown<P>
  /** Loads it before it is needed. Never fails: without a network it is loaded, or fails, when it is needed. */
  load(): Promise<void>
}

export function late<P extends object>(find: () => Promise<Shown<P>>): Late<P> {
  let found: Shown<P> | undefined
  const Awaited = lazy(async () => {
    found ??= await find()
    return { default: found }
  })
  return {
    Shown: (props) => {
      // Chosen once: another component in its place would forget its state.
      const [Chosen] = useState<Shown<P>>(() => found ?? Awaited)
      return <Chosen {...props} />
    },
    load: async () => {
      found ??= await find().catch(() => undefined)
    },
  }
}

/** With the words and styles that only the screens behind the inspection have. `otherwise` is shown if they cannot be loaded. */
export const lateWithMore = <P extends object>(
  find: () => Promise<Shown<P>>,
  otherwise?: Shown<P>,
): Late<P> =>
  late(async () => {
    try {
      const all = [find(), loadMoreTexts(), loadStyle('checklist'), loadStyle('more')] as const
      return (await Promise.all(all))[0]
    } catch (error) {
      if (otherwise) return otherwise
      throw error
    }
  })
