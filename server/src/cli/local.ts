// Commands that need more from this machine than the database: certificates, settings, the service itself. Backup and restore have
// their own files.
import { type Config, loadConfig } from '../config/config.ts'
import { printableConfig } from '../config/describe-settings.ts'
import { listMigrations } from '../db/migrate.ts'
import { type Check, examine } from '../doctor/doctor.ts'
import { showAuthority } from './authority.ts'
import { backupCommand } from './backup.ts'
import { exitCodes } from './failures.ts'
import type { LocalCommand, LocalContext } from './local-command.ts'
import { reach } from './reach.ts'
import { restoreCommand } from './restore.ts'
import { fields, table, wrapped } from './table.ts'
import { packageVersion } from './version.ts'

export type { LocalCommand } from './local-command.ts'

export const localCommands: Readonly<Record<string, LocalCommand>> = {
  serve: {
    summary: 'start the service and keep it running',
    hasJson: false,
    async run() {
      await import('../main.ts')
      // The service keeps running; its signal handlers end the process.
      await new Promise(() => {})
      return exitCodes.ok
    },
  },
  backup: backupCommand,
  restore: restoreCommand,
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
      'Examine this installation (runtime, folder, database, clock, certificate, port and address) and say how to fix what is wrong. Changes nothing.',
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
