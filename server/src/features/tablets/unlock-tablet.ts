// What a tablet does before anybody is signed in: it is paired, says who may unlock it, and signs a person in by their PIN. Its
// cookie opens nothing else.
import type { OwnTablet } from '@walkaround/contract/app/tablets.ts'
import { mostWrongPins } from '@walkaround/contract/rules/pins.ts'
import type { Db } from '../../db/sql.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { KnownSession } from '../../identity/authenticate.ts'
import { createSession, endSession, endTabletSessions } from '../../identity/sessions.ts'
import { withoutNulls } from '../../lib/without-nulls.ts'
import { findClient } from '../../organisation/client-store.ts'
import { problem } from '../../problems.ts'
import type { Actor, ClientSettings } from '../../scope.ts'
import { hashToken, makeToken, parseLinkName, toLinkName } from '../owner-links/token.ts'
import { openHash } from './pins.ts'
import type { TabletPlace } from './place.ts'
import { OFFLINE_MS, SESSION_MS } from './rules.ts'
import * as store from './store.ts'

/** Nobody is signed in: the tablet itself acts. */
const actorOf = (tabletId: string): Actor => ({ kind: 'system', id: `tablet/${tabletId}` })

const notPaired = () =>
  problem(
    'tabletNotPaired',
    'this device is no shared tablet; pair it with a new code, or sign in with a password',
  )

interface Found {
  client: ClientSettings
  tokenHash: Buffer
  tablet: store.TabletRow
}

async function findByCookie(db: Db, cookie: string | undefined): Promise<Found> {
  const parts = cookie === undefined ? undefined : parseLinkName(cookie)
  const client = parts && (await findClient(db, parts.clientId))
  const tablet = client && (await store.findPairedTablet({ db, clientId: client.clientId }, parts.hash))
  if (!parts || !client || !tablet) throw notPaired()
  return { client, tokenHash: parts.hash, tablet }
}

async function toOwn(db: Db, { client, tablet }: Pick<Found, 'client' | 'tablet'>): Promise<OwnTablet> {
  const people = await store.listTabletPeople({ db, clientId: client.clientId }, tablet)
  return {
    id: tablet.id,
    name: tablet.name,
    lockMinutes: tablet.lockMinutes,
    clientId: client.clientId,
    clientName: client.name,
    people: people.map(({ id, name, usedAt, failures }) =>
      withoutNulls({
        id,
        name,
        usedAt: usedAt?.toISOString() ?? null,
        isLocked: failures >= mostWrongPins || null,
      }),
    ),
  }
}

const SEEN_STEP_MS = 60_000

export async function readOwnTablet(
  { db, now }: { db: Db; now: Date },
  cookie: string | undefined,
): Promise<OwnTablet> {
  const found = await findByCookie(db, cookie)
  const { client, tablet } = found
  if (now.getTime() - (tablet.seenAt?.getTime() ?? 0) >= SEEN_STEP_MS)
    await store.updateTabletSeen({ db, clientId: client.clientId }, tablet.id, now)
  return toOwn(db, found)
}

const AGENT_LENGTH = 300

interface Device {
  code: string
  agent: string | undefined
  now: Date
}

export async function pairDevice(
  { database, authenticator }: TabletPlace,
  { now, ...device }: Device,
): Promise<Paired> {
  const paired = await inTransaction(database, (db) => pairTablet({ db, now }, device))
  authenticator.forget()
  return paired
}

interface Paired {
  cookie: string
  tablet: OwnTablet
}

/** The token is given out once, here. Whoever had the tablet before is signed out of it. */
export async function pairTablet(
  { db, now }: { db: Db; now: Date },
  { code, agent }: Omit<Device, 'now'>,
): Promise<Paired> {
  const parts = parseLinkName(code)
  const client = parts && (await findClient(db, parts.clientId))
  const token = makeToken()
  const paired =
    client &&
    (await store.takeCode({ db, clientId: client.clientId, actor: actorOf('new'), now }, parts.hash, {
      tokenHash: hashToken(token),
      agent: agent?.slice(0, AGENT_LENGTH) ?? null,
    }))
  if (!paired)
    throw problem('pairingOver', 'code: is unknown, was used, or is older than ten minutes; make a new one')
  await endTabletSessions({ db }, paired.id)
  return {
    cookie: toLinkName(client.clientId, token),
    tablet: await toOwn(db, { client, tablet: paired }),
  }
}

interface Try {
  cookie: string | undefined
  person: string
  pin: string
  address: string
  agent: string | undefined
  /** Of whoever is signed in on the device: that session ends. */
  formerToken: string | undefined
  now: Date
}

/** The session of the person, bound to the tablet. */
export async function unlockTablet(
  place: TabletPlace,
  given: Try,
): Promise<{ session: KnownSession; token: string; seconds: number }> {
  const { token, expiresAt } = await begin(place, given)
  // Who was there before is forgotten here at once, in other processes within a second.
  place.authenticator.forget()
  const session = await place.authenticator.authenticateSession(token)
  if (!session) throw notPaired()
  return { session, token, seconds: Math.floor((expiresAt.getTime() - given.now.getTime()) / 1000) }
}

async function begin(
  { database, pinBox: pins, accessLog: log }: TabletPlace,
  given: Try,
): Promise<{ token: string; expiresAt: Date }> {
  const { now } = given
  const found = await findByCookie(database, given.cookie)
  const { client, tablet } = found
  const { clientId } = client
  const person = await store.findTabletPerson({ db: database, clientId }, tablet, given.person)
  const note = (kind: 'signIn.failed' | 'signIn.lockedOut') => {
    if (person) log.note({ kind, who: { loginId: person.id }, address: given.address, detail: 'PIN' }, now)
  }
  const at = { db: database, clientId }
  const tries = person && (await store.beginTry(at, tablet.id, person.id, mostWrongPins))
  if (person && tries === undefined) {
    note('signIn.lockedOut')
    throw locked()
  }
  let isRight: boolean
  try {
    isRight = await pins.work.isRight(await openHash(pins, clientId, person), given.pin)
  } catch (error) {
    if (person) await store.takeBackTry(at, tablet.id, person.id)
    throw error
  }
  if (!person || !isRight) {
    note('signIn.failed')
    const left = mostWrongPins - (tries ?? 0)
    if (person && left === 0)
      await store.recordLocked({ ...at, actor: actorOf(tablet.id), now }, tablet.id, person.id)
    if (left === 0) throw locked()
    throw problem(
      'wrongPin',
      person ? `pin: is wrong; ${left} of ${mostWrongPins} tries are left` : 'pin: is wrong',
    )
  }
  return inTransaction(database, async (db) => {
    // Revoked while the PIN was being checked; and who revokes now waits, and then ends this session too.
    if (!(await store.holdPaired({ db, clientId }, found.tokenHash))) throw notPaired()
    const actor: Actor = { kind: 'login', id: person.id }
    const scope = { db, actor, now }
    if (given.formerToken !== undefined) await endSession(scope, given.formerToken)
    await store.recordUnlocked({ ...scope, clientId }, tablet.id, person.id)
    return createSession(scope, {
      login: person.login,
      lifetimeMs: SESSION_MS,
      origin: { address: given.address, agent: given.agent },
      tablet: {
        id: tablet.id,
        name: tablet.name,
        clientId,
        lockMinutes: tablet.lockMinutes,
        offlineUntil: new Date(now.getTime() + OFFLINE_MS).toISOString(),
        ...(tablet.branches ? { branches: tablet.branches } : {}),
      },
    })
  })
}

const locked = () =>
  problem(
    'pinLocked',
    'pin: too many wrong ones were typed; sign in with your password and set another PIN, or ask who manages logins',
  )
