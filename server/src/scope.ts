// The one thing passed around: on whose behalf, where and when something happens; and what use cases are handed
// beside it.
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
  /** An owner who approves more than this, VAT included, confirms with a code (I3); left out: never. */
  decisionCodeAbove?: number
}

export interface Scope {
  db: Db
  clientId: string
  client: ClientSettings
  actor: Actor
  now: Date
  /** Ids of the branches whoever acts is limited to; left out, all of the client. Asked for in access/branch-reach.ts. */
  branches?: readonly string[]
}

/**
 * What came in, read but not yet accepted: the interface wants 404 of the named resource before 400 of the fields
 * (B2), so a use case first looks for what is named and then takes the value.
 */
export interface Fields<T> {
  get(): T
}

/** What the caller demands of the state before a change, by If-Match or If-None-Match (B7). */
export interface Precondition {
  /** For a use case to call when it has locked what decides and found the fields right; throws when it does not hold. */
  check(): Promise<void>
}

export const unconditional: Precondition = { check: async () => {} }
