// The signs that tablet, owner's page and paper draw, as paths on a grid of 24: absolute M, L, C and Z, so that a PDF can draw them
// too. Each state, decision and kind of damage has a shape of its own; colour only repeats it.
import type { DecisionStatus, Grade } from './owner-page.ts'

interface StatusSign {
  /** Closed; filled where there is a colour to fill it with, else only drawn. */
  readonly body: string
  /** Lines on it. */
  readonly lines: string
}

const disc = 'M12 3C17 3 21 7 21 12C21 17 17 21 12 21C7 21 3 17 3 12C3 7 7 3 12 3Z'

/** Octagon, triangle, disc. */
export const statusSigns: Readonly<Record<Grade, StatusSign>> = {
  red: {
    body: 'M8.3 3L15.7 3L21 8.3L21 15.7L15.7 21L8.3 21L3 15.7L3 8.3Z',
    lines: 'M12 7.5L12 13M12 16.4L12 16.5',
  },
  amber: { body: 'M12 3.8L21.5 20L2.5 20Z', lines: 'M12 10L12 14.2M12 17.1L12 17.2' },
  green: { body: disc, lines: 'M7.8 12.3L10.8 15.3L16.2 9.3' },
}

/** Not checked: a ring with gaps. */
export const notCheckedSign =
  'M12 3C13.2 3 14.3 3.2 15.4 3.7M18.4 5.6C19.4 6.6 20.2 7.7 20.6 9M21 12.5C20.9 13.9 20.5 15.3 19.8 16.5M17.3 19.3C16.3 20 15.2 20.5 14 20.8M10.5 20.9C9.1 20.7 7.8 20.1 6.7 19.3M4.5 16.8C3.8 15.6 3.3 14.3 3.1 13M3.3 9.8C3.6 8.5 4.2 7.3 5 6.3M7.6 4.2C8 3.9 8.4 3.8 8.9 3.6'

/** A tick, a clock, a cross. */
export const decisionSigns: Readonly<Record<DecisionStatus, string>> = {
  approved: 'M4.5 12.5L10 18L19.5 6.5',
  deferred: `${disc}M12 7.5L12 12L15 14`,
  rejected: 'M6 6L18 18M18 6L6 18',
}
