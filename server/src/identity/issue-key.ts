// API keys of a login: issuing, listing, blocking. A key is shown once; a lost one is blocked and replaced.

import { assertLabel, assertNetworks } from '../organisation/rules.ts'
import type { AccessScope } from '../organisation/scope.ts'
import { problem } from '../problems.ts'
import * as store from './key-store.ts'
import { isSameHash, makeKey, parseKey, parsePrefix, toPrefix } from './keys.ts'
import { getLogin, getLoginForUpdate, isOfSandbox, recordLoginEvent } from './logins.ts'

interface IssuedKey {
  key: string
  keyId: string
  prefix: string
  expiresAt?: Date
}

export async function issueKey(
  scope: AccessScope,
  args: {
    login: string
    label?: string
    expiresAt?: Date
    requestsPerMinute?: number
    addresses?: readonly string[]
  },
): Promise<IssuedKey> {
  const label = args.label ?? ''
  assertLabel(label)
  if (args.addresses) assertNetworks(args.addresses)
  if (args.expiresAt && !(args.expiresAt > scope.now)) {
    throw problem('invalidArgument', 'expires: must be a time in the future')
  }
  const login = await getLoginForUpdate(scope, args.login)
  if (login.disabledAt) {
    throw problem('invalidArgument', `login: "${login.login}" is disabled; its keys would not work`)
  }
  const { key, keyId, hash } = makeKey({ isTest: await isOfSandbox(scope, login) })
  const { expiresAt = null, requestsPerMinute = null, addresses = null } = args
  const row = { keyId, hash, loginId: login.id, label, expiresAt, requestsPerMinute, addresses }
  await store.insertKey(scope.db, row, scope.now)
  await recordLoginEvent(
    scope,
    login,
    {
      kind: 'key.issued',
      subject: `key/${keyId}`,
      payload: {
        loginId: login.id,
        expiresAt: args.expiresAt?.toISOString(),
        requestsPerMinute: args.requestsPerMinute,
      },
    },
    { after: { login: login.login, label: label || undefined, expiresAt, requestsPerMinute, addresses } },
  )
  return { key, keyId, prefix: toPrefix(keyId), ...(args.expiresAt ? { expiresAt: args.expiresAt } : {}) }
}

export async function listKeys(
  scope: AccessScope,
  args: { login: string },
): Promise<(store.ApiKey & { prefix: string })[]> {
  const login = await getLogin(scope, args.login)
  const keys = await store.listKeys(scope.db, login.id)
  return keys.map((key) => ({ ...key, prefix: toPrefix(key.keyId) }))
}

/** Never echoes what was typed: it may be a key that still works. */
async function getKey(scope: AccessScope, text: string): Promise<store.KeyOwner> {
  const whole = parseKey(text)
  const prefix = whole?.keyId ?? parsePrefix(text)
  if (prefix === undefined) {
    throw problem(
      'invalidArgument',
      'key: must be a whole key, or its prefix (wa_ and at least 4 more characters); a whole key with a typing error ' +
        'is not recognised',
    )
  }
  const [found, another] = await store.listKeysByPrefix(scope.db, prefix)
  if (!found || (whole && !isSameHash(found.hash, whole.hash))) {
    throw problem('noSuchResource', 'key: there is no such key')
  }
  if (another) {
    throw problem('invalidArgument', 'key: several keys begin like this; give more characters of the prefix')
  }
  return found
}

/** How many requests a minute it may make; null: as the setting of the installation says. By the whole key or its prefix. */
export async function limitKey(
  scope: AccessScope,
  args: { key: string; requestsPerMinute: number | null },
): Promise<{ keyId: string; prefix: string; requestsPerMinute?: number }> {
  const { requestsPerMinute: most } = args
  const key = await getKey(scope, args.key)
  const is = {
    keyId: key.id,
    prefix: toPrefix(key.id),
    ...(most === null ? {} : { requestsPerMinute: most }),
  }
  if (most === key.requestsPerMinute) return is
  await store.updateRequestsPerMinute(scope.db, key.id, most)
  const login = await getLogin(scope, key.login)
  await recordLoginEvent(
    scope,
    login,
    {
      kind: 'key.limited',
      subject: `key/${key.id}`,
      payload: { loginId: login.id, before: key.requestsPerMinute ?? undefined, after: most ?? undefined },
    },
    { before: { requestsPerMinute: key.requestsPerMinute }, after: { requestsPerMinute: most } },
  )
  return is
}

export const blocked = { before: { isBlocked: false }, after: { isBlocked: true } }

/** By the whole key or its prefix. Blocking again changes nothing. */
export async function blockKey(
  scope: AccessScope,
  args: { key: string },
): Promise<{ keyId: string; prefix: string; wasBlocked: boolean }> {
  const key = await getKey(scope, args.key)
  const wasBlocked = !(await store.updateBlockedAt(scope.db, key.id, scope.now))
  if (!wasBlocked) {
    const login = await getLogin(scope, key.login)
    await recordLoginEvent(
      scope,
      login,
      {
        kind: 'key.blocked',
        subject: `key/${key.id}`,
        payload: { loginId: login.id },
      },
      blocked,
    )
  }
  return { keyId: key.id, prefix: toPrefix(key.id), wasBlocked }
}
