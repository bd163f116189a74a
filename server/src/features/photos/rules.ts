// Decisions about what is drawn on photos: which of two saves stays, and what the pictures made from them are called. Pure.
import { hash } from 'node:crypto'
import type { MarkupShape } from '@walkaround/contract/app/markup.ts'

export interface KeptMarkup {
  version: string
  savedAt: Date
  savedBy: string
  /** What was saved without having seen this, or this without having seen that. */
  replaced?: { savedAt: Date; savedBy: string }
}

/**
 * What to do with a save beside the one that is there. If its person had seen that one, it takes its place; otherwise the later of the
 * two stays and says so.
 */
export function settleMarkup(
  known: KeptMarkup,
  next: KeptMarkup & { seen: string | undefined },
): 'repeated' | 'older' | { replaced?: { savedAt: Date; savedBy: string } } {
  if (known.version === next.version) return 'repeated'
  if (known.version === next.seen) return {}
  if (next.savedAt < known.savedAt) return 'older'
  return { replaced: { savedAt: known.savedAt, savedBy: known.savedBy } }
}

/** Another number when the same shapes are to be drawn in another way: old pictures are then made anew. */
const DRAWN_BY = 1

const nameOf = (shapes: readonly MarkupShape[]): string | undefined =>
  shapes.length === 0 ? undefined : hash('sha256', JSON.stringify([DRAWN_BY, shapes]), 'hex').slice(0, 16)

/** Names of the pictures: with the blurred areas only, and with everything; undefined where the photo itself can be shown. */
export const namesOf = (shapes: readonly MarkupShape[]): { blurred?: string; drawn?: string } => ({
  blurred: nameOf(shapes.filter(({ kind }) => kind === 'blur')),
  drawn: nameOf(shapes),
})

/** What is burnt into the pixels. `original`: nothing. */
export type Look = 'original' | 'blurred' | 'drawn'

interface MarkedFile {
  file: string
  blurred: string | null
  drawn: string | null
}

/** The stored file that shows the photo in this look; the original's name comes first, so both are found and removed together. */
export function fileIn({ file, ...names }: MarkedFile, look: Look): string {
  const name = look === 'original' ? null : names[look]
  return name === null ? file : `${file}.${name}`
}

export const shapesIn = (shapes: readonly MarkupShape[], look: Look): readonly MarkupShape[] =>
  look === 'drawn' ? shapes : look === 'blurred' ? shapes.filter(({ kind }) => kind === 'blur') : []

/** A square is cropped, so that nothing can be laid over it; a list of photos shows marks in it. */
export const lookInSize = (size: string): Look => (size.endsWith('-square') ? 'drawn' : 'blurred')
