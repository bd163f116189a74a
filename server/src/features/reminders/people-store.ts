// The SQL of people who were reminded, known by a keyed hash alone, and of whether they want to be.
import type { ChannelName } from '@walkaround/contract/messages.ts'
import { insertEvent } from '../../db/events.ts'
import { part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import type { PersonRow } from './model.ts'

type Reader = Pick<Scope, 'db' | 'clientId'>

const personColumns = part`person_hash, channel, language, survey_id, stopped_at`

export function findPerson({ db, clientId }: Reader, personHash: Buffer): Promise<PersonRow | undefined> {
  return db.row(sql`
    select ${personColumns} from reminder_people
    where system_client_id = ${clientId} and person_hash = ${personHash}`)
}

/** Those of these people who want no reminders. */
export async function listStopped({ db, clientId }: Reader, hashes: readonly Buffer[]): Promise<Buffer[]> {
  const rows = await db.rows<{ personHash: Uint8Array }>(sql`
    select person_hash from reminder_people
    where system_client_id = ${clientId} and person_hash = any(${hashes}::bytea[]) and stopped_at is not null`)
  return rows.map(({ personHash }) => Buffer.from(personHash))
}

interface PersonToHold {
  personHash: Buffer
  channel: ChannelName
  language: string
  surveyId: string
}

/** Locks the person until the end of the transaction: nobody else reminds or stops meanwhile. */
export async function holdPerson(scope: Scope, person: PersonToHold): Promise<PersonRow> {
  const { personHash, channel, language, surveyId } = person
  const row = await scope.db.row<PersonRow>(sql`
    insert into reminder_people (system_client_id, person_hash, channel, language, survey_id, created_at)
    values (${scope.clientId}, ${personHash}, ${channel}, ${language}, ${surveyId}, ${scope.now})
    on conflict (system_client_id, person_hash) do update
      set language = excluded.language, survey_id = excluded.survey_id
    returning ${personColumns}`)
  if (!row) throw new Error('an upsert gave no row')
  return row
}

/** False if it was so before. */
export async function setStopped(
  scope: Scope,
  { personHash, channel }: Pick<PersonRow, 'personHash' | 'channel'>,
  isStopped: boolean,
): Promise<boolean> {
  const kind = isStopped ? 'reminders.stopped' : 'reminders.resumed'
  const changed = await scope.db.run(sql`
    with changed as (
      update reminder_people set stopped_at = ${isStopped ? scope.now : null}
      where system_client_id = ${scope.clientId} and person_hash = ${Buffer.from(personHash)}
        and (stopped_at is null) = ${isStopped}::boolean
      returning person_hash
    )
    ${insertEvent(scope, kind, `client/${scope.clientId}`, { channel })} from changed`)
  return changed === 1
}

/** When the person was reminded since then, also by messages that did not go out. */
export async function listRemindedAt(
  { db, clientId }: Reader,
  personHash: Buffer,
  since: Date,
): Promise<Date[]> {
  const rows = await db.rows<{ createdAt: Date }>(sql`
    select created_at from reminders
    where system_client_id = ${clientId} and person_hash = ${personHash} and created_at > ${since}
    order by created_at desc limit 100`)
  return rows.map(({ createdAt }) => createdAt)
}
