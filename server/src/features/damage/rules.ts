// Damage marks as the interface shows them, and where on a drawing they may be. Pure.
import type { Damage, DamageMark, Photo } from '@walkaround/contract/dms/media.ts'
import { withoutNulls } from '../../lib/without-nulls.ts'
import { problem } from '../../problems.ts'

export interface StoredMark {
  id: string
  surveyId: string
  kind: DamageMark['kind']
  bodyStyle: string
  x: number
  y: number
  panel: string | null
  size: 'small' | 'medium' | 'large' | null
  comment: string | null
  internalComment: string | null
  createdAt: Date
  /** [[id, takenAt, contentType, width, height], …] as JSON. */
  photos: string | null
}

/** Stored as float4, shown with one decimal. */
const tenths = (value: number) => Math.round(value * 10) / 10

const toMark = ({ id, kind, x, y, size, panel, comment, internalComment }: StoredMark): DamageMark =>
  withoutNulls({ id, kind, x: tenths(x), y: tenths(y), size, panel, comment, internalComment })

type StoredPhoto = [string, string | null, string, number, number]

const toPhotos = (stored: string | null): Photo[] =>
  stored === null
    ? []
    : (JSON.parse(stored) as StoredPhoto[]).map(([id, takenAt, contentType, width, height]) => ({
        id,
        takenAt: takenAt ?? undefined,
        contentType,
        width,
        height,
      }))

export function toDamage(
  bodyStyle: string,
  marks: readonly StoredMark[],
  earlier: readonly StoredMark[],
): Damage {
  return {
    bodyStyle,
    marks: marks.map((row, index) => ({ ...toMark(row), number: index + 1, photos: toPhotos(row.photos) })),
    // On another outline they would be in the wrong place.
    earlier: earlier
      .filter((row) => row.bodyStyle === bodyStyle)
      .map((row) => ({ ...toMark(row), surveyId: row.surveyId, seenAt: row.createdAt.toISOString() })),
  }
}

export function assertOnDrawing(mark: { x: number; y: number }, viewBox: readonly [number, number]): void {
  const [width, height] = viewBox
  if (mark.x > width)
    throw problem('outOfRange', `x: ${mark.x} is outside the drawing, which is ${width} wide`)
  if (mark.y > height)
    throw problem('outOfRange', `y: ${mark.y} is outside the drawing, which is ${height} high`)
}
