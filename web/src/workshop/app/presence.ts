// Who is shown to be signed in on this device.
import type { Session } from '@walkaround/contract/app/session.ts'

export type Presence =
  | { state: 'starting' }
  /** `why` is set if the person did not sign out themselves. */
  | { state: 'out'; why?: 'ended' | 'disabled' }
  | { state: 'in'; session: Session }
  /** What was read is still here, but hidden until this person signs in again. */
  | { state: 'locked'; session: Session }
