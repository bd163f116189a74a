// walkaround restore: what opens the file, which key the installation has afterwards, and what is lost without it.
import { join, resolve } from 'node:path'
import { type Config, loadConfig } from '../config/config.ts'
import { assertAlone, restoreBackup } from '../db/restore.ts'
import { progressInEnglish } from '../http/progress-words.ts'
import { filesFolder, openStore, toBackupStore } from '../process/open-media.ts'
import { createKeyFinder, LOST } from '../process/restore-key.ts'
import { files } from './backup.ts'
import { addSecretOptions, secretToOpen } from './backup-secret.ts'
import { refusing } from './commands/inner.ts'
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
          onProgress: (now) => progress(progressInEnglish(now)),
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

/** Which key the installation has afterwards. */
async function keyFinder(config: Config, { installationKeyFile, withoutKey }: LocalContext['options']) {
  const named = installationKeyFile as string | undefined
  if (named !== undefined && withoutKey === true) {
    throw new Misuse('--installation-key-file and --without-key: choose one of them')
  }
  if (named !== undefined && config.secretKey !== undefined) {
    throw new Misuse(
      'WALKAROUND_SECRET_KEY is set and would be used instead of --installation-key-file: keep one of them',
    )
  }
  const given = named === undefined ? undefined : { text: await readText(named), where: named }
  return createKeyFinder(config, { given, isWithoutKey: withoutKey === true })
}
