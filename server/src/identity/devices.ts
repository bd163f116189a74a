// Devices people signed in from: a random token in a cookie that outlives the session, of which only the hash is stored.
// It opens nothing; it only says that guesses made elsewhere need not keep this device waiting.
import { hash, randomBytes } from 'node:crypto'
import type { Db } from '../db/sql.ts'
import { findLoginName } from '../organisation/rules.ts'
import * as store from './device-store.ts'

/** A device that was not used for this long counts as unknown. */
export const DEVICE_LIFETIME_MS = 180 * 86_400_000

export const deviceIdOf = (token: string): string => hash('sha256', token, 'hex')

/** The device's id when the login signed in from it before. */
export async function findDevice(
  db: Db,
  args: { login: string; deviceToken?: string | undefined },
): Promise<string | undefined> {
  const login = findLoginName(args.login)
  if (args.deviceToken === undefined || login === undefined) return undefined
  const device = deviceIdOf(args.deviceToken)
  return (await store.isKnownDevice(db, device, login)) ? device : undefined
}

/** After a right password. The token it has is kept when we gave it out: several people share a tablet. */
export async function rememberDevice(
  scope: { db: Db; now: Date },
  args: { loginId: string; deviceToken?: string | undefined },
): Promise<string> {
  const given = args.deviceToken
  const isOurs = given !== undefined && (await store.existsDevice(scope.db, deviceIdOf(given)))
  const token = isOurs ? given : randomBytes(32).toString('base64url')
  await store.upsertDevice(scope.db, deviceIdOf(token), args.loginId, scope.now)
  return token
}

/** By its token; undefined if nobody signed in from it. */
export async function findKnownDevice(db: Db, deviceToken: string | undefined): Promise<string | undefined> {
  if (deviceToken === undefined) return undefined
  const device = deviceIdOf(deviceToken)
  return (await store.existsDevice(db, device)) ? device : undefined
}

/** The same for somebody whose cookie is not at hand: a known device by its id, or a new one with its token. */
export async function rememberDeviceByIds(
  scope: { db: Db; now: Date },
  { loginId, device }: { loginId: string; device: Uint8Array | null },
): Promise<{ id: string; token: string | undefined }> {
  const token = device ? undefined : randomBytes(32).toString('base64url')
  // The embedded database gives plain bytes.
  const id = device ? Buffer.from(device).toString('hex') : deviceIdOf(token as string)
  await store.upsertDevice(scope.db, id, loginId, scope.now)
  return { id, token }
}

export function sweepDevices(scope: { db: Db; now: Date }): Promise<number> {
  return store.deleteDevicesBefore(scope.db, new Date(scope.now.getTime() - DEVICE_LIFETIME_MS))
}
