// Compares events that were written with what the contract says of their kinds. In the service itself nothing checks payloads: the
// statements that build them are tested here, by everything the tests do.
import { type EventKind, eventKinds } from '@walkaround/contract/events.ts'
import type { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { violationsOf } from './contract-check.ts'

export interface WrittenEvent {
  kind: string
  subject: string
  payload: unknown
}

/** What is wrong with an event; nothing if it is as described. */
export function objectionsToEvent({ kind, subject, payload }: WrittenEvent): string[] {
  if (!Object.hasOwn(eventKinds, kind)) return [`${kind} is not in the contract`]
  const { about, payload: schema } = eventKinds[kind as EventKind]
  const objections = (about as readonly string[]).includes(subject.replace(/\/.*/s, ''))
    ? []
    : [`${kind} is about ${subject}`]
  if (schema === undefined) return payload === null ? objections : [...objections, `${kind} has a payload`]
  return [...objections, ...violationsOf(schema, payload).map((one) => `${kind} ${one}`)]
}

/** One example of each objection. */
export async function listWrongEvents(database: Database): Promise<string[]> {
  const events = await database.rows<WrittenEvent>(sql`select kind, subject, payload from events`)
  const wrong = new Map(
    events.flatMap((event) => objectionsToEvent(event).map((objection) => [objection, event] as const)),
  )
  return [...wrong].map(([objection, event]) => `${objection}: ${JSON.stringify(event)}`)
}
