// walkaround backup: where the file goes, how it is encrypted, and what its owner must know about it.
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { formatsOf } from '@walkaround/contract/rules/formats.ts'
import { sharedWordsOf } from '@walkaround/contract/rules/shared-words.ts'
import { type Config, loadConfig } from '../config/config.ts'
import { assertMayWrite, type BackupResult, moveBackup } from '../db/backup.ts'
import { makeLock } from '../db/backup-cipher.ts'
import type { BackupKey, StoredCounts } from '../db/backup-format.ts'
import { keyFile } from '../outside/secret-key.ts'
import { filesFolder } from '../process/open-media.ts'
import { addSecretOptions, secretToSeal } from './backup-secret.ts'
import { refusing } from './commands/inner.ts'
import { exitCodes, Misuse } from './failures.ts'
import type { LocalCommand, LocalContext } from './local-command.ts'
import { reach } from './reach.ts'

export const backupCommand: LocalCommand = {
  description:
    "Write everything the database holds, the certificates, the installation's key, and the photos and videos that lie in the data folder, to a file that either kind of database can be restored from. Files in a bucket stay there unless --with-files says otherwise. It is encrypted when an option or a setting (WALKAROUND_BACKUP_PASSPHRASE, WALKAROUND_BACKUP_KEY) gives a passphrase or key. The service may be running meanwhile.",
  define: (command) =>
    addSecretOptions(
      command
        .argument('<file>', 'file to write')
        .option('--force', 'overwrite the file when it exists')
        .option('--with-files', 'include photos and videos, also from a bucket')
        .option('--without-files', 'leave photos and videos out: you copy them in another way')
        .option('--encrypt', 'encrypt it; asks for the passphrase'),
    )
      .option('--unencrypted', 'do not encrypt it, whatever the settings say')
      .option(
        '--without-key',
        "leave the installation's key out: you keep it elsewhere, and a restore asks for it",
      ),
  run: backup,
}

/** The result of the inner command. */
type Written = BackupResult & { key: BackupKey | null }

async function backup({ terminal, words, options, signal }: LocalContext): Promise<number> {
  const config = loadConfig()
  const file = resolve(words[0] as string)
  const force = options.force === true
  const caller = { config, progress: terminal.progress, signal }
  // The service writes into its own folder and this process moves the file from there, so that permissions, mounts and the target
  // path are those of the user who runs the command.
  const spool = join(config.dataDir, `backup-${randomBytes(6).toString('hex')}.partial`)
  const isEmbedded = config.databaseUrl === undefined
  if (options.withFiles === true && options.withoutFiles === true) {
    throw new Misuse('--with-files and --without-files: choose one of them')
  }
  const withFiles = options.withoutFiles !== true && (options.withFiles === true || config.s3 === undefined)
  await refusing(() => assertMayWrite(file, force))
  const secret = await secretToSeal(config, options)
  const lock = secret && (await makeLock(secret))
  const wishes = { withFiles, withoutKey: options.withoutKey === true, lock }
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
    ...(stored.included > 0
      ? [`${files(stored.included)} (${formatsOf('en', 'UTC', sharedWordsOf('en')).size(stored.bytes)})`]
      : []),
  ]
  const what = isEncrypted ? ', encrypted' : ''
  terminal.result(
    { ...written, file, isEncrypted },
    `${file} holds ${parts.join(', ')}: ${formatsOf('en', 'UTC', sharedWordsOf('en')).size(written.bytes)}${what}.`,
  )
  const notes = [...describeStored(config, stored), ...describeSecrets(config, place, secret)]
  for (const text of notes) terminal.note(text)
  return exitCodes.ok
}

type KeyPlace = BackupKey['place'] | 'nowhere'

/** A key that cannot be read is included as it is; nowhere: no key was needed yet. */
function placeOf(key: BackupKey | null): KeyPlace {
  if (key?.place === 'backup' && key.ids.length === 0) return 'nowhere'
  return key?.place ?? 'backup'
}

/** The owner of the file must know which secrets it contains. */
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
      `Nobody can open it without its ${what}, not even you: keep the ${what} in a different place from the backup.`,
    ]
  }
  if (place === 'backup') {
    return [
      "warning: It is not encrypted, and it holds the installation's key. Anybody who gets this file can open owners' links as if they had been sent to them, and can read the keys of callbacks, personal data, password hashes and the private key of the certificates. Encrypt it (--encrypt, or WALKAROUND_BACKUP_PASSPHRASE_FILE), or leave the key out (--without-key).",
    ]
  }
  return [
    ...elsewhere,
    'It is not encrypted. It holds personal data, password hashes and the private key of the certificates: keep it where only you can read it.',
  ]
}

export const files = (count: number) =>
  count === 1 ? '1 photo, video or logo' : `${count} photos, videos and logos`

/** Nobody should discover during a restore that the photos were not in the backup. */
function describeStored(config: Config, { isIncluded, referenced, missing }: StoredCounts): string[] {
  if (isIncluded) {
    return missing === 0
      ? []
      : [
          `warning: ${files(missing)} that the rows refer to could not be read from the file store, or have changed there. They are not in the backup.`,
        ]
  }
  if (referenced === 0) return []
  return [
    config.s3
      ? `It does not hold ${files(referenced)}: they stay in the bucket ${config.s3.bucket}. Protect that as well, or add --with-files.`
      : `It does not hold ${files(referenced)}: copy the folder ${filesFolder(config)} as well.`,
  ]
}
