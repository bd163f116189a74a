// Runs a command of the command line as it is typed, on the database of the tests, and gives what it would show.
import assert from 'node:assert/strict'
import type { Command } from '../../src/cli/commands/define.ts'
import { findCommand } from '../../src/cli/commands.ts'
import { toArgs } from '../../src/cli/options.ts'
import { parse } from '../../src/cli/program.ts'
import { cliActor, runCommand } from '../../src/cli/run-command.ts'
import { views } from '../../src/cli/views.ts'
import { loadConfig } from '../../src/config/config.ts'
import { testApp } from './api.ts'

export async function typeCommand(
  settings: Readonly<Record<string, string>>,
  words: readonly string[],
): Promise<string> {
  const invocation = await parse([...words], '1', 80)
  assert.ok(invocation)
  const { name, options } = invocation
  const args = await toArgs((await findCommand(name)) as Command, invocation.words, options)
  const { database, media } = await testApp()
  const context = {
    database,
    config: loadConfig({ ...settings }),
    media: async () => media,
    now: new Date(),
    actor: cliActor('test'),
    progress: () => {},
  }
  const result = (await runCommand(context, name, args as Record<string, unknown>)) as never
  return views[name]?.(result, { cells: 100, args } as never) ?? ''
}
