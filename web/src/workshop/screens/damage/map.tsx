// The drawing as a touch surface: a tap marks, dragging a mark moves it, two fingers zoom. Reports what was done and where; keeps
// no marks itself. The lists next to it can do everything without a pointer.
import type { DamageMark } from '@walkaround/contract/dms/media.ts'
import type { MarkKind } from '@walkaround/contract/mark-kinds.ts'
import type { TargetedWheelEvent } from 'preact'
import { memo, type PointerEvent, useEffect, useRef, useState } from 'preact/compat'
import type { KnownMark } from './marks.ts'
import type { Outline } from './outline.ts'
import { SymbolAt } from './symbols.tsx'
import { type Box, panBox, toDrawing, zoomBox } from './view-box.ts'

export interface DrawingPoint {
  x: number
  y: number
  panel: string
}

interface Props {
  outline: Outline
  box: Box
  whole: Box
  onBox: (box: Box) => void
  marks: readonly KnownMark[]
  earlier: readonly DamageMark[]
  selectedId: string | undefined
  isReadOnly: boolean
  label: string
  onPlace: (place: DrawingPoint) => void
  onSelect: (markId: string) => void
  onMove: (mark: KnownMark, place: DrawingPoint) => void
}

/** Fingers tremble: a smaller movement is a tap. */
const tapPx = 10
const hitPx = 28
const radiusPx = { small: 13, medium: 16, large: 19 } as const

interface Held {
  startX: number
  startY: number
  box: Box
  mark?: KnownMark
  isMoved: boolean
}

export function DamageMap(props: Props) {
  const { outline, box, whole, onBox, marks, selectedId } = props
  const svg = useRef<SVGSVGElement>(null)
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const held = useRef<Held>(undefined)
  const pinch = useRef<{ distance: number; box: Box }>(undefined)
  const [moving, setMoving] = useState<{ id: string; x: number; y: number }>()
  const [width, setWidth] = useState(800)
  useEffect(() => {
    if (!svg.current) return undefined
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width || 800))
    observer.observe(svg.current)
    return () => observer.disconnect()
  }, [])
  const unit = box.width / width

  const at = (clientX: number, clientY: number, seen: Box = box) => {
    const rect = svg.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return toDrawing(seen, rect, clientX, clientY)
  }
  const panelAt = (clientX: number, clientY: number): string | undefined =>
    document
      .elementsFromPoint(clientX, clientY)
      .map((element) => element.getAttribute('data-panel'))
      .find((id): id is string => id !== null)

  const onDown = (event: PointerEvent<SVGSVGElement>) => {
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    svg.current?.setPointerCapture(event.pointerId)
    if (pointers.current.size === 2) {
      held.current = undefined
      setMoving(undefined)
      pinch.current = { distance: distanceOf(pointers.current), box }
      return
    }
    const markId = (event.target as Element).closest('[data-mark]')?.getAttribute('data-mark')
    const mark = marks.find(({ id }) => id === markId)
    held.current = {
      startX: event.clientX,
      startY: event.clientY,
      box,
      isMoved: false,
      ...(mark ? { mark } : {}),
    }
  }
  const onMove = (event: PointerEvent<SVGSVGElement>) => {
    if (!pointers.current.has(event.pointerId)) return
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (pinch.current && pointers.current.size === 2) {
      const [a, b] = [...pointers.current.values()] as [{ x: number; y: number }, { x: number; y: number }]
      const middle = at((a.x + b.x) / 2, (a.y + b.y) / 2, pinch.current.box)
      const factor = distanceOf(pointers.current) / Math.max(1, pinch.current.distance)
      onBox(zoomBox(pinch.current.box, whole, factor, middle.x, middle.y))
      return
    }
    const hold = held.current
    if (!hold) return
    const [dx, dy] = [event.clientX - hold.startX, event.clientY - hold.startY]
    if (!hold.isMoved && Math.hypot(dx, dy) < tapPx) return
    hold.isMoved = true
    if (hold.mark && !props.isReadOnly) setMoving({ id: hold.mark.id, ...at(event.clientX, event.clientY) })
    else onBox(panBox(hold.box, whole, -dx * unit, -dy * unit))
  }
  const onUp = (event: PointerEvent<SVGSVGElement>) => {
    pointers.current.delete(event.pointerId)
    if (pointers.current.size < 2) pinch.current = undefined
    const hold = held.current
    held.current = undefined
    setMoving(undefined)
    if (!hold || event.type === 'pointercancel') return
    if (!hold.isMoved && hold.mark) return props.onSelect(hold.mark.id)
    if (props.isReadOnly || (hold.isMoved && !hold.mark)) return
    const panel = panelAt(event.clientX, event.clientY)
    if (panel === undefined) return
    const place = { ...at(event.clientX, event.clientY), panel }
    if (hold.mark) props.onMove(hold.mark, place)
    else props.onPlace(place)
  }
  const onWheel = (event: TargetedWheelEvent<SVGSVGElement>) => {
    // Without the key the page scrolls, as everywhere; a pinch on a touchpad sets it.
    if (!event.ctrlKey) return
    const { x, y } = at(event.clientX, event.clientY)
    onBox(zoomBox(box, whole, Math.exp(-event.deltaY / 200), x, y))
  }
  const isNear = box.width < whole.width
  return (
    <svg
      ref={svg}
      className={`damage-drawing ${isNear ? 'near' : ''}`}
      viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
      role="img"
      aria-label={props.label}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={onUp}
      onWheel={onWheel}
    >
      <Car outline={outline} />
      {props.earlier.map((mark, index) => (
        <g key={mark.id ?? index} className="mark-earlier" transform={`translate(${mark.x} ${mark.y})`}>
          <Badge kind={mark.kind} radius={12 * unit} />
        </g>
      ))}
      {marks.map((mark) => {
        const { x, y } = moving?.id === mark.id ? moving : mark
        const radius = radiusPx[mark.size ?? 'medium'] * unit
        return (
          <g
            key={mark.id}
            data-mark={mark.id}
            className={`mark-now ${mark.id === selectedId ? 'chosen' : ''}`}
            transform={`translate(${x} ${y})`}
          >
            <circle r={hitPx * unit} className="mark-hit" />
            {mark.id === selectedId && (
              <circle r={radius + 5 * unit} className="mark-chosen" strokeWidth={3 * unit} />
            )}
            <Badge kind={mark.kind} radius={radius} />
            <g transform={`translate(${radius * 0.95} ${-radius * 0.95})`}>
              <circle r={9 * unit} className="mark-number" />
              <text fontSize={12 * unit} dy="0.35em" textAnchor="middle">
                {mark.number}
              </text>
            </g>
          </g>
        )
      })}
    </svg>
  )
}

function Badge({ kind, radius }: { kind: MarkKind; radius: number }) {
  return (
    <g className="mark-badge">
      <circle r={radius} strokeWidth={radius / 8} />
      <SymbolAt kind={kind} size={radius * 1.35} />
    </g>
  )
}

/** Hundreds of paths that stay the same while marks change. */
const Car = memo(function Car({ outline }: { outline: Outline }) {
  return (
    <>
      {outline.panels.map(({ id, view, kind, path }) => (
        <path key={`${view} ${id} ${path.length}`} data-panel={id} className={`panel-${kind}`} d={path} />
      ))}
      <g className="car-lines">
        {outline.lines.map(({ path, weight }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a drawing never change
          <path key={index} strokeWidth={weight} d={path} />
        ))}
      </g>
    </>
  )
})

function distanceOf(pointers: ReadonlyMap<number, { x: number; y: number }>): number {
  const [a, b] = [...pointers.values()]
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 1
}
