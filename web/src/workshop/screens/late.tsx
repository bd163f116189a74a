// A component that is loaded on first use, or a little earlier. Shown at once if it is here, so that nothing flashes.
import { lazy, type ReactNode, useState } from 'preact/compat'

export type Shown<P> = (props: P) => ReactNode

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
