// Which stored files the rows refer to: photos, logos, pictures of advisors, videos and their posters. Derived files, such as sizes of a photo, are not
// included: they are made again on demand.
import { statement } from './backup-tables.ts'
import { type Db, sql } from './sql.ts'

/** One file of a client in the store of files; its name begins with the SHA-256 of its content in hex. */
export interface FileReference {
  client: string
  kind: string
  name: string
}

const BATCH_ROWS = 1_000

/** Each file once, in batches. `db` must be a transaction. */
export async function* listFileReferences(db: Db): AsyncGenerator<FileReference[]> {
  await db.run(
    statement(`
    declare walkaround_references no scroll cursor for
    select system_client_id as client, 'photos' as kind, file as name from photos
    union select system_client_id, 'photos', logo from sites where logo is not null
    union select system_client_id, 'photos', file from advisor_pictures
    union select system_client_id, 'videos', file from videos where file is not null
    union select system_client_id, 'videos', source from videos where file is null
    union select system_client_id, 'posters', poster || '.jpg' from videos where poster is not null
    order by client, kind, name`),
  )
  while (true) {
    const rows = await db.rows<FileReference>(statement(`fetch ${BATCH_ROWS} from walkaround_references`))
    if (rows.length > 0) yield rows
    if (rows.length < BATCH_ROWS) break
  }
  await db.run(statement('close walkaround_references'))
}

/** Parts of unfinished uploads are in no backup: their senders are told to start again. */
export async function forgetUploadsUnderWay(db: Db): Promise<void> {
  await db.run(sql`delete from uploads where finished_at is null and refused is null`)
}

const NAME = /^([0-9a-f]{64})(\.[a-z0-9]{1,8})?$/
const KIND = /^[a-z]{1,40}$/

/** The SHA-256 that the content must have; undefined if it cannot be one of our files. */
export function findDigest({ client, kind, name }: FileReference): string | undefined {
  return client !== '' && KIND.test(kind) ? NAME.exec(name)?.[1] : undefined
}
