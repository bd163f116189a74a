// When orders and surveys last changed, for their lists. It is noted where events get their positions, after the commit of the change:
// so whoever has read up to a time has read everything before it.
import type { NoteChanges } from '../db/log/number-events.ts'
import * as store from './last-changes-store.ts'

/** Told about a survey, but nothing that anybody reads of it has changed. */
const isSilent = (kind: string): boolean =>
  /^(message|telegram|note|ownerLink|upload)\.|^owner\.(opened|linkAsked|feedback|asked|answered)$/.test(kind)

/** A survey shows the head of its order or lead, so it changes with it. */
export const noteChanges: NoteChanges = (scope, events, loggedAt) => {
  const subjects = [...new Set(events.filter(({ kind }) => !isSilent(kind)).map(({ subject }) => subject))]
  const idsOf = (kind: string) =>
    subjects.flatMap((subject) => (subject.startsWith(`${kind}/`) ? [subject.slice(kind.length + 1)] : []))
  const ids = { orderIds: idsOf('order'), leadIds: idsOf('lead'), surveyIds: idsOf('survey') }
  if (Object.values(ids).some((list) => list.length > 0)) store.saveChanges(scope, ids, loggedAt)
}
