// Keys as the admins of one client set them up: those of logins that work for this client alone. Keys of other logins are shown only.
import type { ApiKey, KeyChange, NewKey } from '@walkaround/contract/app/keys.ts'
import { isIsoDate, toLastInstant } from '@walkaround/contract/rules/iso-dates.ts'
import { withoutNulls } from '../lib/without-nulls.ts'
import { assertLabel, assertNetworks, toLoginName } from '../organisation/rules.ts'
import { problem } from '../problems.ts'
import type { Scope } from '../scope.ts'
import { blocked, issueKey } from './issue-key.ts'
import * as store from './key-store.ts'
import { toPrefix } from './keys.ts'
import { findLogin } from './login-store.ts'
import { addLogin, getLogin, recordLoginEvent } from './logins.ts'

const DAY_MS = 86_400_000

export async function listKeysOfClient(scope: Scope): Promise<ApiKey[]> {
  const rows = await store.listWholeKeysOfClient(scope.db, scope.clientId)
  const shown = rows.map((row) => toShown(row, scope.now))
  return [...shown.filter(isWorking), ...shown.filter((key) => !isWorking(key))]
}

const isWorking = ({ state }: ApiKey) => state === 'works'

function toShown(row: store.KeyOfClientRow, now: Date): ApiKey {
  const { isDisabled, isShared, createdAt, expiresAt, blockedAt, lastUsedAt, ...rest } = row
  return withoutNulls({
    ...rest,
    prefix: toPrefix(row.id),
    createdAt: createdAt.toISOString(),
    state: blockedAt
      ? ('blocked' as const)
      : expiresAt && expiresAt <= now
        ? ('expired' as const)
        : isDisabled
          ? ('loginDisabled' as const)
          : ('works' as const),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    isShared: isShared || null,
  }) as ApiKey
}

/** The key is given out once, here. */
export async function addKeyOfClient(
  scope: Scope,
  { login: given, name, expiresAt, ...limits }: NewKey,
): Promise<{ id: string; prefix: string; key: string; expiresAt?: string }> {
  const login = toLoginName(given)
  const known = await findLogin(scope.db, login)
  const isOurs = known && !known.isSupport && known.roles.every(({ clientId }) => clientId === scope.clientId)
  if (known && !(isOurs && known.roles.length > 0))
    throw problem('notYours', `login: ${JSON.stringify(login)} cannot be used here; choose another name`)
  if (!known)
    await addLogin(scope, { login, role: 'dms', clientId: scope.clientId, ...(name ? { name } : {}) })
  return toIssued(
    await issueKey(scope, { ...limits, login, ...withExpiry(expiresAt, scope.client.timeZone) }),
  )
}

const withExpiry = (expiresAt: string | undefined, timeZone: string) =>
  expiresAt === undefined || !isIsoDate(expiresAt) ? {} : { expiresAt: toLastInstant(expiresAt, timeZone) }

const toIssued = ({ keyId, prefix, key, expiresAt }: Awaited<ReturnType<typeof issueKey>>) => ({
  id: keyId,
  prefix,
  key,
  ...(expiresAt ? { expiresAt: expiresAt.toISOString() } : {}),
})

async function getOwnKey(scope: Scope, keyId: string): Promise<store.KeyOfClientRow> {
  const key = await store.findKeyOfClient(scope.db, scope.clientId, keyId)
  if (!key) throw problem('noSuchResource', `key: there is no key ${JSON.stringify(keyId)}`)
  if (key.isShared)
    throw problem(
      'notYours',
      `key: its login "${key.login}" also works for other clients; support can change it`,
    )
  return key
}

const factsOf = ({ label, requestsPerMinute, addresses }: KeyChange | store.KeyOfClientRow) => ({
  ...(label ? { label } : {}),
  ...(requestsPerMinute ? { requestsPerMinute } : {}),
  ...(addresses ? { addresses } : {}),
})

export async function changeKey(scope: Scope, keyId: string, change: KeyChange): Promise<ApiKey> {
  const { label = '', requestsPerMinute = null, addresses = null } = change
  assertLabel(label)
  if (addresses) assertNetworks(addresses)
  await store.findKeyForUpdate(scope.db, keyId)
  const before = await getOwnKey(scope, keyId)
  const [was, is] = [factsOf(before), factsOf(change)]
  if (JSON.stringify(was) !== JSON.stringify(is)) {
    await store.updateKey(scope.db, keyId, { label, requestsPerMinute, addresses })
    await recordLoginEvent(
      scope,
      await getLogin(scope, before.login),
      {
        kind: 'key.changed',
        subject: `key/${keyId}`,
        payload: { loginId: before.loginId, before: was, after: is },
      },
      { before: was, after: is },
    )
  }
  return toShown({ ...before, label, requestsPerMinute, addresses }, scope.now)
}

/** Both work until the former one stops. A key that already stopped, or has a successor, gets none. */
export async function rotateKey(scope: Scope, keyId: string, overlapDays: number) {
  await store.findKeyForUpdate(scope.db, keyId)
  const before = await getOwnKey(scope, keyId)
  const { state } = toShown(before, scope.now)
  if (state !== 'works')
    throw problem('invalidArgument', `key: ${toPrefix(keyId)} does not work any more; issue a new one`)
  if (before.replacedBy !== null)
    throw problem(
      'invalidArgument',
      `key: ${toPrefix(keyId)} was replaced by ${toPrefix(before.replacedBy)} already`,
    )
  const { login, label, requestsPerMinute, addresses } = before
  const issued = await issueKey(scope, {
    login,
    label,
    ...(requestsPerMinute === null ? {} : { requestsPerMinute }),
    ...(addresses === null ? {} : { addresses }),
  })
  const stops = new Date(scope.now.getTime() + overlapDays * DAY_MS)
  const until = before.expiresAt && before.expiresAt < stops ? before.expiresAt : stops
  await store.updateReplaced(scope.db, keyId, issued.keyId, until)
  await recordLoginEvent(
    scope,
    await getLogin(scope, login),
    {
      kind: 'key.replaced',
      subject: `key/${keyId}`,
      payload: { loginId: before.loginId, by: issued.keyId, until: until.toISOString() },
    },
    {
      before: { expiresAt: before.expiresAt },
      after: { expiresAt: until, replacedBy: issued.prefix },
    },
  )
  return toIssued(issued)
}

export async function blockKeyOfClient(scope: Scope, keyId: string): Promise<void> {
  const key = await getOwnKey(scope, keyId)
  if (!(await store.updateBlockedAt(scope.db, keyId, scope.now))) return
  await recordLoginEvent(
    scope,
    await getLogin(scope, key.login),
    {
      kind: 'key.blocked',
      subject: `key/${keyId}`,
      payload: { loginId: key.loginId },
    },
    blocked,
  )
}
