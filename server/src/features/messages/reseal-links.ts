// What happens to links in waiting messages when the installation's key is changed: they are resealed, or end with the others.
import { inBatches, type Page } from '../../lib/batches.ts'
import { type Resealed, sealAnew, type UnlockedBox } from '../../outside/secret-box.ts'
import type { Scope } from '../../scope.ts'
import * as store from './reseal-store.ts'
import { linkPurpose } from './send-message.ts'
import { failWaitingLinks } from './store.ts'

const BATCH = 100

export async function resealLinks(
  scope: Pick<Scope, 'db' | 'clientId'>,
  box: UnlockedBox,
): Promise<Resealed> {
  const done: Resealed = { resealed: 0, unopened: 0 }
  const list = (page: Page) => store.listForeignLinks(scope, box.id, page)
  for await (const rows of inBatches(BATCH, list))
    for (const { id, sealedLink } of rows) {
      const { sealed, isNew, isOpened } = sealAnew(box, sealedLink, linkPurpose(scope.clientId, id))
      if (!isOpened) done.unopened++
      if (isNew && sealed)
        done.resealed += await store.replaceLink(scope, id, { before: sealedLink, after: sealed })
    }
  return done
}

/** Returns how many messages were not sent. */
export const failLinksThatWait = (scope: Pick<Scope, 'db' | 'clientId' | 'actor' | 'now'>): Promise<number> =>
  failWaitingLinks(scope, "its link was withdrawn with all others when the installation's key was changed")
