// The signs of the kinds of damage, distinguished by shape alone. Drawn on a grid of 24, without their own colour.

import type { MarkKind } from '@walkaround/contract/mark-kinds.ts'
import type { ReactNode } from 'preact/compat'
import { Glyph } from '../../ui/icons.tsx'

const drawings: Readonly<Record<MarkKind, ReactNode>> = {
  scratch: <path d="M5 17 15 5M9 19 19 7" />,
  dent: <path d="M4 8h3c1 6 9 6 10 0h3M9 17h6" />,
  chip: <path d="M12 4l2.500 5.500L20 12l-5.500 2.500L12 20l-2.500-5.500L4 12l5.500-2.500z" />,
  crack: <path d="M13 3 9 9l5 3-5 4 3 5" />,
  rust: <path d="M8 8h.1M15 7h.1M12 12h.1M7 15h.1M17 14h.1M12.500 18h.1" strokeWidth="4" />,
  missing: <path d="M6 6l12 12M18 6 6 18" />,
  other: <path d="M9 9a3 3 0 1 1 4.200 2.750c-.8.400-1.200 1-1.200 2.250M12 18.200v.1" />,
}

/** Inside another drawing, centred on 0, 0. */
export function SymbolAt({ kind, size }: { kind: MarkKind; size: number }) {
  return (
    <g
      transform={`translate(${-size / 2} ${-size / 2}) scale(${size / 24})`}
      fill="none"
      strokeWidth="2.600"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawings[kind]}
    </g>
  )
}

export function KindSymbol({ kind, size = 28 }: { kind: MarkKind; size?: number }) {
  return (
    <Glyph size={size} weight={2.3}>
      {drawings[kind]}
    </Glyph>
  )
}
