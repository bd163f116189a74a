// Damage marks as the interface shows them, and where on a drawing they may lie. Pure.
import type { Damage, DamageMark, Photo } from '@walkaround/contract/dms/media.ts'
import { problem } from '../../problems.ts'

export interface StoredMark {
  id: string
  survey_id: string
  kind: DamageMark['kind']
  body_style: string
  x: number
  y: number
  panel: string | null
  size: 'small' | 'medium' | 'large' | null
  comment: string | null
  internal_comment: string | null
  created_at: Date
  /** [[id, takenAt, contentType, width, height], …] as JSON. */
  photos: string | null
}

/** Stored as float4, shown with the one decimal that was meant. */
const tenths = (value: number) => Math.round(value * 10) / 10

const toMark = (row: StoredMark): DamageMark => ({
  id: row.id,
  kind: row.kind,
  x: tenths(row.x),
  y: tenths(row.y),
  ...(row.size === null ? {} : { size: row.size }),
  ...(row.panel === null ? {} : { panel: row.panel }),
  ...(row.comment === null ? {} : { comment: row.comment }),
  ...(row.internal_comment === null ? {} : { internalComment: row.internal_comment }),
})

type StoredPhoto = [string, string | null, string, number, number]

const toPhotos = (stored: string | null): Photo[] =>
  stored === null
    ? []
    : (JSON.parse(stored) as StoredPhoto[]).map(([id, takenAt, contentType, width, height]) => ({
        id,
        ...(takenAt === null ? {} : { takenAt }),
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
    // Drawn on another outline they would lie anywhere.
    earlier: earlier
      .filter((row) => row.body_style === bodyStyle)
      .map((row) => ({ ...toMark(row), surveyId: row.survey_id, seenAt: row.created_at.toISOString() })),
  }
}

export function assertOnDrawing(mark: { x: number; y: number }, viewBox: readonly [number, number]): void {
  const [width, height] = viewBox
  if (mark.x > width)
    throw problem('outOfRange', `x: ${mark.x} lies beside the drawing, which is ${width} wide`)
  if (mark.y > height)
    throw problem('outOfRange', `y: ${mark.y} lies below the drawing, which is ${height} high`)
}
