// Whom a note on a car is marked for: the service counts unread notes by it, the tablet offers the choice. Pure.
import type { Role } from './roles.ts'

export const audiences = ['everybody', 'advisor', 'technician', 'parts'] as const
export type Audience = (typeof audiences)[number]

/** Who keeps the parts signs in as an advisor or manager: there is no role of its own. */
const office: readonly Audience[] = ['everybody', 'advisor', 'parts']

/** What is marked as unread for a role. Everybody who sees the car can read all of its notes. */
export const audiencesOf = (role: Role | 'support'): readonly Audience[] =>
  role === 'technician' ? ['everybody', 'technician'] : office
