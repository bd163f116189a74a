// The command line; every command is a use case of a feature. Started by bin/walkaround.mjs.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Halves the time to the first line. Beside the packages, and not in the system's temporary folder, where others could
// lay code in wait.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/walkaround', import.meta.url)))

// A reader that has seen enough (| head) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

const { main } = await import('./cli/main.ts')
process.exitCode = await main(process.argv.slice(2))
