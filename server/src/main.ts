// Starts the service. The compile cache is switched on before anything else is imported: it saves much of the start time.
import { enableCompileCache } from 'node:module'
import { cacheFolder } from './lib/cache-folder.ts'

enableCompileCache(cacheFolder)

const [{ run }, { commandRunner }, { listAllCommands }, { demo }] = await Promise.all([
  import('./process/run.ts'),
  import('./cli/run-command.ts'),
  import('./cli/commands.ts'),
  import('@walkaround/demo/demo.ts'),
])
// Loaded now, so that a service whose files are replaced while it runs does not mix two versions.
await Promise.all([listAllCommands(), import('./cli/commands/inner.ts')])
await run({ commandRunner, demo })
