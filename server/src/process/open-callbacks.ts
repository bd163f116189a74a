// Opens what callbacks need: the box their keys are sealed in, the guarded way out, and in the demo a receiver of its own.
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { DeliverOptions } from '../features/callbacks/deliver.ts'
import { type DemoReceiver, startDemoReceiver } from '../features/callbacks/demo-receiver.ts'
import type { Outside } from '../features/callbacks/set-receiver.ts'
import type { ShowingLinks } from '../features/callbacks/shown-link.ts'
import { toShownUrl } from '../features/owner-links/owner-links.ts'
import { serviceVersion } from '../http/openapi.ts'
import { createGuardedHttp, type GuardedHttp } from '../outside/guarded-http.ts'
import { openSecretBox } from '../outside/secret-box.ts'
import { readAuthority } from './read-authority.ts'

type CallbackConfig = Pick<Config, 'dataDir' | 'secretKey' | 'callback'>

export interface OpenedCallbacks extends Outside, ShowingLinks {
  http: GuardedHttp
  deliverOptions(database: Database, clock: () => Date): DeliverOptions
  /** Only for a demo: the receiver under a name that leads nowhere else. */
  openDemo(): Promise<void>
  received: DemoReceiver['list']
  close(): Promise<void>
}

export function openCallbacks({ dataDir, secretKey, callback }: CallbackConfig): OpenedCallbacks {
  let demo: DemoReceiver | undefined
  const box = openSecretBox({ dataDir, secretKey })
  const http = createGuardedHttp({
    allow: callback.allow,
    ca: callback.caFile === undefined ? undefined : readAuthority('WALKAROUND_CALLBACK_CA', callback.caFile),
    own: (name) => demo?.own(name),
  })
  return {
    box,
    http,
    shownLink: (scope, url) => toShownUrl(scope, url, box),
    deliverOptions: (database, clock) => ({
      database,
      http,
      box,
      clock,
      retryMs: callback.retrySeconds * 1000,
      version: serviceVersion,
    }),
    async openDemo() {
      demo ??= await startDemoReceiver()
    },
    received: (clientId) => demo?.list(clientId) ?? [],
    async close() {
      http.close()
      await demo?.close()
    },
  }
}
