// Records refusals: failed sign-ins, lock-outs, rejected keys and logins, with the address they came
// from. They are summed in memory for a few seconds, so that a refusal costs nothing and its duration does not reveal
// whether a login exists; flush writes them.

import { auditAreaOf } from '@walkaround/contract/rules/audit-entries.ts'
import { insertEntries } from '../db/audit/entry-store.ts'
import type { Database } from '../db/database.ts'
import type { Db } from '../db/sql.ts'
import { inTransaction } from '../db/transaction.ts'
import { findLoginName } from '../organisation/rules.ts'
import { PLATFORM } from '../organisation/scope.ts'
import * as store from './access-record-store.ts'
import { toPrefix } from './keys.ts'

export interface Refusal {
  kind: 'signIn.failed' | 'signIn.lockedOut' | 'key.refused' | 'access.refused' | 'origin.refused'
  /** A login as it was typed, one that is known, or a key. */
  who: { login: string } | { loginId: string } | { keyId: string }
  address: string
  /** What was asked for. */
  detail?: string
}

export interface AccessLog {
  note(refusal: Refusal, now: Date): void
  /** To be called every few seconds and at the end. */
  flush(): Promise<void>
}

interface Note {
  refusal: Refusal
  times: number
  firstAt: Date
  lastAt: Date
}

/** Most different notes of one kind between two flushes; further ones are counted without their address. */
const MOST_NOTES = 500
/** Most rows per client and hour; further ones lose address and detail, so that they collapse into few. */
const MOST_ROWS = 1_000

type Owners = Awaited<ReturnType<typeof store.findOwners>>

export function createAccessLog(database: Database): AccessLog {
  let notes = new Map<Refusal['kind'], Map<string, Note>>()

  function add({ refusal, times, firstAt, lastAt }: Note): void {
    const ofKind = notes.get(refusal.kind) ?? new Map<string, Note>()
    notes.set(refusal.kind, ofKind)
    const { who, address, detail } = refusal
    const key = JSON.stringify([who, address, detail])
    const known = ofKind.get(key)
    if (known) {
      known.times += times
      known.lastAt = lastAt
    } else if (ofKind.size < MOST_NOTES) {
      ofKind.set(key, { refusal, times, firstAt, lastAt })
    } else {
      const { kind } = refusal
      // Flooding hides nothing: the number of refusals is still counted.
      const rest: Refusal = { kind, who: { login: '' }, address: '' }
      const sum = ofKind.get('rest') ?? { refusal: rest, times: 0, firstAt, lastAt }
      ofKind.set('rest', { ...sum, times: sum.times + times, lastAt })
    }
  }

  return {
    note: (refusal, now) => add({ refusal, times: 1, firstAt: now, lastAt: now }),

    async flush() {
      const taken = [...notes.values()].flatMap((ofKind) => [...ofKind.values()])
      if (taken.length === 0) return
      notes = new Map()
      try {
        await inTransaction(database, (db) => write(db, taken))
      } catch (error) {
        for (const note of taken) add(note)
        throw error
      }
    },
  }
}

async function write(db: Db, notes: Note[]): Promise<void> {
  const owners = await store.findOwners(db, {
    names: notes.flatMap(({ refusal: { who } }) => ('login' in who ? (findLoginName(who.login) ?? []) : [])),
    loginIds: notes.flatMap(({ refusal: { who } }) => ('loginId' in who ? who.loginId : [])),
    keyIds: notes.flatMap(({ refusal: { who } }) => ('keyId' in who ? who.keyId : [])),
  })
  const records = notes.flatMap((note) => toRecords(note, owners))
  auditRefusals(db, records, await writeRecords(db, records), owners)
}

/**
 * The audit gets a refusal when it happens for the first time in its hour, and when it has happened twice, four times, eight times as
 * often and so on: whoever makes a million of them fills nothing.
 */
function auditRefusals(
  db: Db,
  records: readonly store.AccessRecord[],
  counted: readonly CountedRecord[],
  { byId, byName }: Owners,
): void {
  const names = new Map([...byId.values(), ...byName.values()].map(({ id, login }) => [`login/${id}`, login]))
  const latest = new Map(records.map((record) => [record.clientId, record.lastAt]))
  insertEntries(
    db,
    counted.flatMap(({ clientId, kind, subject, address, detail, times, added }) =>
      Math.floor(Math.log2(times)) === Math.floor(Math.log2(times - added))
        ? []
        : {
            clientId,
            at: latest.get(clientId) ?? new Date(),
            area: auditAreaOf(kind),
            kind: kind as Refusal['kind'],
            subject,
            subjectName: subject.startsWith('key/')
              ? toPrefix(subject.slice('key/'.length))
              : names.get(subject),
            actorKind: 'visitor',
            actorId: '',
            address: address || undefined,
            times,
            detail: detail || undefined,
          },
    ),
  )
}

/** One record for each client the login works for. Typed text that is not a login is not kept. */
function toRecords({ refusal, times, firstAt, lastAt }: Note, owners: Owners): store.AccessRecord[] {
  const { kind, who, address, detail } = refusal
  const record = { kind, address, times, firstAt, lastAt, hour: hourOf(lastAt) }
  if ('keyId' in who) {
    const key = owners.keys.get(who.keyId)
    // An invented login: it says nothing about anybody.
    if (!key) return []
    const why = kind === 'key.refused' ? whyRefused(key, lastAt) : (detail ?? '')
    return clientsOf(key).map((clientId) => ({
      ...record,
      clientId,
      subject: `key/${who.keyId}`,
      detail: why,
    }))
  }
  const login =
    'loginId' in who ? owners.byId.get(who.loginId) : owners.byName.get(findLoginName(who.login) ?? '')
  return clientsOf(login).map((clientId) => ({
    ...record,
    clientId,
    subject: login ? `login/${login.id}` : 'unknown',
    detail: detail ?? '',
  }))
}

const clientsOf = (owner: { clientIds: string[] } | undefined) =>
  owner && owner.clientIds.length > 0 ? owner.clientIds : [PLATFORM]

function whyRefused(key: store.KeyOwnerRow, now: Date): string {
  if (key.blockedAt) return 'the key is blocked'
  if (key.expiresAt && key.expiresAt <= now) return 'the key has expired'
  return key.disabledAt ? 'the login is disabled' : 'the key is wrong after its prefix'
}

const hourOf = (at: Date) => new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000)

async function writeRecords(db: Db, records: store.AccessRecord[]): Promise<CountedRecord[]> {
  const full = await store.listFullHours(db, records, MOST_ROWS)
  const kept = records.map((record) =>
    full.has(store.hourKey(record)) ? { ...record, address: '', detail: '' } : record,
  )
  const added = new Map<string, number>()
  for (const one of kept) added.set(keyOf(one), (added.get(keyOf(one)) ?? 0) + one.times)
  const counted = await store.addRecords(db, kept)
  return counted.map((one) => ({ ...one, added: added.get(keyOf(one)) ?? 0 }))
}

type CountedRecord = Awaited<ReturnType<typeof store.addRecords>>[number] & { added: number }

const keyOf = ({ clientId, hour, kind, subject, address, detail }: Omit<CountedRecord, 'times' | 'added'>) =>
  JSON.stringify([clientId, hour, kind, subject, address, detail])

/** Writes in the caller's transaction. */
export async function recordAccess(
  scope: { db: Db; now: Date },
  login: { id: string; roles: readonly { clientId: string }[] },
  done: { kind: string; address: string; detail?: string },
): Promise<void> {
  const clientIds = clientsOf({ clientIds: login.roles.map(({ clientId }) => clientId) })
  await writeRecords(
    scope.db,
    clientIds.map((clientId) => ({
      ...done,
      detail: done.detail ?? '',
      clientId,
      subject: `login/${login.id}`,
      hour: hourOf(scope.now),
      times: 1,
      firstAt: scope.now,
      lastAt: scope.now,
    })),
  )
}

export function sweepAccessRecords(scope: { db: Db; now: Date }, days: number): Promise<number> {
  return store.deleteRecordsBefore(scope.db, new Date(scope.now.getTime() - days * 86_400_000))
}
