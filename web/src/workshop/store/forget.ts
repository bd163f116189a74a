// What is deleted from the device with the person it was read for: boards and surveys as last read. Unsent work and its survey are
// never deleted.
import type { Session } from '@walkaround/contract/app/session.ts'
import type { Store } from './database.ts'
import { deletePage, forgetOpened, handOverPages, stampPages } from './pages.ts'
import { surveyKey } from './survey-key.ts'

/** For all clients but those named; `login` is whose data it was. */
export async function forgetRead(
  store: Store,
  { login, but = [] }: { login: string | undefined; but?: readonly string[] },
): Promise<void> {
  const kept = new Set(but)
  const isForgotten = ({ clientId }: { clientId: string }) => !kept.has(clientId)
  const { settings, boards, blanks, lists, pages, outbox, media } = store
  await store.transaction('rw', [settings, boards, blanks, lists, pages, outbox, media], async () => {
    await boards.filter(isForgotten).delete()
    await blanks.filter(isForgotten).delete()
    await lists.filter(isForgotten).delete()
    const unsent = new Set<string>()
    for (const table of [outbox, media])
      await table
        .where('state')
        .notEqual('confirmed')
        .each((item) => {
          unsent.add(surveyKey(item))
        })
    for (const [clientId, surveyId] of await pages.toCollection().primaryKeys())
      if (isForgotten({ clientId }) && !unsent.has(surveyKey({ clientId, surveyId })))
        await deletePage(store, clientId, surveyId)
    if (login !== undefined) await stampPages(store, login)
    await outbox.where({ state: 'confirmed' }).filter(isForgotten).delete()
    await media.where({ state: 'confirmed' }).filter(isForgotten).delete()
  })
  forgetOpened(store)
}

/** Two people at one shared tablet who may see the same: neither reads anything that the other would not. */
export function readSame(a: Session, b: Session): boolean {
  const reachOf = ({ tablet, clients }: Session) =>
    JSON.stringify([
      tablet?.id,
      clients.map(({ id, role, isLimited, branches }) => [
        id,
        role,
        isLimited,
        branches.map((one) => one.id),
      ]),
    ])
  return a.tablet !== undefined && reachOf(a) === reachOf(b)
}

/** What one of them read stays for the other, without a network too. */
export async function handOver(store: Store, from: string, to: string): Promise<void> {
  await store.transaction('rw', store.pages, () => handOverPages(store, from, to))
  forgetOpened(store)
}
