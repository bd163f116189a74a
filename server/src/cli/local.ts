// Commands that need more of this machine than the database: files, certificates, the service itself.
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Command as Commander } from 'commander'
import { refusing, toBackupStore } from '../commands/database.ts'
import { type Config, loadConfig, printableConfig } from '../config.ts'
import { assertMayWrite, type BackupResult, moveBackup } from '../db/backup.ts'
import type { StoredCounts } from '../db/backup-format.ts'
import { listMigrations } from '../db/migrate.ts'
import { assertAlone, restoreBackup } from '../db/restore.ts'
import { type Check, examine } from '../doctor.ts'
import { filesFolder, openStore } from '../open-media.ts'
import { showAuthority } from './authority.ts'
import { exitCodes, Misuse } from './failures.ts'
import { onDatabase, reach } from './reach.ts'
import { fields, table, wrapped } from './table.ts'
import type { Terminal } from './terminal.ts'
import { packageVersion } from './version.ts'

export interface LocalContext {
  terminal: Terminal
  words: readonly string[]
  options: Readonly<Record<string, unknown>>
  signal: AbortSignal
}

export interface LocalCommand {
  /** One line in the list of commands … */
  summary: string
  /** … and what the help of the command itself says, where that is more. */
  description?: string
  define?: (command: Commander) => void
  hasJson?: false
  /** Gives the exit code. */
  run(context: LocalContext): Promise<number>
}

export const localCommands: Readonly<Record<string, LocalCommand>> = {
  serve: {
    summary: 'start the service and keep it running',
    hasJson: false,
    async run() {
      const { main } = await import('../process.ts')
      await main()
      // The service lives on; its own signals end the process.
      await new Promise(() => {})
      return exitCodes.ok
    },
  },
  backup: {
    summary: 'write a backup to a file',
    description:
      'Write everything the database holds, the certificates, and the photos and videos that lie in the data folder, to a file that either kind of database can be restored from. Files in a bucket stay there unless --with-files says otherwise. It may run while the service does.',
    define: (command) =>
      command
        .argument('<file>', 'file to write')
        .option('--force', 'overwrite the file when it exists')
        .option('--with-files', 'photos and videos too, also from a bucket')
        .option('--without-files', 'no photos and videos: you copy them in another way'),
    run: backup,
  },
  restore: {
    summary: 'load a backup; the service must be stopped',
    description:
      'Load a backup into an empty database, also one of the other kind: this is the way from the embedded database to PostgreSQL and back. All or nothing. The service must be stopped.',
    define: (command) =>
      command
        .argument('<file>', 'file that walkaround backup has written')
        .option('--replace', 'delete everything the database holds before'),
    run: restore,
  },
  ca: {
    summary: 'show the local authority and how to trust it',
    define: (command) => command.option('--out <file>', 'copy its certificate to a file'),
    run: async ({ terminal, options }) =>
      showAuthority(terminal, loadConfig(), options.out as string | undefined),
  },
  'config print': {
    summary: 'print the settings in force and where they come from',
    async run({ terminal }) {
      const config = loadConfig()
      const settings = printableConfig(config)
      const columns = [
        { title: 'SETTING', value: (it: (typeof settings)[number]) => it.name },
        { title: 'VALUE', value: (it: (typeof settings)[number]) => it.value ?? '' },
        { title: 'FROM', value: (it: (typeof settings)[number]) => it.source },
      ]
      terminal.result(settings, table(columns, settings, terminal.cells))
      for (const warning of config.warnings) terminal.note(`warning: ${warning}`)
      return exitCodes.ok
    },
  },
  doctor: {
    summary: 'examine this installation',
    description:
      'Examine this installation: runtime, folder, database, clock, certificate, port and address; and say what to do about what is wrong. Changes nothing.',
    run: doctor,
  },
  version: {
    summary: 'print the versions of product, Node and schema',
    async run({ terminal }) {
      const versions = {
        walkaround: packageVersion(),
        node: process.version.slice(1),
        schema: (await listMigrations()).at(-1)?.version ?? 0,
      }
      terminal.result(
        versions,
        fields(Object.entries(versions).map(([name, value]) => [name, String(value)])),
      )
      return exitCodes.ok
    },
  },
}

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
  const { result } = await reach(
    caller,
    'backup',
    isEmbedded ? { file: spool, withFiles } : { file, force, withFiles },
  )
  const written = result as BackupResult
  if (isEmbedded) {
    try {
      await refusing(() => moveBackup(spool, file, force))
    } finally {
      await rm(spool, { force: true })
    }
  }
  const { rows, schemaVersion, stored } = written
  const parts = [
    `${rows} rows of schema ${schemaVersion}`,
    ...(written.files > 0 ? ['the certificates'] : []),
    ...(stored.included > 0 ? [`${files(stored.included)} (${sized(stored.bytes)})`] : []),
  ]
  terminal.result({ ...written, file }, `${file} holds ${parts.join(', ')}: ${sized(written.bytes)}.`)
  for (const text of describeStored(config, stored)) terminal.note(text)
  terminal.note('It also holds keys and password hashes: keep it where only you can read it.')
  return exitCodes.ok
}

const files = (count: number) =>
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

async function restore({ terminal, words, options, signal }: LocalContext): Promise<number> {
  const config = loadConfig()
  const file = resolve(words[0] as string)
  const { progress } = terminal
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
          onProgress: progress,
        })
      } finally {
        await stored.close()
      }
    }),
  )
  const { stored } = restored
  terminal.result(
    restored,
    `${restored.rows} rows of ${restored.createdAt.slice(0, 16).replace('T', ' ')} UTC are back, at schema ${restored.schemaVersion}` +
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
      `The folder ${join(config.dataDir, 'tls')} has other certificates than the backup; they stay. With --replace the backup's come back.`,
    )
  }
  terminal.note('Start the service: walkaround serve')
  return exitCodes.ok
}

const marks: Record<Check['state'], string> = { ok: '✔', warn: '!', fail: '✘' }

async function doctor({ terminal, signal }: LocalContext): Promise<number> {
  const config: Config = loadConfig()
  const checks = await examine(config, {
    progress: terminal.progress,
    status: () => reach({ config, progress: terminal.progress, signal, patienceMs: 5_000 }, 'status', {}),
  })
  const width = Math.max(...checks.map(({ name }) => name.length))
  const indent = ' '.repeat(width + 4)
  const text = checks
    .flatMap(({ name, state, text, next }) => [
      `${marks[state]} ${name.padEnd(width)}  ${wrapped(text, terminal.cells - indent.length, indent)}`,
      ...(next ? [`${indent}→ ${wrapped(next, terminal.cells - indent.length - 2, `${indent}  `)}`] : []),
    ])
    .join('\n')
  const isFailed = checks.some(({ state }) => state === 'fail')
  terminal.result({ ok: !isFailed, checks }, text)
  return isFailed ? exitCodes.refused : exitCodes.ok
}
