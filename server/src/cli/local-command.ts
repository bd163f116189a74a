// What a command is that runs only on this machine, in addition to those of commands.ts.
import type { Command as Commander } from 'commander'
import type { Terminal } from './terminal.ts'

export interface LocalContext {
  terminal: Terminal
  words: readonly string[]
  options: Readonly<Record<string, unknown>>
  signal: AbortSignal
}

export interface LocalCommand {
  /** One line in the help of its group; the line of a command of one word is in program.ts. */
  summary?: string
  /** The longer text in the command's own help, if there is more to say. */
  description?: string
  define?: (command: Commander) => void
  hasJson?: false
  /** Returns the exit code. */
  run(context: LocalContext): Promise<number>
}
