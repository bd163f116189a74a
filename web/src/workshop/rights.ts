// What the signed-in person may do at the chosen dealership. The service decides (F1); this only avoids refusals.
import type { Session } from '@walkaround/contract/app/session.ts'

export type SessionClient = Session['clients'][number]
export type Right = (client: SessionClient) => boolean

/** Selecting offers, sending them, and changing orders. */
export const mayAdvise: Right = ({ role }) => role !== 'technician'
export const mayReopen: Right = ({ role }) => role === 'manager' || role === 'admin' || role === 'support'
/** Settings of the whole client are not for people who are limited to branches. */
export const maySetUp: Right = ({ role, isLimited }) =>
  role !== 'technician' && role !== 'advisor' && !isLimited
