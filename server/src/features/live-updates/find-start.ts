// Where a reader of the log begins: its cursor is examined, and refused with the way to start again.
import { readCursor } from '../../db/log/cursor.ts'
import { type Head, type LogPosition, listEventsAfter } from '../../db/log/read-log.ts'
import type { Db } from '../../db/sql.ts'
import { problem } from '../../problems.ts'

/** What a page does that cannot go on. */
const AGAIN = 'leave it out to follow the events from now on, and read the present state once'

export async function findStart(
  db: Db,
  clientId: string,
  text: string,
  head: Head | undefined,
  again = AGAIN,
): Promise<LogPosition> {
  const cursor = readCursor(text)
  if (!cursor) {
    throw problem('invalidCursor', `after: ${JSON.stringify(text)} is not the id of an event; ${again}`)
  }
  if (!cursor.isOf(clientId)) {
    throw problem('invalidCursor', `after: the event is not of the system client "${clientId}"; ${again}`)
  }
  if (head?.epoch !== cursor.epoch) {
    throw problem('cursorOver', `after: the database was restored from a backup after this event; ${again}`)
  }
  if (cursor.position < head.keptAfter) {
    throw problem('cursorOver', `after: the events after this one are no longer kept; ${again}`)
  }
  // A standby that took over without the last events may have given their positions to others.
  if (!(await listEventsAfter(db, head, cursor, 1))) {
    throw problem('cursorOver', `after: the database has lost this event; ${again}`)
  }
  return cursor
}
