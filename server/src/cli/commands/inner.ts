// Commands that other commands use and that are not offered on their own.
import { Type } from 'typebox'
import type { Config } from '../../config/config.ts'
import { recordChange } from '../../db/audit/record-change.ts'
import { listSinkStates } from '../../db/audit/sink-store.ts'
import { writeBackup } from '../../db/backup.ts'
import { BackupError, type BackupKey } from '../../db/backup-format.ts'
import { listLateCounters } from '../../db/counters.ts'
import { findNewestEvent } from '../../db/events.ts'
import { examineSchema } from '../../db/schema-state.ts'
import { sql } from '../../db/sql.ts'
import { inTransaction } from '../../db/transaction.ts'
import { examineCallbacks } from '../../features/callbacks/examine.ts'
import { findSignInOrigins } from '../../identity/sessions.ts'
import { PLATFORM } from '../../organisation/scope.ts'
import { openSecretBox, SecretBoxError } from '../../outside/secret-box.ts'
import { findKeyIds } from '../../outside/secret-key.ts'
import { problem } from '../../problems.ts'
import { toBackupStore } from '../../process/open-media.ts'
import { sinkNamesOf } from './audit.ts'
import { type Command, type CommandContext, define, flag, text } from './define.ts'

export const commands: Readonly<Record<string, Command>> = {
  /** Writes a backup to a file of this machine. */
  backup: define(
    {
      arguments: { file: text('absolute path') },
      options: {
        force: flag('overwrite'),
        withFiles: flag('read the stored files too'),
        withoutKey: flag("leave the installation's key out"),
        lock: Type.Object({ head: Type.String(), key: Type.String() }, { description: 'what encrypts it' }),
      },
      asItIs: true,
    },
    async (
      { database, config, media, now, actor, progress, signal },
      { file, force, withFiles, withoutKey, lock },
    ) => {
      const store = withFiles ? toBackupStore((await media()).files) : undefined
      const { dataDir } = config
      const key = await describeKey(config, withoutKey)
      const written = await refusing(async () => ({
        ...(await writeBackup({
          database,
          dataDir,
          file,
          force,
          now,
          store,
          lock,
          key,
          onProgress: progress,
          signal,
        })),
        key: key ?? null,
      }))
      await recordBackup(
        { database, actor, now },
        { file, withFiles: store !== undefined, isEncrypted: lock !== undefined },
      )
      return written
    },
  ),
  /** Engine, version and schema of the database. */
  status: define({ asItIs: true }, async ({ database, config, now }) => {
    const row = await database.row<{ version: string; now: Date; isOpenLine: boolean; isJitOn: boolean }>(sql`
        select current_setting('server_version') as version, clock_timestamp() as now,
          current_setting('jit')::boolean as is_jit_on,
          not coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false)
            and coalesce(not (inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1'), false) as is_open_line`)
    const schema = await examineSchema(database)
    const schemaVersion = schema.version
    const newest = schemaVersion === 0 ? undefined : await findNewestEvent(database)
    const isUsable = schema.missing.length === 0 && !schema.tooNew
    return {
      engine: database.engine,
      version: row?.version,
      now: row?.now,
      isOpenLine: row?.isOpenLine,
      isJitOn: database.engine === 'postgres' && row?.isJitOn,
      lateCounters: schemaVersion === 0 ? [] : await listLateCounters(database),
      schemaVersion,
      knownSchema: schema.known,
      isTooNew: schema.tooNew !== undefined,
      fillings: schema.fillings,
      newestEvent: newest?.at ?? null,
      callbacks: isUsable ? await examineCallbacks({ db: database, now }, openSecretBox(config)) : null,
      auditSinks: isUsable ? await listSinkStates(database, sinkNamesOf(config)) : null,
      signedIn: isUsable ? await findSignInOrigins({ db: database, now }) : null,
    }
  }),
}

/** Not in the backup itself, which was written before. An older schema has no audit, or one that we do not know. */
async function recordBackup(
  { database, actor, now }: Pick<CommandContext, 'database' | 'actor' | 'now'>,
  after: { file: string; withFiles: boolean; isEncrypted: boolean },
): Promise<void> {
  const { missing, tooNew } = await examineSchema(database)
  if (missing.length > 0 || tooNew) return
  await inTransaction(database, async (db) =>
    recordChange(
      { db, clientId: PLATFORM, actor, now },
      { kind: 'export.backup', subject: 'installation', after },
    ),
  )
}

/** Undefined if the key cannot be read: the backup is still made, with the file as it is. */
async function describeKey(config: Config, withoutKey = false): Promise<BackupKey | undefined> {
  const isSet = config.secretKey !== undefined
  const place = isSet ? 'setting' : withoutKey ? 'leftOut' : 'backup'
  const ids = await findKeyIds(config).catch((error: unknown) => {
    if (error instanceof SecretBoxError && place === 'backup') return undefined
    throw error
  })
  return ids && { ids, place }
}

/** Turns a refusal of backup or restore into an ordinary problem. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BackupError) throw problem('invalidArgument', error.message)
    throw error
  }
}
