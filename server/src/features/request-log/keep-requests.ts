// Keeps every answered request of a key for the log: in memory at first, written about every second, so that no request waits for it.
// A process that is killed loses what it had not written yet. A client that sends very many loses its own ones, and never those of others.
import { randomInt } from 'node:crypto'
import { operations } from '@walkaround/contract/dms/operations.ts'
import type { TSchema } from 'typebox'
import type { Database } from '../../db/database.ts'
import { redact, redactInfo } from '../../input/redact.ts'
import type { AnsweredRequest } from '../../scope.ts'
import { makeDay } from './partitions.ts'
import { maskPath, toObjectIds, wordsOf } from './rules.ts'
import { insertRows, type NewRow } from './store.ts'

export interface RequestLog {
  note(answered: AnsweredRequest): void
  /** To be called about every second and at the end. Does nothing if nothing was noted. */
  flush(): Promise<void>
}

interface Bounds {
  /** Most rows between two writes; clients share them. */
  rows: number
  /** Most characters of refused bodies between two writes, per client. */
  bodyLength: number
}

const usualBounds: Bounds = { rows: 20_000, bodyLength: 4_000_000 }
const ROWS_PER_STATEMENT = 1_000
/** A longer body is not kept: looking through it would take long. */
const MOST_BODY_BYTES = 64 * 1024
const MOST_TOLD = 50
const DAY_MS = 86_400_000
const LARGEST_NUMBER = 0x7fffffff

interface Held {
  rows: NewRow[]
  bodyLength: number
  dropped: number
  lastAt: Date
}

export function createRequestLog(database: Database, bounds: Bounds = usualBounds): RequestLog {
  let held = new Map<string, Held>()
  /** Days since 1970 that have a partition. */
  const days = new Set<number>()
  // Tells apart requests of the same millisecond, also those of several processes.
  let number = randomInt(LARGEST_NUMBER)

  function holdOf(clientId: string, at: Date): Held {
    let own = held.get(clientId)
    if (!own) {
      own = { rows: [], bodyLength: 0, dropped: 0, lastAt: at }
      held.set(clientId, own)
    }
    return own
  }

  const nextNumber = () => {
    number = number === LARGEST_NUMBER ? 0 : number + 1
    return number
  }

  /** A client alone has all the room; of several, each has its share. */
  const hasRoom = (own: Held) => own.rows.length < bounds.rows / held.size

  function toRow(answered: AnsweredRequest, own: Held): NewRow {
    const { clientId, at, keyId, operation, params, status, ms, requestId, refusal } = answered
    const detail = detailOf(answered, own.bodyLength < bounds.bodyLength)
    if (detail?.body !== undefined) own.bodyLength += detail.body.length
    return {
      clientId,
      at,
      number: nextNumber(),
      keyId,
      operation: operation?.id ?? '',
      objectIds: operation ? toObjectIds(operation, params) : '',
      status,
      ...(refusal ? { errorCode: refusal.errorCode } : {}),
      ms: Math.round(ms * 10) / 10,
      requestId,
      ...(detail ? { detail } : {}),
    }
  }

  async function write(rows: readonly NewRow[]): Promise<void> {
    for (const { at } of rows) {
      const day = Math.floor(at.getTime() / DAY_MS)
      if (days.has(day)) continue
      await makeDay(database, at)
      days.add(day)
    }
    await insertRows(database, rows)
  }

  return {
    note(answered) {
      const own = holdOf(answered.clientId, answered.at)
      own.lastAt = answered.at
      if (hasRoom(own)) own.rows.push(toRow(answered, own))
      else own.dropped++
    },

    async flush() {
      if (held.size === 0) return
      const taken = held
      held = new Map()
      const rows = [...taken].flatMap(([clientId, own]) => [
        ...own.rows,
        ...(own.dropped > 0 ? [droppedRow(clientId, own, nextNumber())] : []),
      ])
      for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
        try {
          await write(rows.slice(from, from + ROWS_PER_STATEMENT))
        } catch (error) {
          // A partition may have gone.
          days.clear()
          for (const row of rows.slice(from)) {
            const own = holdOf(row.clientId, row.at)
            if (hasRoom(own)) own.rows.push(row)
            else own.dropped++
          }
          throw error
        }
      }
    },
  }
}

/** One row that says how many of a client there was no room for. */
const droppedRow = (clientId: string, { lastAt, dropped }: Held, number: number): NewRow => ({
  clientId,
  at: lastAt,
  number,
  keyId: '',
  operation: '',
  objectIds: '',
  status: 0,
  ms: 0,
  requestId: '',
  detail: { dropped },
})

const words = wordsOf([...operations.map(({ path }) => path), '/openapi.json'])

interface Detail {
  info?: string
  /** Of a request that no operation took. */
  method?: string
  path?: string
  body?: string
  bodyBytes?: number
  made?: unknown
}

function detailOf(
  { operation, asked, params, refusal, body, told }: AnsweredRequest,
  isBodyKept: boolean,
): Detail | undefined {
  if (told) return { made: told.slice(0, MOST_TOLD) }
  if (!refusal) return undefined
  if (!operation) {
    const { method = '', path = '' } = asked ?? {}
    return { info: refusal.errorInfo, method, path: maskPath(path, words) }
  }
  const schemas = [operation.body, operation.bodyInState, operation.query]
  const info = redactInfo(storable(refusal.errorInfo), schemas, plainIds(params))
  if (!body || body.length === 0) return { info }
  const kept = isBodyKept ? bodyOf(operation.body, body) : undefined
  return { info, bodyBytes: body.length, ...(kept === undefined ? {} : { body: kept }) }
}

/** A VIN is personal wherever it stands. */
const plainIds = ({ VIN: _vin, ...ids }: Record<string, string>) => Object.values(ids)

const storable = (text: string) => text.toWellFormed().replaceAll('\0', '')

function bodyOf(schema: TSchema | undefined, body: Buffer): string | undefined {
  if (body.length > MOST_BODY_BYTES) return undefined
  try {
    return JSON.stringify(redact(schema, JSON.parse(body.toString())))
  } catch {
    // Not JSON, which the refusal says.
    return undefined
  }
}
