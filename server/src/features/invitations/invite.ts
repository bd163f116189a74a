// Invites people, and gives them a link for another password. The person chooses the password; nobody else ever knows it. What is replied
// is the same whether or not the login exists at another client.
import { randomUUID } from 'node:crypto'
import type { Invitation, MadeInvitation, NewInvitation } from '@walkaround/contract/app/logins.ts'
import { mayManage, type Standing } from '@walkaround/contract/rules/managing.ts'
import { findLanguage } from '@walkaround/contract/rules/texts.ts'
import { recordChange } from '../../db/audit/record-change.ts'
import { toRole } from '../../identity/logins.ts'
import { beyond, holdManaged, type Manager } from '../../identity/manage-logins.ts'
import { findManagedLoginByName } from '../../identity/managed-login-store.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { withoutNulls } from '../../lib/without-nulls.ts'
import { assertEmail, assertLanguage, assertName, toLoginName } from '../../organisation/rules.ts'
import type { SecretBox, UnlockedBox } from '../../outside/secret-box.ts'
import { Problem, problem, problemOf, type Violation } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import type { Channels } from '../messages/channels.ts'
import { hashToken, makeToken, toLinkName } from '../owner-links/token.ts'
import { auditedInvitation, type InvitationRow } from './model.ts'
import * as store from './store.ts'

const DAY_MS = 86_400_000
const VALID_MS = 7 * DAY_MS
/** So long, people see what expired and can make its link anew. */
const SHOWN_MS = 30 * DAY_MS

export const MAIL_JOB = 'invitation.mail'
export const linkPurpose = (clientId: string, id: string) => `invitation ${JSON.stringify([clientId, id])}`

/** What the service has for it. */
export interface InvitationPost {
  box: SecretBox
  channels: Pick<Channels, 'isKept'>
  nudge: () => void
}

export interface InvitationOffice {
  baseUrl: string
  /** Opened before the transaction. */
  box: UnlockedBox
  /** Mails of this client go nowhere. */
  keepsMails: boolean
}

const toShown = (by: Standing, row: InvitationRow, now: Date): Invitation => {
  const { email, createdAt, expiresAt, role, ...rest } = row
  return withoutNulls({
    ...rest,
    role: role as Invitation['role'],
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    sentTo: email,
    isOver: expiresAt <= now || null,
    mayChange: mayManage(by, standingOf(row)) || null,
    language: null,
  }) as Invitation
}

const standingOf = ({ role, branches }: InvitationRow): Standing => ({
  role,
  branches: branches ?? undefined,
})

const isSeen = (by: Standing, { branches }: InvitationRow) =>
  by.branches === undefined || (branches?.some((id) => by.branches?.includes(id)) ?? false)

export async function listInvitations(scope: Scope, by: Manager): Promise<Invitation[]> {
  const rows = await store.listWaiting(scope, new Date(scope.now.getTime() - SHOWN_MS))
  return rows.filter((row) => isSeen(by, row)).map((row) => toShown(by, row, scope.now))
}

export async function addInvitation(
  scope: Scope,
  by: Manager,
  { login: given, name, role, branches, email, language }: NewInvitation,
  office: InvitationOffice,
): Promise<MadeInvitation> {
  const login = toLoginName(given)
  assertName('name', name)
  const wanted = await toRole(scope, { clientId: scope.clientId, role, ...(branches ? { branches } : {}) })
  if (!mayManage(by, wanted)) throw beyond(by, wanted)
  if (await findManagedLoginByName(scope.db, scope.clientId, login))
    throw problem('alreadyExists', `login: "${login}" has a role here already; change it there`)
  if (await store.findWaitingOf(scope, login))
    throw problem(
      'alreadyExists',
      `login: "${login}" is invited already; make its link anew, or take it back`,
    )
  return make(
    scope,
    by,
    { kind: 'join', login, name, role, branches: wanted.branches ?? null, email, language },
    office,
  )
}

/** All of them or nobody. What is wrong is told for every person at once. */
export async function addInvitations(
  scope: Scope,
  by: Manager,
  wanted: readonly NewInvitation[],
  office: InvitationOffice,
): Promise<MadeInvitation[]> {
  const made: MadeInvitation[] = []
  const violations: Violation[] = []
  for (const [place, one] of wanted.entries()) {
    try {
      made.push(await addInvitation(scope, by, one, office))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      violations.push({ kind: error.kind, info: `invitations[${place}].${error.errorInfo}` })
    }
  }
  if (violations.length > 0) throw problemOf(violations)
  return made
}

/** The former password holds until the link is used. */
export async function addPasswordLink(
  scope: Scope,
  by: Manager,
  loginId: string,
  { email, language }: Pick<NewInvitation, 'email' | 'language'>,
  office: InvitationOffice,
): Promise<MadeInvitation> {
  const { login, name, role, branches, isShared } = await holdManaged(scope, by, loginId)
  if (isShared)
    throw problem(
      'notYours',
      `login: "${login}" also works for other clients; support can let them choose a password`,
    )
  if (role === 'dms')
    throw problem('invalidArgument', `login: "${login}" is a system and uses keys, no password`)
  const before = await store.findWaitingOf(scope, login)
  if (before) await withdraw(scope, before)
  return make(scope, by, { kind: 'password', login, name, role, branches, email, language }, office)
}

interface Wanted extends Pick<InvitationRow, 'kind' | 'login' | 'name' | 'role' | 'branches'> {
  email: string | undefined
  language: string | undefined
}

async function make(
  scope: Scope,
  by: Manager,
  { email, language = scope.client.language, ...wanted }: Wanted,
  office: InvitationOffice,
): Promise<MadeInvitation> {
  assertLanguage(findLanguage(language) ?? language)
  if (email !== undefined) assertMail(email, office)
  const row: InvitationRow = {
    ...wanted,
    id: randomUUID(),
    email: email ?? null,
    language,
    mail: email === undefined ? null : 'waiting',
    mailFailure: null,
    createdAt: scope.now,
    expiresAt: new Date(scope.now.getTime() + VALID_MS),
  }
  const { link, ...stored } = newLink(scope, row, office)
  await store.insertInvitation(scope, row, stored)
  recordChange(scope, auditedInvitation('invitation.made', row))
  if (row.email !== null) await enqueue(scope, { kind: MAIL_JOB, payload: { id: row.id } })
  return { ...toShown(by, row, scope.now), link }
}

function assertMail(email: string, { keepsMails }: InvitationOffice): void {
  assertEmail(email)
  if (keepsMails)
    throw problem('channelNotSetUp', 'email: no mail leaves this system; leave it out and hand the link over')
}

function newLink(
  { clientId }: Pick<Scope, 'clientId'>,
  { id, email }: InvitationRow,
  { baseUrl, box }: InvitationOffice,
): store.Link & { link: string } {
  const token = makeToken()
  const link = `${baseUrl}/j/${toLinkName(clientId, token)}`
  const sealedLink = email === null ? null : box.seal(link, linkPurpose(clientId, id))
  return { link, tokenHash: hashToken(token), sealedLink }
}

async function hold(scope: Scope, by: Manager, id: string): Promise<InvitationRow> {
  const row = await store.lockWaiting(scope, id)
  if (!row || !isSeen(by, row))
    throw problem('noSuchResource', `invitation: there is no invitation ${JSON.stringify(id)} that waits`)
  if (!mayManage(by, standingOf(row)))
    throw problem(
      'notYours',
      `invitation: "${row.login}" is invited as ${row.role}; an admin has to change it`,
    )
  return row
}

export async function renewInvitation(
  scope: Scope,
  by: Manager,
  id: string,
  office: InvitationOffice,
): Promise<MadeInvitation> {
  const before = await hold(scope, by, id)
  if (before.email !== null) assertMail(before.email, office)
  const row: InvitationRow = {
    ...before,
    mail: before.email === null ? null : 'waiting',
    mailFailure: null,
    expiresAt: new Date(scope.now.getTime() + VALID_MS),
  }
  const { link, ...stored } = newLink(scope, row, office)
  await store.updateLink(scope, row, stored)
  recordChange(scope, auditedInvitation('invitation.renewed', row))
  if (row.email !== null) await enqueue(scope, { kind: MAIL_JOB, payload: { id } })
  return { ...toShown(by, row, scope.now), link }
}

export async function withdrawInvitation(scope: Scope, by: Manager, id: string): Promise<void> {
  await withdraw(scope, await hold(scope, by, id))
}

async function withdraw(scope: Scope, row: InvitationRow): Promise<void> {
  await store.deleteInvitation(scope, row)
  recordChange(scope, auditedInvitation('invitation.withdrawn', row))
}

/** After a long pause there may be many; the next run takes more. */
const MOST = 1_000

/** Upkeep, over all clients. */
export const forgetOldInvitations = (db: Scope['db'], now: Date): Promise<number> =>
  store.forgetInvitationsBefore(db, new Date(now.getTime() - SHOWN_MS), MOST)
