// The second factor of people who sign in with a password: what is needed of whom, the step between password and session, and what
// people do with their own passkeys and recovery codes. People of an outside provider prove theirs there.
import { hash, randomBytes, randomUUID } from 'node:crypto'
import type {
  NewPasskey,
  OwnSecondFactor,
  Passkey,
  PasskeyCreation,
  SignInProof,
  SignInStep,
} from '@walkaround/contract/app/second-factor.ts'
import { needsSecondFactor } from '@walkaround/contract/rules/second-factor.ts'
import type { Database } from '../db/database.ts'
import type { Db } from '../db/sql.ts'
import { inTransaction } from '../db/transaction.ts'
import { withoutNulls } from '../lib/without-nulls.ts'
import { assertName } from '../organisation/rules.ts'
import type { AccessScope } from '../organisation/scope.ts'
import { Problem, problem } from '../problems.ts'
import type { AccessLog } from './access-log.ts'
import { findDevice } from './devices.ts'
import { beginAttempt, dropAttempt, forgiveAttempts } from './lock-out.ts'
import { getLogin, getLoginForUpdate, recordLoginEvent } from './logins.ts'
import {
  type MadePasskey,
  type RelyingParty,
  readMade,
  readProof,
  toCreation,
  toRequest,
} from './passkeys.ts'
import { hashOfCode, makeCodes } from './recovery-codes.ts'
import * as store from './second-factor-store.ts'
import { deleteSessionsOf } from './session-store.ts'

export const STEP_MS = 5 * 60_000
/** Far more than anybody has devices. */
const MOST_PASSKEYS = 20

/** What comes after a right password; undefined: nothing. */
export type NextStep = 'prove' | 'enrol' | undefined

const isNeeded = ({ roles }: { roles: NonNullable<Awaited<ReturnType<typeof store.findNeed>>>['roles'] }) =>
  roles.some(({ role, rule }) => needsSecondFactor(rule, role))

export async function findNextStep(db: Db, loginId: string): Promise<NextStep> {
  const need = await store.findNeed(db, loginId)
  if (!need) return undefined
  if (need.passkeys > 0) return 'prove'
  return isNeeded(need) ? 'enrol' : undefined
}

const hashOfToken = (token: string) => hash('sha256', token, 'hex')

/** The token is given out once, here. */
export async function beginStep(
  { db, now }: { db: Db; now: Date },
  { loginId, kind }: { loginId: string; kind: store.StepKind },
): Promise<{ token: string; challenge: string }> {
  const token = randomBytes(32).toString('base64url')
  const challenge = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + STEP_MS)
  await store.insertStep(db, { hash: hashOfToken(token), loginId, kind, challenge, expiresAt })
  return { token, challenge }
}

export const impossible = () =>
  problem(
    'passkeysImpossible',
    'the public address of the service is a number; passkeys need a name: set WALKAROUND_BASE_URL',
  )

const over = () =>
  problem('signInOver', 'the step is over, or began in another browser; begin again with the password')

type Step = NonNullable<Awaited<ReturnType<typeof store.findStep>>>

async function getStep(db: Db, token: string | undefined, now: Date): Promise<Step> {
  const step = token === undefined ? undefined : await store.findStep(db, hashOfToken(token), now)
  if (!step) throw over()
  return step
}

export async function readSignInStep(
  { db, now }: { db: Db; now: Date },
  token: string | undefined,
  party: RelyingParty | undefined,
): Promise<SignInStep> {
  const { kind, login, name, loginId, challenge, expiresAt } = await getStep(db, token, now)
  if (kind === 'add') throw over()
  const shown = { kind, login, expiresAt: expiresAt.toISOString() }
  if (kind === 'enrol') {
    if (!party) throw impossible()
    return { ...shown, creation: toCreation(party, challenge, { loginId, login, name }, []) }
  }
  const known = await store.listPasskeys(db, loginId)
  const { codes = 0 } = (await store.findNeed(db, loginId)) ?? {}
  return {
    ...shown,
    ...(party ? { request: toRequest(party, challenge, known) } : {}),
    ...(codes > 0 ? { recoveryCodes: codes } : {}),
  }
}

interface Proving {
  token: string | undefined
  proof: SignInProof
  party: RelyingParty | undefined
  address: string
  deviceToken: string | undefined
  now: Date
  log: AccessLog
}

interface Proved {
  loginId: string
  login: string
  name: string
  isSupport: boolean
  /** How, for the record. */
  detail: string
  /** To be called in the transaction that makes the session: a step, a code and a counter are used once. Returns new recovery codes. */
  use(scope: AccessScope): Promise<string[] | undefined>
}

/** A wrong proof is counted and recorded like a wrong password. */
export async function checkProof(database: Database, args: Proving): Promise<Proved> {
  const { proof, address, now, log } = args
  const given = (['assertion', 'recoveryCode', 'passkey'] as const).filter((way) => proof[way] !== undefined)
  const [way] = given
  if (given.length !== 1 || way === undefined)
    throw problem('invalidArgument', 'assertion, recoveryCode, passkey: send exactly one of them')
  const step = await getStep(database, args.token, now)
  if (step.kind !== (way === 'passkey' ? 'enrol' : 'prove')) throw over()
  const { login, loginId, name, isSupport } = step
  const note = (kind: 'signIn.failed' | 'signIn.lockedOut', detail: string) =>
    log.note({ kind, who: { loginId }, address, detail }, now)
  let counted: Awaited<ReturnType<typeof beginAttempt>>
  try {
    counted = await inTransaction(database, async (db) =>
      beginAttempt(db, { login, address, device: await findDevice(db, { ...args, login }) }, now),
    )
  } catch (error) {
    if (error instanceof Problem) note('signIn.lockedOut', details[way])
    throw error
  }
  let use: Proved['use'] | undefined
  try {
    use = await checks[way](database, step, args)
  } catch (error) {
    await inTransaction(database, (db) => dropAttempt(db, counted))
    throw error
  }
  if (!use) {
    note('signIn.failed', details[way])
    if (way === 'passkey')
      throw problem('invalidArgument', 'passkey: it was not made for this sign-in on a page of this service')
    throw problem(
      'secondFactorWrong',
      'the passkey or the recovery code is not one that holds for this login',
    )
  }
  return {
    loginId,
    login,
    name,
    isSupport,
    detail: details[way],
    use: async (scope) => {
      // First of all: whoever comes second with the same step gets nothing.
      if (!(await store.deleteStep(scope.db, hashOfToken(args.token as string)))) throw over()
      const codes = await use(scope)
      await forgiveAttempts(scope.db, counted)
      return codes
    },
  }
}

const details = {
  assertion: 'with a passkey',
  recoveryCode: 'with a recovery code',
  passkey: 'first passkey',
}

type Check = (database: Database, step: Step, args: Proving) => Promise<Proved['use'] | undefined>

const checks: Record<keyof typeof details, Check> = {
  assertion: async (database, { loginId, challenge }, { proof, party }) => {
    if (!party) throw impossible()
    const assertion = proof.assertion as NonNullable<SignInProof['assertion']>
    const known = await store.listPasskeys(database, loginId)
    const passkey = known.find(({ credentialId }) => credentialId === assertion.id)
    const read = passkey && (await readProof(party, challenge, passkey, assertion))
    if (!passkey || !read) return undefined
    return async ({ db, now }) => {
      const { id, counter: before } = passkey
      // Somebody else has used it meanwhile, with a copy perhaps.
      if (!(await store.updatePasskeyUsed(db, { id, before, ...read }, now))) throw over()
      return undefined
    }
  },
  recoveryCode: async (database, { loginId, login: name }, { proof }) => {
    const hashed = hashOfCode(loginId, proof.recoveryCode as string)
    if (hashed === undefined || !(await store.hasRecoveryCode(database, loginId, hashed))) return undefined
    return async (scope) => {
      if (!(await store.useRecoveryCode(scope.db, loginId, hashed, scope.now))) throw over()
      const { codes: left = 0 } = (await store.findNeed(scope.db, loginId)) ?? {}
      await recordLoginEvent(
        scope,
        await getLogin(scope, name),
        { kind: 'login.recoveryCodeUsed', subject: `login/${loginId}`, payload: { left } },
        { before: { recoveryCodes: left + 1 }, after: { recoveryCodes: left } },
      )
      return undefined
    }
  },
  passkey: async (_database, { loginId, login, challenge }, { proof, party }) => {
    if (!party) throw impossible()
    const given = proof.passkey as NewPasskey
    assertName('name', given.name)
    const made = await readMade(party, challenge, given)
    if (!made) return undefined
    return async (scope) =>
      (await keepPasskey(scope, { loginId, login, name: given.name }, made)).recoveryCodes
  },
}

const toPasskey = ({ id, name, createdAt, usedAt, isSynced }: store.PasskeyRow): Passkey =>
  withoutNulls({
    id,
    name,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
    isSynced: isSynced || null,
  })

/** The first one brings recovery codes: nobody is left with a single device. */
async function keepPasskey(
  scope: AccessScope,
  { login: of, loginId, name }: { login: string; loginId: string; name: string },
  made: MadePasskey,
): Promise<{ passkey: Passkey; recoveryCodes?: string[] }> {
  const login = await getLoginForUpdate(scope, of)
  if (login.disabledAt) throw problem('notAuthorized', 'the login is disabled')
  const before = await store.listPasskeys(scope.db, loginId)
  if (before.length >= MOST_PASSKEYS)
    throw problem('invalidArgument', `passkey: you have ${MOST_PASSKEYS} already; remove one first`)
  const row = { ...made, id: randomUUID(), name, createdAt: scope.now }
  if (!(await store.insertPasskey(scope.db, loginId, row)))
    throw problem('alreadyExists', 'passkey: the service knows this one already')
  const passkeys = before.length + 1
  await recordLoginEvent(
    scope,
    login,
    { kind: 'login.passkeyAdded', subject: `login/${loginId}`, payload: { passkeys } },
    { before: { passkeys: before.length }, after: { passkeys } },
  )
  const passkey = toPasskey({ ...row, usedAt: null })
  if (before.length > 0) return { passkey }
  return { passkey, recoveryCodes: await replaceCodes(scope, login) }
}

async function replaceCodes(
  scope: AccessScope,
  login: Awaited<ReturnType<typeof getLogin>>,
): Promise<string[]> {
  const codes = makeCodes()
  await store.deleteRecoveryCodes(scope.db, login.id)
  const hashes = codes.map((code) => hashOfCode(login.id, code) as string)
  await store.insertRecoveryCodes(scope.db, login.id, hashes, scope.now)
  await recordLoginEvent(
    scope,
    login,
    { kind: 'login.recoveryCodesMade', subject: `login/${login.id}` },
    { secrets: ['recoveryCodes'] },
  )
  return codes
}

/** The person who asks about their own. */
interface Asking {
  loginId: string
  login: string
}

export async function readOwn(
  db: Db,
  { loginId }: Asking,
  party: RelyingParty | undefined,
): Promise<OwnSecondFactor> {
  const need = await store.findNeed(db, loginId)
  const passkeys = (await store.listPasskeys(db, loginId)).map(toPasskey)
  return {
    passkeys,
    recoveryCodes: need?.codes ?? 0,
    ...(need && isNeeded(need) ? { isNeeded: true } : {}),
    ...(party && need?.hasPassword ? { isPossible: true } : {}),
    ...(party ? { host: party.id } : {}),
  }
}

/** Call it after the password was checked. */
export async function beginPasskey(
  scope: { db: Db; now: Date },
  { loginId, login: of }: Asking,
  party: RelyingParty | undefined,
): Promise<{ ticket: string; creation: PasskeyCreation }> {
  if (!party) throw impossible()
  const { login, name } = await getLogin(scope, of)
  const known = await store.listPasskeys(scope.db, loginId)
  const { token, challenge } = await beginStep(scope, { loginId, kind: 'add' })
  return { ticket: token, creation: toCreation(party, challenge, { loginId, login, name }, known) }
}

/** Checks outside of the transaction; what it returns is called in it. */
export async function checkNewPasskey(
  database: Database,
  { loginId, login }: Asking,
  { ticket, passkey }: { ticket: string; passkey: NewPasskey },
  { party, now }: { party: RelyingParty | undefined; now: Date },
): Promise<(scope: AccessScope) => Promise<{ passkey: Passkey; recoveryCodes?: string[] }>> {
  if (!party) throw impossible()
  assertName('name', passkey.name)
  const step = await getStep(database, ticket, now)
  if (step.kind !== 'add' || step.loginId !== loginId) throw over()
  const made = await readMade(party, step.challenge, passkey)
  if (!made)
    throw problem('invalidArgument', 'passkey: it was not made for this request on a page of this service')
  return async (scope) => {
    if (!(await store.deleteStep(scope.db, hashOfToken(ticket)))) throw over()
    return keepPasskey(scope, { loginId, login, name: passkey.name }, made)
  }
}

const noPasskey = (id: string) =>
  problem('noSuchResource', `passkey_id: you have no passkey ${JSON.stringify(id)}`)

export async function renamePasskey(
  { db }: { db: Db },
  { loginId }: Asking,
  id: string,
  name: string,
): Promise<void> {
  assertName('name', name)
  if (!(await store.updatePasskeyName(db, loginId, id, name))) throw noPasskey(id)
}

/** Call it after the password was checked. With the last one the codes go: they would protect nothing. */
export async function removePasskey(scope: AccessScope, { login: of }: Asking, id: string): Promise<void> {
  const login = await getLoginForUpdate(scope, of)
  const need = await store.findNeed(scope.db, login.id)
  const left = (need?.passkeys ?? 0) - 1
  if (!(await store.deletePasskey(scope.db, login.id, id))) throw noPasskey(id)
  if (left === 0 && need && isNeeded(need))
    throw problem('passkeyNeeded', 'passkey_id: you need a second factor here; add another passkey first')
  if (left === 0) await store.deleteRecoveryCodes(scope.db, login.id)
  await recordLoginEvent(
    scope,
    login,
    { kind: 'login.passkeyRemoved', subject: `login/${login.id}`, payload: { passkeys: left } },
    { before: { passkeys: left + 1 }, after: { passkeys: left } },
  )
}

/** Call it after the password was checked. */
export async function makeRecoveryCodes(scope: AccessScope, { login: of }: Asking): Promise<string[]> {
  const login = await getLoginForUpdate(scope, of)
  if ((await store.listPasskeys(scope.db, login.id)).length === 0)
    throw problem('invalidArgument', 'passkeys: recovery codes are for people with a passkey; add one first')
  return replaceCodes(scope, login)
}

/** By somebody else, for a person whose devices are lost. Whoever holds them is signed out too. */
export async function clearSecondFactor(
  scope: AccessScope,
  args: { login: string },
): Promise<{ login: string; passkeys: number }> {
  const login = await getLoginForUpdate(scope, args.login)
  const passkeys = await store.deletePasskeysOf(scope.db, login.id)
  await store.deleteRecoveryCodes(scope.db, login.id)
  await store.deleteStepsOf(scope.db, login.id)
  if (passkeys === 0) return { login: login.login, passkeys }
  await deleteSessionsOf(scope.db, login.id)
  await recordLoginEvent(
    scope,
    login,
    { kind: 'login.secondFactorCleared', subject: `login/${login.id}`, payload: { passkeys } },
    { before: { passkeys }, after: { passkeys: 0 } },
  )
  return { login: login.login, passkeys }
}

/** For the command line: the passkeys of anybody. */
export async function listPasskeysOf(
  scope: Pick<AccessScope, 'db'>,
  args: { login: string },
): Promise<{ passkeys: Passkey[]; recoveryCodes: number; isNeeded?: true }> {
  const { id } = await getLogin(scope, args.login)
  const {
    passkeys,
    recoveryCodes,
    isNeeded: needed,
  } = await readOwn(scope.db, { loginId: id, login: args.login }, undefined)
  return { passkeys, recoveryCodes, ...(needed ? { isNeeded: true } : {}) }
}

export function sweepSteps({ db, now }: { db: Db; now: Date }): Promise<number> {
  return store.deleteStepsBefore(db, now)
}
