// The version of the product, as the package says it, and walkaround version.
import { readFileSync } from 'node:fs'
import { listMigrations } from '../db/migrations.ts'
import { exitCodes } from './failures.ts'
import type { LocalCommand } from './local-command.ts'
import { fields } from './table.ts'

export function packageVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

export const versionCommand: LocalCommand = {
  async run({ terminal }) {
    const versions = {
      walkaround: packageVersion(),
      node: process.version.slice(1),
      schema: (await listMigrations()).at(-1)?.version ?? 0,
    }
    terminal.result(versions, fields(Object.entries(versions).map(([name, value]) => [name, String(value)])))
    return exitCodes.ok
  },
}
