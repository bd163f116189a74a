// The way out of reminders: finds the person behind an address of a message, says what is so, and changes it. Only the person of that
// address is meant, on the channel of the message, at every car and order.
import type { ReminderStop } from '@walkaround/contract/owner-page.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/sql.ts'
import { inTransaction } from '../../db/transaction.ts'
import { scopeOfClient } from '../../organisation/clients.ts'
import { Problem } from '../../problems.ts'
import { ownerActor, type Scope } from '../../scope.ts'
import { toMessageLanguage } from '../messages/texts.ts'
import { parseLinkName } from '../owner-links/token.ts'
import { createGuessLimit } from '../owner-page/guess-limit.ts'
import { loadDealership } from '../owner-page/load-page.ts'
import type { PersonRow } from './model.ts'
import { findPerson, setStopped } from './people-store.ts'

export interface StopPlace {
  database: Database
  clock: () => Date
}

interface Found {
  scope: Scope
  person: PersonRow
}

export const limitGuesses = () => createGuessLimit()

async function find(db: Db, now: Date, name: string): Promise<Found | undefined> {
  const parts = parseLinkName(name)
  const scope = parts && (await scopeOf(db, now, parts.clientId))
  const person = scope && (await findPerson(scope, parts.hash))
  return person && { scope, person }
}

/** Undefined for an address that is none of ours. */
export const findStop = ({ database, clock }: StopPlace, name: string): Promise<Found | undefined> =>
  find(database, clock(), name)

/** Undefined as above. Changing it to what it is does nothing. */
export async function changeStop(
  { database, clock }: StopPlace,
  name: string,
  isStopped: boolean,
): Promise<Found | undefined> {
  const found = await inTransaction(database, async (db) => {
    const one = await find(db, clock(), name)
    if (one) await setStopped(one.scope, one.person, isStopped)
    return one
  })
  // The transaction is over.
  return found && { ...found, scope: { ...found.scope, db: database } }
}

export async function describeStop(
  { scope, person }: Found,
  asked: Language | undefined,
  now: Pick<ReminderStop, 'isStopped' | 'isChanged'>,
): Promise<{ language: Language; shown: ReminderStop }> {
  const language = asked ?? toMessageLanguage(person.language)
  const { dealership } = await loadDealership(scope, person.surveyId, language)
  return { language, shown: { ...now, channel: person.channel, ...(dealership ? { dealership } : {}) } }
}

async function scopeOf(db: Db, now: Date, clientId: string): Promise<Scope | undefined> {
  try {
    return await scopeOfClient({ db, actor: ownerActor, now }, clientId)
  } catch (error) {
    if (error instanceof Problem && error.kind === 'noSuchResource') return undefined
    throw error
  }
}
