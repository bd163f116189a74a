// The link of the first start: one at a time, for a day, and only as long as there is no client. The database keeps a hash of it, so every
// process of an installation knows the newest one.
import { timingSafeEqual } from 'node:crypto'
import { findSecret, putSecret, takeSecret } from '../../db/installation-secrets.ts'
import type { Db } from '../../db/sql.ts'
import { hasClients } from '../../organisation/clients.ts'
import type { AccessScope } from '../../organisation/scope.ts'
import { problem } from '../../problems.ts'
import { hashToken, makeToken } from '../owner-links/token.ts'

const SECRET = 'set-up-link'
const LIFETIME_MS = 24 * 3_600_000
const HASH_BYTES = 32
const TOKEN = /^[\w-]{32}$/

export interface SetUpLink {
  link: string
  /** ISO instant. */
  expiresAt: string
}

/** The link before it is void from now on. */
export async function makeSetUpLink(
  { db, now }: Pick<AccessScope, 'db' | 'now'>,
  baseUrl: string,
): Promise<SetUpLink> {
  if (await hasClients(db))
    throw problem(
      'alreadyExists',
      'client: this installation is set up already; sign in, or add another client with: walkaround client add',
    )
  const token = makeToken()
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  await putSecret(db, SECRET, toValue(token, expiresAt))
  return { link: `${baseUrl}/set-up/${token}`, expiresAt: expiresAt.toISOString() }
}

function toValue(token: string, expiresAt: Date): Buffer {
  const until = Buffer.alloc(8)
  until.writeBigUInt64BE(BigInt(expiresAt.getTime()))
  return Buffer.concat([hashToken(token), until])
}

/** What is kept of the link with this token, if it works. */
async function findValue(db: Db, now: Date, token: string): Promise<Buffer | undefined> {
  if (!TOKEN.test(token)) return undefined
  const value = await findSecret(db, SECRET)
  if (value?.length !== HASH_BYTES + 8) return undefined
  const isSame = timingSafeEqual(value.subarray(0, HASH_BYTES), hashToken(token))
  return isSame && value.readBigUInt64BE(HASH_BYTES) > BigInt(now.getTime()) ? value : undefined
}

/** over: somebody works here already, so no link is needed any more. */
export async function examineLink(db: Db, now: Date, token: string): Promise<'works' | 'unknown' | 'over'> {
  if (await hasClients(db)) return 'over'
  return (await findValue(db, now, token)) ? 'works' : 'unknown'
}

/** In the transaction that sets up the client: of several people with the link, one gets it. */
export async function takeLink(db: Db, now: Date, token: string): Promise<boolean> {
  const value = await findValue(db, now, token)
  return value !== undefined && (await takeSecret(db, SECRET, value)) && !(await hasClients(db))
}
