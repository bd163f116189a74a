// The audit as a file: one JSON object a line, or rows for a spreadsheet. Pure.
import type { ChainedEntry } from './audit-entries.ts'
import { toCommaSeparatedLines } from './comma-separated.ts'

export const auditFormats = ['csv', 'ndjson'] as const
export type AuditFormat = (typeof auditFormats)[number]

/** An entry that the chain has not taken up yet has neither position nor hash. */
export interface ExportedEntry extends Omit<ChainedEntry, 'position'> {
  area: string
  position?: number
  hash?: string
}

const columns: Readonly<Record<string, (entry: ExportedEntry) => string | number | undefined>> = {
  position: ({ position }) => position,
  at: ({ at }) => at,
  client: ({ clientId }) => clientId,
  area: ({ area }) => area,
  kind: ({ kind }) => kind,
  subject: ({ subject }) => subject,
  subjectName: ({ subjectName }) => subjectName,
  actorKind: ({ actor }) => actor.kind,
  actorId: ({ actor }) => actor.id,
  actorLogin: ({ actor }) => actor.login,
  actorName: ({ actor }) => actor.name,
  key: ({ actor }) => actor.key,
  address: ({ address }) => address,
  requestId: ({ requestId }) => requestId,
  times: ({ times }) => times,
  detail: ({ detail }) => detail,
  changes: ({ changes }) => changes && JSON.stringify(changes),
  hash: ({ hash }) => hash,
}

/** What a file begins with. */
export const auditFileStart = (format: AuditFormat): string =>
  format === 'csv' ? `\uFEFF${toCommaSeparatedLines([Object.keys(columns)])}` : ''

export const auditFileLines = (format: AuditFormat, entries: readonly ExportedEntry[]): string =>
  format === 'csv'
    ? toCommaSeparatedLines(entries.map((entry) => Object.values(columns).map((cell) => cell(entry))))
    : entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
