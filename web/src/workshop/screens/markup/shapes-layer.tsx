// What was drawn on a photo, laid over the picture in the same box. Blurred areas are veiled here as well: a picture that is still on
// this device, or was loaded before, shows them.
import type { MarkupShape } from '@walkaround/contract/app/markup.ts'
import {
  type Drawn,
  drawingExtent,
  drawShapes,
  type Extent,
  outlineColour,
} from '@walkaround/contract/rules/markup.ts'
import { useMemo } from 'preact/compat'

export function ShapesLayer({ shapes, photo }: { shapes: readonly MarkupShape[]; photo: Extent }) {
  const { width, height } = drawingExtent(photo)
  const drawn = useMemo(() => drawShapes(shapes, { width, height }), [shapes, width, height])
  return (
    <>
      {shapes.map(
        (shape, index) =>
          shape.kind === 'blur' && (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no other name than their place
              key={index}
              className="markup-blur"
              style={{
                left: percent(shape.x),
                top: percent(shape.y),
                width: percent(shape.width),
                height: percent(shape.height),
              }}
            />
          ),
      )}
      <svg
        className="markup-layer"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        {drawn.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no other name than their place
          <Piece key={index} piece={one} />
        ))}
      </svg>
    </>
  )
}

export const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`

function Piece({ piece }: { piece: Drawn }) {
  if (piece.kind === 'fill') return <path d={piece.path} fill={piece.colour} />
  if (piece.kind === 'stroke')
    return (
      <path
        d={piece.path}
        fill="none"
        stroke={piece.colour}
        strokeWidth={piece.width}
        strokeLinejoin="round"
      />
    )
  return (
    <text
      fontSize={piece.size}
      fill={piece.colour}
      stroke={outlineColour}
      strokeWidth={piece.outline}
      strokeLinejoin="round"
      paintOrder="stroke"
    >
      {piece.lines.map(({ words, x, y }) => (
        <tspan key={y} x={x} y={y}>
          {words}
        </tspan>
      ))}
    </text>
  )
}
