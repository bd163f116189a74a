// The parts of the running service: each is opened after those it needs, and closed before them.
import type { Logger } from 'pino'

export interface Parts {
  /** Remembers how to close what was just opened, and hands it on. */
  add<P>(part: P, close: (part: P) => unknown): P
  /** Closes the last one first. A part that fails to close does not keep the others open. */
  close(): Promise<void>
}

export function createParts(logger: Logger): Parts {
  const closings: (() => unknown)[] = []
  return {
    add(part, close) {
      closings.push(() => close(part))
      return part
    },
    async close() {
      for (const close of closings.splice(0).reverse()) {
        try {
          await close()
        } catch (error) {
          logger.error({ failure: { name: (error as Error).name } }, 'stopping')
        }
      }
    },
  }
}
