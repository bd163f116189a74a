// walkaround restore: what opens the file, which key the installation has afterwards, and what is lost without it.
import { join, resolve } from 'node:path'
import { type Config, loadConfig } from '../config/config.ts'
import { BackupError, type BackupHeader } from '../db/backup-format.ts'
import { assertAlone, restoreBackup } from '../db/restore.ts'
import { findKeyIds, idsOf, keyFile, toRing } from '../outside/secret-key.ts'
import { filesFolder, openStore } from '../process/open-media.ts'
import { files } from './backup.ts'
import { addSecretOptions, secretToOpen } from './backup-secret.ts'
import { refusing, toBackupStore } from './commands/inner.ts'
import { exitCodes, Misuse } from './failures.ts'
import type { LocalCommand, LocalContext } from './local-command.ts'
import { onDatabase } from './on-database.ts'
import { readText } from './options.ts'
import { toMinute } from './times.ts'

export const restoreCommand: LocalCommand = {
  description:
    'Load a backup into an empty database, also one of the other kind: this is the way from the embedded database to PostgreSQL and back. Either everything is restored or nothing. The service must be stopped.',
  define: (command) =>
    addSecretOptions(
      command
        .argument('<file>', 'file that walkaround backup has written')
        .option('--replace', 'delete everything the database holds before'),
    )
      .option(
        '--installation-key-file <file>',
        "the installation's key, for a backup that was made without it",
      )
      .option('--without-key', "continue without the installation's key, and lose the values it opens"),
  run: restore,
}

async function restore({ terminal, words, options, signal }: LocalContext): Promise<number> {
  const config = loadConfig()
  const file = resolve(words[0] as string)
  const { progress } = terminal
  const key = await keyFinder(config, options)
  const restored = await onDatabase({ config, progress, signal }, 'restore', (database) =>
    refusing(async () => {
      await assertAlone(database)
      const stored = openStore(config)
      try {
        return await restoreBackup({
          database,
          dataDir: config.dataDir,
          file,
          store: toBackupStore(stored),
          replace: options.replace === true,
          secret: secretToOpen(config, options, terminal.done),
          keyFor: key.find,
          onProgress: progress,
        })
      } finally {
        await stored.close()
      }
    }),
  )
  const { stored } = restored
  terminal.result(
    { ...restored, isKeyMissing: key.isMissing() },
    `${restored.rows} rows of ${toMinute(restored.createdAt)} UTC are restored, at schema ${restored.schemaVersion}` +
      `${stored.restored > 0 ? `, with ${files(stored.restored)}` : ''}.`,
  )
  if (stored.missing > 0) {
    const place = config.s3 ? `the bucket ${config.s3.bucket}` : `the folder ${filesFolder(config)}`
    terminal.note(
      `warning: ${files(stored.missing)} that the rows refer to are neither in the backup nor in ${place}. Copy them there.`,
    )
  }
  if (restored.certificates === 'kept') {
    terminal.note(
      `The folder ${join(config.dataDir, 'tls')} has other certificates than the backup; they were kept. Run with --replace to restore those of the backup.`,
    )
  }
  if (key.isMissing()) terminal.note(`warning: The installation's key is missing. ${LOST}`)
  terminal.note('Start the service: walkaround serve')
  return exitCodes.ok
}

const LOST =
  'Lost without it: the API keys and secrets of callbacks (set them again: walkaround callback set), waiting callbacks, ' +
  'the bodies of callbacks sent so far, messages with a link that have not gone out (send them again), and the QR codes of ' +
  'forms printed from now on, until a new link is sent. Links that owners already have keep working.'

/** Decides before any change which key the rows need, and whether the installation will have it. */
async function keyFinder(config: Config, { installationKeyFile, withoutKey }: LocalContext['options']) {
  let isMissing = false
  const named = installationKeyFile as string | undefined
  if (named !== undefined && withoutKey === true) {
    throw new Misuse('--installation-key-file and --without-key: choose one of them')
  }
  if (named !== undefined && config.secretKey !== undefined) {
    throw new Misuse(
      'WALKAROUND_SECRET_KEY is set and would be used instead of --installation-key-file: keep one of them',
    )
  }
  const given = named === undefined ? undefined : await readText(named)
  const givenIds = given === undefined ? [] : idsOf(toRing(given, named as string))
  const covers = (ids: readonly string[], needed: readonly string[]) => needed.every((id) => ids.includes(id))
  async function find({ key }: BackupHeader): Promise<string | undefined> {
    if (given !== undefined) {
      if (key && !covers(givenIds, key.ids)) {
        throw new BackupError(
          `${named} is not the key of the installation that made this backup. Nothing was changed`,
        )
      }
      return `${given}\n`
    }
    if (!key || key.ids.length === 0) return undefined
    if (config.secretKey === undefined && key.place === 'backup') return undefined
    if (covers(await findKeyIds(config), key.ids)) return undefined
    if (withoutKey === true) {
      isMissing = true
      return undefined
    }
    throw new BackupError(
      (config.secretKey === undefined
        ? `the backup was made without the installation's key, and ${keyFile(config.dataDir)} is missing or holds another key. ` +
          'Give it with --installation-key-file, or set WALKAROUND_SECRET_KEY.'
        : 'the rows of the backup were sealed with a key other than WALKAROUND_SECRET_KEY. Set WALKAROUND_SECRET_KEY to that key.') +
        ` Nothing was changed. --without-key continues without it.\n${LOST}`,
    )
  }
  return { find, isMissing: () => isMissing }
}
