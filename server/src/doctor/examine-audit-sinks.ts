// The part of doctor that tells what sinks of the audit lack, and what they said last.
import type { SinkState } from '../db/audit/sink-store.ts'

interface SinkFinding {
  state: 'ok' | 'warn' | 'fail'
  text: string
  next?: string
}

/** Dates come as text from a running service. */
type Told = { [K in keyof SinkState]: SinkState[K] | (Date extends SinkState[K] ? string : never) }

/** Later than a loop of every two seconds explains. */
const LATE_MS = 5 * 60_000

const settings: Readonly<Record<string, string>> = {
  syslog: 'WALKAROUND_AUDIT_SYSLOG_URL',
  http: 'WALKAROUND_AUDIT_HTTP_URL',
}

const timeOf = (time: Date | string) => new Date(time).toISOString()

export function examineAuditSinks(sinks: readonly Told[] | null | undefined, now: Date): SinkFinding[] {
  if (!sinks) return [{ state: 'ok', text: 'not checked' }]
  if (sinks.length === 0) return [{ state: 'ok', text: 'entries stay in the database: no sink is set' }]
  return sinks.map((sink) => examineSink(sink, now))
}

function examineSink(found: Told, now: Date): SinkFinding {
  const { sink, behind, oldestAt, failures, nextAt, answer, answeredAt, takenAt } = found
  const last = answer === null ? 'it was not tried yet' : `at ${timeOf(answeredAt as string)}: ${answer}`
  const since = oldestAt === null ? '' : `, the oldest of ${timeOf(oldestAt)}`
  const lacks = behind === 0 ? 'lacks nothing' : `lacks ${behind} entries${since}`
  if (failures > 0)
    return {
      state: 'fail',
      text: `${sink} ${lacks}; it refused ${failures} times, last ${last}${takenAt === null ? '' : `; it took the last at ${timeOf(takenAt)}`}`,
      next: `check ${settings[sink] ?? sink} and the server there; nothing is lost, and the service tries again${nextAt === null ? '' : ` at ${timeOf(nextAt)}`}`,
    }
  if (oldestAt !== null && now.getTime() - new Date(oldestAt).getTime() > LATE_MS)
    return {
      state: 'warn',
      text: `${sink} ${lacks}; ${last}`,
      next: 'is the service running? It sends about 500 entries at a time, so many of them take a while',
    }
  return { state: 'ok', text: `${sink} ${lacks}; ${last}` }
}
