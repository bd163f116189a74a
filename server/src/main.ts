// Where the service starts. Nothing is imported before the cache of compiled code is on: it saves a good part of the start.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/walkaround', import.meta.url)))

const { main } = await import('./process.ts')
await main()
