// The lines of a backup by kind, and the check that a line has the form of its kind. A file may come from anywhere, and its
// checksum proves only that it is complete: a line in any other form than ours is refused, and nothing is done with it.
import type { FileReference } from './file-references.ts'

/** Every value is the engine's own text for it, so that json, bytes and microseconds are kept exactly. */
export type RowLine = { table: string; row: Record<string, string | null> }
export type FileLine = { file: string; mode: number; data: string }
type ReferenceLine = { refers: FileReference }
/** Starts a stored file; its parts follow, then whether the content matched the name. */
type StoredLine = { stored: FileReference }
type PartLine = { part: string }
type WholeLine = { whole: boolean }

/** What the backup says about stored files. */
export interface StoredCounts {
  /** Files that rows refer to. */
  referenced: number
  /** False if they were left in their store. */
  isIncluded: boolean
  included: number
  bytes: number
  /** Wanted, but not in the store, or not with the content that their name says. */
  missing: number
}

export interface BackupEnd {
  rows: Record<string, number>
  files: number
  /** Counters are ahead of the rows if rows were deleted or rolled back; their numbers are never used again. */
  sequences: Record<string, number>
  /** Absent in format 1. */
  stored?: StoredCounts
  /** Of all bytes before the end line, uncompressed. */
  sha256: string
}

export type BackupLine =
  | { kind: 'row'; line: RowLine }
  | { kind: 'file'; line: FileLine }
  | { kind: 'refers'; line: ReferenceLine }
  | { kind: 'stored'; line: StoredLine }
  | { kind: 'part'; line: PartLine }
  | { kind: 'whole'; line: WholeLine }
  | { kind: 'end'; line: { end: BackupEnd } }

type Bag = Record<string, unknown>

const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0
const isCounts = (value: unknown): boolean => isBag(value) && Object.values(value).every(isCount)
const isReference = (value: unknown): boolean =>
  isBag(value) && [value.client, value.kind, value.name].every(isText)
const isStored = (value: unknown): boolean =>
  isBag(value) && [value.referenced, value.included, value.bytes, value.missing].every(isCount)

const judges: { [K in BackupLine['kind']]: (line: Bag) => boolean } = {
  row: ({ table, row }) =>
    isText(table) && isBag(row) && Object.values(row).every((value) => value === null || isText(value)),
  file: ({ file, mode, data }) => isText(file) && Number.isSafeInteger(mode) && isText(data),
  refers: ({ refers }) => isReference(refers),
  stored: ({ stored }) => isReference(stored),
  part: ({ part }) => isText(part),
  whole: ({ whole }) => typeof whole === 'boolean',
  end: ({ end }) =>
    isBag(end) &&
    isText(end.sha256) &&
    isCount(end.files) &&
    isCounts(end.rows) &&
    isBag(end.sequences) &&
    Object.values(end.sequences).every(Number.isSafeInteger) &&
    (end.stored === undefined || isStored(end.stored)),
}

const kinds = Object.keys(judges) as BackupLine['kind'][]

/** Undefined if walkaround backup does not write such a line. */
export function toLine(value: Bag): BackupLine | undefined {
  const kind = kinds.find((one) => one in value)
  return kind && judges[kind](value) ? ({ kind, line: value } as unknown as BackupLine) : undefined
}
