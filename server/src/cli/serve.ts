// walkaround serve: the service in this process.
import { exitCodes } from './failures.ts'
import type { LocalCommand } from './local-command.ts'

export const serveCommand: LocalCommand = {
  hasJson: false,
  async run() {
    await import('../main.ts')
    // The service keeps running; its signal handlers end the process.
    await new Promise(() => {})
    return exitCodes.ok
  },
}
