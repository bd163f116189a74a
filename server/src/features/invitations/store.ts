// SQL of invitations.
import { insertEvent } from '../../db/events.ts'
import { type Db, part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import type { InvitationRow } from './model.ts'

type Reader = Pick<Scope, 'db' | 'clientId'>

const invitationColumns = part`i.id, i.kind, i.login, i.name, i.role, i.branch_ids as branches, i.email, i.language, i.mail, i.mail_failure,
  i.created_at, i.expires_at`

/** Those that wait, and those that ended without being used, for a while. */
export function listWaiting({ db, clientId }: Reader, since: Date): Promise<InvitationRow[]> {
  return db.rows<InvitationRow>(sql`
    select ${invitationColumns} from invitations i
    where i.system_client_id = ${clientId} and i.used_at is null and i.expires_at > ${since}
    order by i.created_at desc, i.name, i.id`)
}

/** One that was not used yet. Held until the transaction ends. */
export function lockWaiting({ db, clientId }: Reader, id: string): Promise<InvitationRow | undefined> {
  return db.row<InvitationRow>(sql`
    select ${invitationColumns} from invitations i
    where i.system_client_id = ${clientId} and i.id = ${id} and i.used_at is null for no key update of i`)
}

export function findByToken({ db, clientId }: Reader, tokenHash: Buffer): Promise<InvitationRow | undefined> {
  return db.row<InvitationRow>(sql`
    select ${invitationColumns} from invitations i
    where i.system_client_id = ${clientId} and i.token_hash = ${tokenHash} and i.used_at is null`)
}

export function findWaitingOf({ db, clientId }: Reader, login: string): Promise<InvitationRow | undefined> {
  return db.row<InvitationRow>(sql`
    select ${invitationColumns} from invitations i
    where i.system_client_id = ${clientId} and i.login = ${login} and i.used_at is null`)
}

export interface Link {
  tokenHash: Buffer
  /** Until the mail is sent. */
  sealedLink: Buffer | null
}

export async function insertInvitation(scope: Scope, row: InvitationRow, link: Link): Promise<void> {
  await scope.db.run(sql`
    with made as (
      insert into invitations (system_client_id, id, kind, login, name, role, branch_ids, token_hash, email, language,
        sealed_link, mail, created_at, expires_at)
      values (${scope.clientId}, ${row.id}, ${row.kind}, ${row.login}, ${row.name}, ${row.role}, ${row.branches},
        ${link.tokenHash}, ${row.email}, ${row.language}, ${link.sealedLink}, ${row.mail}, ${row.createdAt}, ${row.expiresAt})
    )
    ${insertEvent(scope, 'invitation.made', `invitation/${row.id}`, {
      kind: row.kind,
      role: row.role,
      ...(row.branches ? { branches: row.branches } : {}),
    })}`)
}

export async function updateLink(scope: Scope, row: InvitationRow, link: Link): Promise<void> {
  await scope.db.run(sql`
    with changed as (
      update invitations set token_hash = ${link.tokenHash}, sealed_link = ${link.sealedLink}, mail = ${row.mail},
        mail_failure = null, expires_at = ${row.expiresAt}
      where system_client_id = ${scope.clientId} and id = ${row.id}
    )
    ${insertEvent(scope, 'invitation.renewed', `invitation/${row.id}`, { kind: row.kind, role: row.role })}`)
}

export async function deleteInvitation(scope: Scope, { id, kind, role }: InvitationRow): Promise<void> {
  await scope.db.run(sql`
    with gone as (delete from invitations where system_client_id = ${scope.clientId} and id = ${id})
    ${insertEvent(scope, 'invitation.withdrawn', `invitation/${id}`, { kind, role })}`)
}

export async function setUsed(scope: Scope, { id, kind, role }: InvitationRow): Promise<void> {
  await scope.db.run(sql`
    with used as (
      update invitations set used_at = ${scope.now}, sealed_link = null
      where system_client_id = ${scope.clientId} and id = ${id} and used_at is null
      returning id
    )
    ${insertEvent(scope, 'invitation.used', `invitation/${id}`, { kind, role })} from used`)
}

/** Of the last link that the person used; after some weeks nobody knows any more. */
export function findLastUsed(
  { db, clientId }: Reader,
  login: string,
): Promise<Pick<InvitationRow, 'email' | 'language'> | undefined> {
  return db.row(sql`
    select i.email, i.language from invitations i
    where i.system_client_id = ${clientId} and i.login = ${login} and i.used_at is not null
    order by i.used_at desc limit 1`)
}

/** Undefined if there is nothing to send any more. */
export function findMail(
  { db, clientId }: Reader,
  id: string,
): Promise<(InvitationRow & { sealedLink: Buffer }) | undefined> {
  return db.row(sql`
    select ${invitationColumns}, i.sealed_link from invitations i
    where i.system_client_id = ${clientId} and i.id = ${id} and i.used_at is null and i.mail = 'waiting'
      and i.sealed_link is not null`)
}

/** Not if the link was made anew meanwhile: then another mail is on its way. */
export async function setMailed(
  { db, clientId }: Reader,
  id: string,
  sealedLink: Buffer,
  outcome: { mail: 'sent' | 'failed'; failure: string | null },
): Promise<void> {
  await db.run(sql`
    update invitations set mail = ${outcome.mail}, mail_failure = ${outcome.failure}, sealed_link = null
    where system_client_id = ${clientId} and id = ${id} and sealed_link = ${sealedLink}`)
}

/** Over all clients: nobody needs to know any more who was invited and when. */
export function forgetInvitationsBefore(db: Db, oldest: Date, most: number): Promise<number> {
  return db.run(sql`
    delete from invitations i using (
      select system_client_id, id from invitations
      where used_at < ${oldest} or (used_at is null and expires_at < ${oldest}) limit ${most}
    ) as old
    where i.system_client_id = old.system_client_id and i.id = old.id`)
}
