// The one thing passed around: on whose behalf, where and when something happens.
import type { Db } from './db/sql.ts'

export type Role = 'dms' | 'technician' | 'advisor' | 'manager' | 'admin'

/** Who acts. `support` reaches every system client; `system` is the service itself and its command line. */
export interface Actor {
  kind: 'login' | 'support' | 'system'
  /** The login's id, or the name of the part of the service that acts. */
  id: string
  /** The key used, when one was. */
  keyId?: string
}

/** The settings of the system client that use cases need on nearly every call. */
export interface ClientSettings {
  clientId: string
  name: string
  timeZone: string
  language: string
  currency?: string
  strictBranches: boolean
  defaultSiteId: string
  /** Survey types released by themselves for a main order (C2). */
  releaseTypes: string[]
  /** Clients whose centrally run templates and packages this one sees. */
  masters: string[]
  /** Look-ups by VIN that the client may make (F3). */
  vinLookupsPerMinute: number
  vinLookupsPerDay: number
  /** Package types whose automatic quotes the customer does not see (E8). */
  hiddenUpsaleTypes: string[]
}

export interface Scope {
  db: Db
  clientId: string
  client: ClientSettings
  actor: Actor
  now: Date
}
