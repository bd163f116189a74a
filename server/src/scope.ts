// What every use case gets: on whose behalf, where and when something happens; and what it is given beside that.
import type { Operation } from '@walkaround/contract/operation.ts'
import type { ProblemKind } from '@walkaround/contract/problems.ts'
import { type PlaceSettings, settledAt } from '@walkaround/contract/rules/place-settings.ts'
import type { SecondFactorRule } from '@walkaround/contract/rules/second-factor.ts'
import type { Db, Told } from './db/sql.ts'

/** Who acts. `support` reaches every system client; `system` is the service itself and its command line. */
export interface Actor {
  kind: 'login' | 'support' | 'system'
  /** The login's id, or the name of the part of the service that acts. */
  id: string
  /** The key that was used, if any. */
  keyId?: string
  /** Its role at the client is that of a DMS. */
  isDms?: true
  /** What login, person and key are called: the audit keeps what they were called when it happened. */
  login?: string
  name?: string
  keyPrefix?: string
  /** Where it comes from, for the audit. */
  from?: () => ActorOrigin
}

export interface ActorOrigin {
  /** The network. */
  address?: string
  requestId?: string
}

/** Owners have no login; the log names the page they acted on. */
export const ownerActor: Actor = { kind: 'system', id: 'owner-page' }

/** The settings of the system client that use cases need on nearly every call. */
export interface ClientSettings {
  clientId: string
  name: string
  timeZone: string
  language: string
  currency?: string
  strictBranches: boolean
  defaultSiteId: string
  /** Survey types that are released automatically for a main order (C2). */
  releaseTypes: string[]
  /** Clients whose centrally managed templates and packages this client sees. */
  masters: string[]
  /** Look-ups by VIN that the client may make (F3). */
  vinLookupsPerMinute: number
  vinLookupsPerDay: number
  /** Package types whose automatic quotes the customer does not see (E8). */
  hiddenUpsaleTypes: string[]
  /** An owner who approves more than this, VAT included, confirms with a code (I3); if left out, never. */
  decisionCodeAbove?: number
  /** People see figures of other persons, with their names. */
  namedFigures: boolean
  /** Who needs a second factor beside the password; if left out, nobody. */
  secondFactor?: SecondFactorRule
  /** After so many minutes urgent work that nobody decided is late. */
  redWarningMinutes: number
  /** Its people are invented: nothing is sent to them, and the outbox shows what they would get. */
  isDemo?: true
  /** For trying out a DMS: nothing that it sends leaves, and its clock can be moved. Never changes. */
  isSandbox?: true
  /** Of a sandbox: how far its clock is ahead of the real time. */
  clockAheadMs?: number
  /** What some sites say differently: read by atSite and atBranch, nobody else. */
  places?: Places
}

export interface Places {
  /** By id; only sites with a value of their own. */
  sites: Record<string, Partial<PlaceSettings>>
  /** The site of each of their branches. */
  branches: Record<string, string>
}

type Placed = { client: ClientSettings }

/** The same, with the time zone and the currency of a site: for whatever belongs to a car. Without a site, those of the client. */
export function atSite<S extends Placed>(scope: S, siteId: string | null | undefined): S {
  const { places } = scope.client
  const own = siteId && places && Object.hasOwn(places.sites, siteId) ? places.sites[siteId] : undefined
  if (!own) return scope
  const { timeZone, currency } = settledAt(own, scope.client)
  return {
    ...scope,
    client: { ...scope.client, timeZone: timeZone.value, ...(currency ? { currency: currency.value } : {}) },
  }
}

/** The same by a branch. */
export function atBranch<S extends Placed>(scope: S, branchId: string | null | undefined): S {
  const branches = scope.client.places?.branches
  return branchId && branches && Object.hasOwn(branches, branchId) ? atSite(scope, branches[branchId]) : scope
}

/** By which days begin and end somewhere at the client. */
export const timeZonesOf = ({ timeZone, places }: Pick<ClientSettings, 'timeZone' | 'places'>): string[] => [
  ...new Set([timeZone, ...Object.values(places?.sites ?? {}).flatMap((site) => site.timeZone ?? [])]),
]

/** For an app that tells the times of a car by the clock of its site. Nothing where all sites have the same. */
export const branchForClock = ({ client }: Placed, branchId: string | null): { branchId?: string } =>
  branchId !== null && timeZonesOf(client).length > 1 ? { branchId } : {}

type Played = Pick<ClientSettings, 'isDemo' | 'isSandbox'>
/** Its people are invented or only tried out: its messages stay in the outbox, where their links can be opened. */
export const sendsNothing = ({ isDemo, isSandbox }: Played): boolean => isDemo === true || isSandbox === true

type Ahead = Pick<ClientSettings, 'clockAheadMs'>
/** The time by the clock of a client. The only place that knows how a client's clock runs. */
export const timeOf = ({ clockAheadMs = 0 }: Ahead, real: Date): Date =>
  clockAheadMs === 0 ? real : new Date(real.getTime() + clockAheadMs)
/** The opposite: for what runs by the clock of the machine, such as queues and signed links. */
export const realTimeOf = (client: Ahead | undefined, time: Date): Date =>
  client?.clockAheadMs ? new Date(time.getTime() - client.clockAheadMs) : time
export interface Scope {
  db: Db
  clientId: string
  client: ClientSettings
  actor: Actor
  /** By the clock of the client. A scope without `client` has the real time. */
  now: Date
  /** Ids of the branches the actor is limited to; if left out, all of the client. Checked in organisation/branch-reach.ts. */
  branches?: readonly string[]
}

/**
 * Input that was read but not accepted yet: the interface wants 404 of the named resource before 400 of the fields (B2), so a use
 * case first looks up the resource and then takes the value.
 */
export interface Fields<T> {
  get(): T
}

/** One of several entries, each accepted separately. */
export interface Entry<T> extends Fields<T> {
  id: string
}

/** A request of a key that was answered, for the log of requests. */
export interface AnsweredRequest {
  clientId: string
  /** When it came. */
  at: Date
  keyId: string
  /** Left out if the interface has no such path, or no such method there: then `asked` has both. */
  operation?: Operation
  asked?: { method: string; path: string }
  params: Record<string, string>
  status: number
  ms: number
  requestId: string
  refusal?: { kind: ProblemKind; errorCode: number; errorInfo: string }
  /** Of a refused write, as it was sent. */
  body?: Buffer
  /** What it changed. */
  told?: readonly Told[]
}

/** The state the caller requires before a change, by If-Match or If-None-Match (B7). */
export interface Precondition {
  /** Called by a use case once it has locked the relevant rows and accepted the fields; throws if the precondition fails. */
  check(): Promise<void>
}

export const unconditional: Precondition = { check: async () => {} }
