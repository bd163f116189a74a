// Which panel of an outline is under a point. Pure.

import { flattenPath, type Point } from '../../lib/outline-path.ts'
import type { Outline, Panel } from './outline.ts'

interface Area {
  panel: Panel
  polygons: Point[][]
  left: number
  right: number
  top: number
  bottom: number
}

/** Outlines are frozen, so what was computed from one stays valid. */
const areasOf = new WeakMap<Outline, Area[]>()

/** In units of the view box. Panels cover those before them: the last one that contains the point counts. */
export function panelAt(outline: Outline, x: number, y: number): string | undefined {
  return findPanelAt(outline, x, y)?.id
}

/** The same, with the view that was hit. */
export function findPanelAt(outline: Outline, x: number, y: number): Panel | undefined {
  let areas = areasOf.get(outline)
  if (!areas) {
    areas = outline.panels.map(areaOf)
    areasOf.set(outline, areas)
  }
  return areas.findLast(
    ({ left, right, top, bottom, polygons }) =>
      x >= left && x <= right && y >= top && y <= bottom && isInside(polygons, x, y),
  )?.panel
}

function areaOf(panel: Panel): Area {
  const polygons = flattenPath(panel.path)
  const [xs, ys] = [polygons.flat().map(([x]) => x), polygons.flat().map(([, y]) => y)]
  return {
    panel,
    polygons,
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  }
}

function isInside(polygons: readonly Point[][], x: number, y: number): boolean {
  let inside = false
  for (const polygon of polygons) {
    for (const [i, [ax, ay]] of polygon.entries()) {
      const [bx, by] = polygon.at(i - 1) as Point
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
    }
  }
  return inside
}
