// walkaround config print: every setting, its value and where it comes from.
import { loadConfig } from '../config/config.ts'
import { printableConfig } from '../config/describe-settings.ts'
import { exitCodes } from './failures.ts'
import type { LocalCommand } from './local-command.ts'
import { table } from './table.ts'

export const printConfigCommand: LocalCommand = {
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
}
