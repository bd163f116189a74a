// What asking for parts, taking that back and a reply do to a request, and where a page of the queue ends. Pure: no database, no clock.
import { isDeepStrictEqual } from 'node:util'
import type { PartReply, PartRequest } from '@walkaround/contract/dms/parts.ts'
import { partWords } from '@walkaround/contract/rules/parts.ts'
import type { PartRow, Place, ShownRow } from './model.ts'

export interface Ask {
  tap: string
  at: Date
  text: string | undefined
  by: string
  name: string
}

const unanswered = {
  answeredAt: null,
  answeredBy: null,
  answeredName: null,
  currency: null,
  lines: null,
  availableOn: null,
  note: null,
} as const

/**
 * The row after somebody asked; undefined if nothing changes: the tap was there before, a later one has replaced it, or the same was
 * asked for without knowing the reply.
 */
export function afterAsk(
  row: PartRow | undefined,
  { tap, at, text, by, name }: Ask,
): Omit<PartRow, 'surveyId' | 'questionId'> | undefined {
  const wanted = partWords(text) ?? null
  if (row) {
    if (row.tap === tap || at < row.tappedAt) return undefined
    const isSame = row.state !== 'withdrawn' && row.wanted === wanted
    if (isSame && (row.answeredAt === null || at <= row.answeredAt)) return undefined
  }
  return {
    revision: (row?.revision ?? 0) + 1,
    state: 'requested',
    tap,
    tappedAt: at,
    requestedAt: at,
    requestedBy: by,
    requestedName: name,
    wanted,
    ...unanswered,
    changedName: name,
  }
}

/** The row after somebody took the request back; undefined if nothing changes: it is, or somebody asked later. */
export function afterWithdrawal(
  row: PartRow | undefined,
  { at, name }: { at: Date; name: string },
): PartRow | undefined {
  if (!row || row.state === 'withdrawn' || at < row.tappedAt) return undefined
  const revision = row.revision + 1
  return { ...row, ...unanswered, revision, state: 'withdrawn', tappedAt: at, changedName: name }
}

interface Replying {
  by: string
  name: string
  now: Date
}

export function afterReply(row: PartRow, reply: PartReply, { by, name, now }: Replying): PartRow {
  return {
    ...row,
    ...saidIn(reply),
    revision: row.revision + 1,
    answeredAt: now,
    answeredBy: by,
    answeredName: name,
    changedName: name,
  }
}

const saidIn = ({ outcome, currency, lines, availableOn, note }: PartReply) => ({
  state: outcome,
  currency: currency ?? null,
  lines: outcome === 'priced' ? (lines ?? null) : null,
  availableOn: availableOn ?? null,
  note: partWords(note) ?? null,
})

/** The reply stands already: it was sent again, because the first reply of the service got lost. */
export function isRepeated(row: PartRow, reply: PartReply, by: string): boolean {
  const { state, currency, lines, availableOn, note } = row
  return (
    row.revision === reply.revision + 1 &&
    row.answeredBy === by &&
    isDeepStrictEqual({ state, currency, lines, availableOn, note }, saidIn(reply))
  )
}

const did = {
  requested: 'asked again',
  priced: 'entered a price',
  unavailable: 'wrote that it cannot be had',
  withdrawn: 'took the request back',
} as const

/** For somebody who replies to a request that is no longer the one that was seen. */
export const changedMeanwhile = ({ revision, changedName, state }: PartRow): string =>
  `revision: it is ${revision} now: ${changedName} ${did[state]}`

export const isShown = (row: PartRow): row is ShownRow => row.state !== 'withdrawn'

/** `me`: the login that reads. */
export function toRequest(row: ShownRow, me: string): PartRequest {
  const { questionId, state, revision } = row
  const optional = {
    isMine: row.requestedBy === me || null,
    text: row.wanted,
    answeredAt: row.answeredAt?.toISOString() ?? null,
    answeredBy: row.answeredName,
    currency: row.currency,
    lines: row.lines,
    availableOn: row.availableOn,
    note: row.note,
  }
  const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null))
  return {
    questionId,
    state,
    revision,
    requestedAt: row.requestedAt.toISOString(),
    requestedBy: row.requestedName,
    ...given,
  }
}

export const writePlace = ({ rank, since, surveyId, questionId }: Place): string =>
  Buffer.from(JSON.stringify([rank, since, surveyId, questionId])).toString('base64url')

/** Undefined if the text is none of ours. */
export function readPlace(text: string): Place | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (!Array.isArray(parts) || parts.length !== 4) return undefined
    const [rank, since, surveyId, questionId] = parts as unknown[]
    if (typeof rank !== 'number' || !Number.isSafeInteger(rank) || Math.abs(rank) > 100) return undefined
    if (typeof surveyId !== 'string' || typeof questionId !== 'string' || typeof since !== 'string')
      return undefined
    const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(since) && !Number.isNaN(Date.parse(since))
    return isTime && !`${surveyId}${questionId}`.includes('\0')
      ? { rank, since, surveyId, questionId }
      : undefined
  } catch {
    return undefined
  }
}
