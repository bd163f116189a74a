// The photo under the finger: draws new shapes, and moves, resizes and selects those that are there. What it shows while a finger is down
// is not kept until the finger is lifted.
import type { MarkupShape } from '@walkaround/contract/app/markup.ts'
import { areaOf, drawingExtent, type Extent } from '@walkaround/contract/rules/markup.ts'
import { type PointerEvent, useMemo, useRef, useState } from 'preact/compat'
import { gripsOf, moved, type Point, resized, shapeAt } from './editing.ts'
import { percent, ShapesLayer } from './shapes-layer.tsx'

/** How far a gloved finger may miss, in pixels of the screen. */
const REACH = 28

interface Props {
  source: string
  /** The photo and its marks in words. */
  label: string
  /** Undefined until the picture is there. */
  photo: Extent | undefined
  shapes: readonly MarkupShape[]
  selected: number | undefined
  isDrawing: boolean
  draw: (from: Point, to: Point) => MarkupShape | undefined
  onAdd: (shape: MarkupShape | undefined) => void
  onSelect: (index: number | undefined) => void
  onReplace: (index: number, shape: MarkupShape) => void
  onSize: (photo: Extent) => void
  onBroken: () => void
}

/** What the finger that is down does. */
type Doing =
  | { readonly kind: 'draw'; readonly from: Point }
  | { readonly kind: 'move'; readonly index: number; readonly shape: MarkupShape; readonly from: Point }
  | { readonly kind: 'resize'; readonly index: number; readonly shape: MarkupShape; readonly grip: number }

export function Stage(props: Props) {
  const { photo, shapes, selected, draw } = props
  const box = useRef<HTMLDivElement>(null)
  const doing = useRef<Doing>(undefined)
  /** The shape under the finger, and its place among the others. */
  const [pending, setPending] = useState<{ index: number; shape: MarkupShape }>()
  const shown = useMemo(() => {
    if (!pending) return shapes
    return pending.index < shapes.length
      ? shapes.with(pending.index, pending.shape)
      : [...shapes, pending.shape]
  }, [shapes, pending])

  const placeOf = (event: PointerEvent<HTMLDivElement>): { at: Point; reach: Point } => {
    const { left, top, width, height } = box.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return {
      at: { x: (event.clientX - left) / width, y: (event.clientY - top) / height },
      reach: { x: REACH / width, y: REACH / height },
    }
  }
  const begin = (event: PointerEvent<HTMLDivElement>): Doing | undefined => {
    const { at, reach } = placeOf(event)
    const chosen = selected === undefined ? undefined : shapes[selected]
    if (chosen && selected !== undefined) {
      const grip = gripsOf(chosen).findIndex(
        (one) => Math.abs(one.x - at.x) <= reach.x && Math.abs(one.y - at.y) <= reach.y,
      )
      if (grip >= 0) return { kind: 'resize', index: selected, shape: chosen, grip }
    }
    if (photo === undefined) return undefined
    const taken =
      chosen && shapeAt([chosen], at, photo, reach) === 0
        ? selected
        : props.isDrawing
          ? undefined
          : shapeAt(shapes, at, photo, reach)
    const shape = taken === undefined ? undefined : shapes[taken]
    if (taken !== undefined && shape) return { kind: 'move', index: taken, shape, from: at }
    return props.isDrawing ? { kind: 'draw', from: at } : undefined
  }
  const isDown = useRef(false)
  const onDown = (event: PointerEvent<HTMLDivElement>) => {
    // One finger at a time: a second one, or the palm, draws nothing.
    if (isDown.current || !photo) return
    isDown.current = true
    event.currentTarget.setPointerCapture(event.pointerId)
    doing.current = begin(event)
    const now = doing.current
    props.onSelect(now && now.kind !== 'draw' ? now.index : undefined)
  }
  const change = (event: PointerEvent<HTMLDivElement>): { index: number; shape: MarkupShape } | undefined => {
    const { at } = placeOf(event)
    const now = doing.current
    if (!now) return undefined
    if (now.kind === 'resize') return { index: now.index, shape: resized(now.shape, now.grip, at) }
    if (now.kind === 'move') {
      const by = { x: at.x - now.from.x, y: at.y - now.from.y }
      return { index: now.index, shape: moved(now.shape, by) }
    }
    const shape = draw(now.from, at)
    return shape && { index: shapes.length, shape }
  }
  const onUp = (event: PointerEvent<HTMLDivElement>) => {
    const now = doing.current
    const made = change(event)
    doing.current = undefined
    isDown.current = false
    setPending(undefined)
    if (now?.kind === 'draw') props.onAdd(made?.shape)
    else if (made && JSON.stringify(made.shape) !== JSON.stringify(shapes[made.index]))
      props.onReplace(made.index, made.shape)
  }
  const cancel = () => {
    doing.current = undefined
    isDown.current = false
    setPending(undefined)
  }
  const chosen = pending?.shape ?? (selected === undefined ? undefined : shapes[selected])
  return (
    <div
      ref={box}
      className="markup-photo"
      role="img"
      aria-label={props.label}
      style={photo && { '--ratio': photo.width / photo.height }}
      onPointerDown={onDown}
      onPointerMove={(event) => doing.current && setPending(change(event))}
      onPointerUp={onUp}
      onPointerCancel={cancel}
    >
      <img
        src={props.source}
        alt=""
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
          props.onSize({ width, height })
        }
        onError={props.onBroken}
      />
      {photo && <ShapesLayer shapes={shown} photo={photo} />}
      {photo && chosen && <Grips shape={chosen} photo={photo} />}
    </div>
  )
}

function Grips({ shape, photo }: { shape: MarkupShape; photo: Extent }) {
  const area = areaOf(shape, photo)
  const { width, height } = drawingExtent(photo)
  return (
    <>
      {shape.kind !== 'arrow' && (
        <span
          className="markup-frame"
          style={{
            left: percent(area.x / width),
            top: percent(area.y / height),
            width: percent(area.width / width),
            height: percent(area.height / height),
          }}
        />
      )}
      {gripsOf(shape).map((grip, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: grips have no other name than their place
          key={index}
          className="markup-grip"
          style={{ left: percent(grip.x), top: percent(grip.y) }}
        />
      ))}
    </>
  )
}
