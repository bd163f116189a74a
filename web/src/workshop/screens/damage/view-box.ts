// Which part of the drawing is shown: zooming, moving, and converting screen positions to the drawing. Pure.

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The largest zoom: a tyre then fills a phone. */
const mostZoom = 8

export const wholeOf = ([width, height]: readonly [number, number]): Box => ({ x: 0, y: 0, width, height })

/** Never outside the whole, never smaller than `mostZoom` allows; the proportions stay those of the whole. */
export function clampBox(box: Box, whole: Box): Box {
  const width = Math.min(whole.width, Math.max(whole.width / mostZoom, box.width))
  const height = (width * whole.height) / whole.width
  return {
    x: Math.min(Math.max(whole.x, box.x), whole.x + whole.width - width),
    y: Math.min(Math.max(whole.y, box.y), whole.y + whole.height - height),
    width,
    height,
  }
}

/** `factor` above 1 zooms in; the point `x`, `y` of the drawing stays at the same place on the screen. */
export function zoomBox(box: Box, whole: Box, factor: number, x: number, y: number): Box {
  const width = Math.min(whole.width, Math.max(whole.width / mostZoom, box.width / factor))
  const share = width / box.width
  return clampBox(
    { x: x - (x - box.x) * share, y: y - (y - box.y) * share, width, height: box.height * share },
    whole,
  )
}

export const panBox = (box: Box, whole: Box, dx: number, dy: number): Box =>
  clampBox({ ...box, x: box.x + dx, y: box.y + dy }, whole)

/** The smallest part of the drawing that shows a complete rectangle of it, with a margin. */
export function boxAround(
  [x, y, width, height]: readonly [number, number, number, number],
  whole: Box,
  air = 12,
): Box {
  const ratio = whole.width / whole.height
  const wanted = Math.max(width + 2 * air, (height + 2 * air) * ratio)
  const wantedHeight = wanted / ratio
  return clampBox(
    {
      x: x + width / 2 - wanted / 2,
      y: y + height / 2 - wantedHeight / 2,
      width: wanted,
      height: wantedHeight,
    },
    whole,
  )
}

/** The point of the drawing at a position within the displayed rectangle. */
export function toDrawing(
  box: Box,
  shown: { left: number; top: number; width: number; height: number },
  clientX: number,
  clientY: number,
): { x: number; y: number } {
  return {
    x: box.x + ((clientX - shown.left) / shown.width) * box.width,
    y: box.y + ((clientY - shown.top) / shown.height) * box.height,
  }
}
