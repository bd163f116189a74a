// The lines of a backup by kind, and whether one is what its kind says. A file may come from anywhere, and its checksum
// proves only that nobody cut it: what is not as we write it is no line of ours, and nothing is tried with it.
import type { FileReference } from './file-references.ts'

/** Every value is the engine's own text for it, so that json, bytes and microseconds survive unread. */
export type RowLine = { table: string; row: Record<string, string | null> }
export type FileLine = { file: string; mode: number; data: string }
export type ReferenceLine = { refers: FileReference }
/** Begins a stored file; parts follow, and then whether its content was what its name says. */
export type StoredLine = { stored: FileReference }
export type PartLine = { part: string }
export type WholeLine = { whole: boolean }

/** What the backup says of stored files. */
export interface StoredCounts {
  /** Files that rows refer to. */
  referenced: number
  /** False when they were left where they are. */
  isIncluded: boolean
  included: number
  bytes: number
  /** Referred to and wanted, but not in the store, or not with the content their name says. */
  missing: number
}

export interface BackupEnd {
  rows: Record<string, number>
  files: number
  /** Counters are ahead of the rows where rows were deleted or rolled back; their numbers are never given twice. */
  sequences: Record<string, number>
  /** Absent in format 1. */
  stored?: StoredCounts
  /** Of all bytes before the end line, uncompressed. */
  sha256: string
}

export type Line =
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

const judges: { [K in Line['kind']]: (line: Bag) => boolean } = {
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

const kinds = Object.keys(judges) as Line['kind'][]

/** Undefined: no line that walkaround backup writes. */
export function toLine(value: Bag): Line | undefined {
  const kind = kinds.find((one) => one in value)
  return kind && judges[kind](value) ? ({ kind, line: value } as unknown as Line) : undefined
}
