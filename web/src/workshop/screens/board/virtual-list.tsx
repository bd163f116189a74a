// A long list of which only what is in sight is drawn. Every row has the same height, given in rem, so that it grows with the text.
// Screen readers are told how long the list is; the item with the focus stays drawn wherever one scrolls.
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'preact/compat'

/** Rows drawn above and below what is in sight, so that the keyboard always finds the next one. */
const spareRows = 2
/** Until the place of the list is known. */
const firstRows = 6

/** Between two items, in both directions. */
const gapPx = 8

interface Drawn {
  first: number
  last: number
  columns: number
  rem: number
}

export function VirtualList<T>(props: {
  items: readonly T[]
  keyOf: (item: T) => string
  /** Of a row, with the gap below it. */
  rem: number
  /** The narrowest column; as many as fit stand side by side. */
  columnRem: number
  label: string
  children: (item: T) => ReactNode
}) {
  const { items, keyOf, columnRem } = props
  const list = useRef<HTMLUListElement>(null)
  const [drawn, setDrawn] = useState<Drawn>({ first: 0, last: firstRows, columns: 1, rem: 17 })
  const [focused, setFocused] = useState<string>()
  const update = useCallback(() => {
    const shown = list.current
    if (!shown) return
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    const box = shown.getBoundingClientRect()
    const scroller = shown.closest('[data-scrolls]')?.getBoundingClientRect()
    const [top, bottom] = [
      Math.max(0, scroller?.top ?? 0),
      Math.min(innerHeight, scroller?.bottom ?? innerHeight),
    ]
    const row = props.rem * rem
    const next = {
      first: Math.max(0, Math.floor((top - box.top) / row) - spareRows),
      last: Math.max(0, Math.ceil((bottom - box.top) / row) + spareRows),
      columns: Math.max(1, Math.floor((box.width + gapPx) / (columnRem * rem))),
      rem,
    }
    setDrawn((before) =>
      before.first === next.first &&
      before.last === next.last &&
      before.columns === next.columns &&
      before.rem === next.rem
        ? before
        : next,
    )
  }, [props.rem, columnRem])
  // Other lists above this one may have become shorter: looked at after every change.
  useLayoutEffect(update)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(update)
    if (list.current) observer.observe(list.current)
    observer.observe(document.documentElement)
    document.addEventListener('scroll', update, { capture: true, passive: true })
    window.addEventListener('resize', update)
    return () => {
      observer.disconnect()
      document.removeEventListener('scroll', update, { capture: true })
      window.removeEventListener('resize', update)
    }
  }, [update])
  const { first, last, columns, rem } = drawn
  const rows = Math.ceil(items.length / columns)
  /** From one column to the next. */
  const step = `(100% + ${gapPx}px) / ${columns}`
  return (
    <ul
      ref={list}
      className="virtual"
      aria-label={props.label}
      style={{ height: `${rows * props.rem * rem}px` }}
      onBlur={() => setFocused(undefined)}
    >
      {inSight(items, first * columns, (last + 1) * columns, focused, keyOf).map(({ item, index, key }) => {
        const row = Math.floor(index / columns)
        return (
          <li
            key={key}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            onFocus={() => setFocused(key)}
            style={{
              top: `${row * props.rem * rem}px`,
              left: `calc(${index % columns} * ${step})`,
              width: `calc(${step} - ${gapPx}px)`,
              height: `${props.rem * rem - gapPx}px`,
            }}
          >
            {props.children(item)}
          </li>
        )
      })}
    </ul>
  )
}

/** Those from `from` until before `to`, and the one with the focus wherever it is, in their order. */
function inSight<T>(
  items: readonly T[],
  from: number,
  to: number,
  focused: string | undefined,
  keyOf: (item: T) => string,
): { item: T; index: number; key: string }[] {
  const drawn = items
    .slice(from, to)
    .map((item, offset) => ({ item, index: from + offset, key: keyOf(item) }))
  if (focused === undefined || drawn.some(({ key }) => key === focused)) return drawn
  const index = items.findIndex((item) => keyOf(item) === focused)
  const item = items[index]
  if (item === undefined) return drawn
  const alone = { item, index, key: focused }
  return index < from ? [alone, ...drawn] : [...drawn, alone]
}
