// What the application needs for callbacks in tests: a box with a fixed key, and a guard that allows loopback.
import { tmpdir } from 'node:os'
import type { CallbackDoor } from '../../src/features/callbacks/app-routes.ts'
import { toShownUrl } from '../../src/features/owner-links/owner-links.ts'
import { createGuardedHttp } from '../../src/outside/guarded-http.ts'
import { openSecretBox, type SecretBox } from '../../src/outside/secret-box.ts'

export const box: SecretBox = openSecretBox({
  dataDir: tmpdir(),
  secretKey: Buffer.alloc(32, 7).toString('base64'),
})

export const testCallbackDoor: CallbackDoor = {
  box,
  http: createGuardedHttp({ allow: ['127.0.0.0/8'] }),
  shownLink: (scope, url) => toShownUrl(scope, url, box),
}
