// What a command is that runs on this machine, beside those of ../commands.ts.
import type { Command as Commander } from 'commander'
import type { Terminal } from './terminal.ts'

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
