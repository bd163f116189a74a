// walkaround backup: where the file goes, how it is locked, and what its owner must know about it.
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { refusing } from '../commands/database.ts'
import { type Config, loadConfig } from '../config.ts'
import { assertMayWrite, type BackupResult, moveBackup } from '../db/backup.ts'
import { makeLock } from '../db/backup-cipher.ts'
import type { BackupKey, StoredCounts } from '../db/backup-format.ts'
import { filesFolder } from '../open-media.ts'
import { keyFile } from '../outside/secret-key.ts'
import { addSecretOptions, secretToSeal } from './backup-secret.ts'
import { exitCodes, Misuse } from './failures.ts'
import type { LocalCommand, LocalContext } from './local-command.ts'
import { reach } from './reach.ts'

export const backupCommand: LocalCommand = {
  summary: 'write a backup to a file',
  description:
    "Write everything the database holds, the certificates, the installation's key, and the photos and videos that lie in the data folder, to a file that either kind of database can be restored from. Files in a bucket stay there unless --with-files says otherwise. It is encrypted when one of the options or a setting (WALKAROUND_BACKUP_PASSPHRASE, WALKAROUND_BACKUP_KEY) says with what. It may run while the service does.",
  define: (command) =>
    addSecretOptions(
      command
        .argument('<file>', 'file to write')
        .option('--force', 'overwrite the file when it exists')
        .option('--with-files', 'photos and videos too, also from a bucket')
        .option('--without-files', 'no photos and videos: you copy them in another way')
        .option('--encrypt', 'encrypt it; asks for the passphrase'),
    )
      .option('--unencrypted', 'do not encrypt it, whatever the settings say')
      .option(
        '--without-key',
        "leave the installation's key out: you keep it elsewhere, and a restore asks for it",
      ),
  run: backup,
}

/** What the command behind gives back. */
type Written = BackupResult & { key: BackupKey | null }

async function backup({ terminal, words, options, signal }: LocalContext): Promise<number> {
  const config = loadConfig()
  const file = resolve(words[0] as string)
  const force = options.force === true
  const caller = { config, progress: terminal.progress, signal }
  // The service writes into its own folder and this process fetches it from there: rights, mounts and the place the
  // file is to have are those of whoever runs the command.
  const spool = join(config.dataDir, `backup-${randomBytes(6).toString('hex')}.partial`)
  const isEmbedded = config.databaseUrl === undefined
  if (options.withFiles === true && options.withoutFiles === true) {
    throw new Misuse('--with-files and --without-files: choose one of them')
  }
  const withFiles = options.withoutFiles !== true && (options.withFiles === true || config.s3 === undefined)
  await refusing(() => assertMayWrite(file, force))
  const secret = await secretToSeal(config, options)
  const lock = secret && (await makeLock(secret))
  const wishes = { withFiles, withoutKey: options.withoutKey === true, ...(lock ? { lock } : {}) }
  const { result } = await reach(
    caller,
    'backup',
    isEmbedded ? { file: spool, ...wishes } : { file, force, ...wishes },
  )
  const written = result as Written
  if (isEmbedded) {
    try {
      await refusing(() => moveBackup(spool, file, force))
    } finally {
      await rm(spool, { force: true })
    }
  }
  const { rows, schemaVersion, stored, key } = written
  const isEncrypted = lock !== undefined
  const place = placeOf(key)
  const parts = [
    `${rows} rows of schema ${schemaVersion}`,
    ...(written.files > (place === 'backup' ? 1 : 0) ? ['the certificates'] : []),
    ...(place === 'backup' ? ["the installation's key"] : []),
    ...(stored.included > 0 ? [`${files(stored.included)} (${sized(stored.bytes)})`] : []),
  ]
  const what = isEncrypted ? ', encrypted' : ''
  terminal.result(
    { ...written, file, isEncrypted },
    `${file} holds ${parts.join(', ')}: ${sized(written.bytes)}${what}.`,
  )
  const notes = [...describeStored(config, stored), ...describeSecrets(config, place, secret)]
  for (const text of notes) terminal.note(text)
  return exitCodes.ok
}

type KeyPlace = BackupKey['place'] | 'nowhere'

/** One that cannot be read goes in as it is; nowhere: none was needed yet. */
function placeOf(key: BackupKey | null): KeyPlace {
  if (key?.place === 'backup' && key.ids.length === 0) return 'nowhere'
  return key?.place ?? 'backup'
}

/** Whoever has the file must know what else they hold in their hands. */
function describeSecrets(config: Config, place: KeyPlace, secret: object | undefined): string[] {
  const elsewhere =
    place === 'leftOut'
      ? [
          `It does not hold the installation's key: keep a copy of ${keyFile(config.dataDir)} elsewhere. A restore asks for it.`,
        ]
      : place === 'setting'
        ? [
            "It does not hold the installation's key: that is in WALKAROUND_SECRET_KEY. Keep a copy elsewhere. A restore asks for it.",
          ]
        : []
  if (secret) {
    const what = 'key' in secret ? 'key' : 'passphrase'
    return [
      ...elsewhere,
      `Nobody opens it without its ${what}, you neither: keep that elsewhere than the backup.`,
    ]
  }
  if (place === 'backup') {
    return [
      "warning: It is not encrypted, and it holds the installation's key. Whoever gets this file can open owners' links as if they had been sent to them, and reads the keys of callbacks, personal data, password hashes and the key of the certificates. Encrypt it (--encrypt, or WALKAROUND_BACKUP_PASSPHRASE_FILE), or leave the key out (--without-key).",
    ]
  }
  return [
    ...elsewhere,
    'It is not encrypted. It holds personal data, password hashes and the key of the certificates: keep it where only you can read it.',
  ]
}

export const files = (count: number) =>
  count === 1 ? '1 photo, video or logo' : `${count} photos, videos and logos`

const sized = (bytes: number) =>
  bytes < 1e6
    ? `${Math.ceil(bytes / 1e3)} kB`
    : bytes < 1e9
      ? `${(bytes / 1e6).toFixed(1)} MB`
      : `${(bytes / 1e9).toFixed(1)} GB`

/** Nobody should find out at a restore that the photos were not in the backup. */
function describeStored(config: Config, { isIncluded, referenced, missing }: StoredCounts): string[] {
  if (isIncluded) {
    return missing === 0
      ? []
      : [
          `warning: ${files(missing)} that the rows refer to could not be read where files lie, or have changed there. They are not in the backup.`,
        ]
  }
  if (referenced === 0) return []
  return [
    config.s3
      ? `It does not hold ${files(referenced)}: they stay in the bucket ${config.s3.bucket}. Protect that as well, or add --with-files.`
      : `It does not hold ${files(referenced)}: copy the folder ${filesFolder(config)} as well.`,
  ]
}
