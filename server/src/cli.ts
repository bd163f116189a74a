// The command line; every command is a use case of a feature. Started by bin/walkaround.mjs.
import { enableCompileCache } from 'node:module'
import { cacheFolder } from './lib/cache-folder.ts'

// Halves the time to the first line of output.
enableCompileCache(cacheFolder)

// A reader that stops early (| head) is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

const { main } = await import('./cli/main.ts')
process.exitCode = await main(process.argv.slice(2))
