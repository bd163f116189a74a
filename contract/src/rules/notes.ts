// Whom a note on a car is marked for: the service counts unread notes by it, the tablet offers the choice. Pure.
import type { Role } from './roles.ts'

export const audiences = ['everybody', 'advisor', 'technician', 'parts'] as const
export type Audience = (typeof audiences)[number]

/** At a site without the role `parts`, an advisor or manager keeps the parts. */
const office: readonly Audience[] = ['everybody', 'advisor', 'parts']

/** What is marked as unread for a role. Everybody who sees the car can read all of its notes. */
export const audiencesOf = (role: Role | 'support'): readonly Audience[] =>
  role === 'technician' || role === 'parts' ? ['everybody', role] : office
