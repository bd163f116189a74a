// Starts the service. The compile cache is switched on before anything else is imported: it saves much of the start time.
import { enableCompileCache } from 'node:module'
import { cacheFolder } from './lib/cache-folder.ts'

enableCompileCache(cacheFolder)

const [{ run }, { commandRunner }, { demo }] = await Promise.all([
  import('./process/run.ts'),
  import('./cli/commands.ts'),
  import('@walkaround/demo/demo.ts'),
])
await run({ commandRunner, demo })
