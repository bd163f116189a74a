// What all drawings share: the sheet they stand on, and patterns that tell fills apart without colour.
import type { ReactNode } from 'preact/compat'

/** One picture to a screen reader, which hears `summary`. Laid out for `width`; paper may scale it. */
export const Drawing = (props: {
  width: number
  height: number
  summary: string
  className?: string
  children: ReactNode
}) => (
  <svg
    className={`drawing ${props.className ?? ''}`}
    viewBox={`0 0 ${props.width} ${props.height}`}
    width={props.width}
    height={props.height}
    role="img"
    aria-label={props.summary}
  >
    {props.children}
  </svg>
)

/** Slanted lines. `id` is unique on the page. */
export const Hatch = ({ id }: { id: string }) => (
  <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect className="hatch-ground" width="6" height="6" />
    <path className="hatch-line" d="M0 0V6" />
  </pattern>
)

/** A small picture of a line or bar beside its name, in a legend. */
export const Sign = (props: { width: number; height: number; children: ReactNode }) => (
  <svg
    width={props.width}
    height={props.height}
    viewBox={`0 0 ${props.width} ${props.height}`}
    aria-hidden="true"
    focusable="false"
  >
    {props.children}
  </svg>
)
