// Resolves a visit by link: the system client, the link and its state. Every request of the owner's page starts here.

import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/sql.ts'
import { inTransaction } from '../../db/transaction.ts'
import { scopeOfClient } from '../../organisation/clients.ts'
import { Problem } from '../../problems.ts'
import { ownerActor as actor, type Scope } from '../../scope.ts'
import { languageOfLink } from '../messages/language.ts'
import { findOwnerLink, type HeldLink, type LinkState, linkState } from '../owner-links/owner-links.ts'
import { parseLinkName } from '../owner-links/token.ts'
import { atSurvey } from '../surveys/rows.ts'

export interface Visit {
  scope: Scope
  link: HeldLink
  state: LinkState
}

/** A scope without a link if only the system client is known. */
export type Arrival = Visit | { scope: Scope; link?: undefined } | undefined

async function arrive(db: Db, now: Date, name: string): Promise<Arrival> {
  const parts = parseLinkName(name)
  if (!parts) return undefined
  const scope = await findScope(db, now, parts.clientId)
  if (!scope) return undefined
  const link = await findOwnerLink(scope, parts.hash)
  return link
    ? { scope: await atSurvey(scope, link.surveyId), link, state: linkState(link, scope.now) }
    : { scope }
}

async function findScope(db: Db, now: Date, clientId: string): Promise<Scope | undefined> {
  try {
    return await scopeOfClient({ db, actor, now }, clientId)
  } catch (error) {
    if (error instanceof Problem && error.kind === 'noSuchResource') return undefined
    throw error
  }
}

export interface Place {
  database: Database
  clock: () => Date
}

/** In which the person is written to whom the link was sent. */
export const findOwnLanguage = ({ scope, link }: Pick<Visit, 'scope' | 'link'>) => languageOfLink(scope, link)

/** Viewing alone changes nothing (G4). */
export function visit<T>(place: Place, name: string, work: (arrival: Arrival) => Promise<T>): Promise<T> {
  return arrive(place.database, place.clock(), name).then(work)
}

/** Runs in one transaction. */
export function act<T>(place: Place, name: string, work: (arrival: Arrival) => Promise<T>): Promise<T> {
  return inTransaction(place.database, async (db) => work(await arrive(db, place.clock(), name)))
}
