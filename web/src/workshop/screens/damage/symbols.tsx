// The signs of the kinds of damage, distinguished by shape alone, as on paper. Drawn on a grid of 24, without their own colour.

import type { MarkKind } from '@walkaround/contract/mark-kinds.ts'
import { markSigns } from '@walkaround/contract/mark-signs.ts'
import { Glyph } from '../../ui/icons.tsx'

const drawing = (kind: MarkKind, weight: number) => (
  <path d={markSigns[kind].lines} strokeWidth={weight * (markSigns[kind].weight ?? 1)} />
)

/** Inside another drawing, centred on 0, 0. */
export function SymbolAt({ kind, size }: { kind: MarkKind; size: number }) {
  return (
    <g
      transform={`translate(${-size / 2} ${-size / 2}) scale(${size / 24})`}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawing(kind, 2.6)}
    </g>
  )
}

export function KindSymbol({ kind, size = 28 }: { kind: MarkKind; size?: number }) {
  return <Glyph size={size}>{drawing(kind, 2.3)}</Glyph>
}
