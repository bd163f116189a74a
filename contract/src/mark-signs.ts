// The signs of the kinds of damage, as signs.ts has the others; separate, because the tablet's first screens need none of them.
import type { MarkKind } from './mark-kinds.ts'

interface MarkSign {
  readonly lines: string
  /** Times the usual weight. */
  readonly weight?: number
}

export const markSigns: Readonly<Record<MarkKind, MarkSign>> = {
  scratch: { lines: 'M3.5 18.5L8.5 5.5M9.5 18.5L14.5 5.5M15.5 18.5L20.5 5.5' },
  dent: { lines: 'M3 7L6.5 7C7.5 15 16.5 15 17.5 7L21 7M8.5 18L15.5 18' },
  chip: { lines: 'M12 3L14.6 9.4L21 12L14.6 14.6L12 21L9.4 14.6L3 12L9.4 9.4Z' },
  crack: { lines: 'M14 2.5L8.5 9L14.5 12L9 16L12.5 21.5' },
  rust: {
    lines: 'M6 6L6.1 6M18 6L18.1 6M12 12L12.1 12M6 18L6.1 18M18 18L18.1 18',
    weight: 2,
  },
  missing: { lines: 'M5 5L19 19M19 5L5 19' },
  other: { lines: 'M12 2.5L21.5 12L12 21.5L2.5 12Z' },
}
