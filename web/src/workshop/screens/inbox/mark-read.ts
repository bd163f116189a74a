// Marks entries of the inbox as read: on the device at once, and on the server when there is a network.
import type { InboxEntry } from '@walkaround/contract/app/inbox.ts'
import type { Workshop } from '../../app/workshop.ts'
import { findList, saveList } from '../../store/lists.ts'

export async function markRead(workshop: Workshop, entries: readonly InboxEntry[]): Promise<void> {
  const ids = entries.flatMap(({ id, isRead }) => (isRead ? [] : [id]))
  if (ids.length === 0) return
  const author = workshop.author()
  const { store } = workshop
  await workshop.change('', [{ type: 'putInboxRead', ids }])
  // The copy here says it too, for the moment between sending and reading again.
  await store.transaction('rw', store.lists, async () => {
    const kept = await findList<readonly InboxEntry[]>(store, author.clientId, 'inbox', author.login)
    const read = kept?.map((one) => (ids.includes(one.id) ? { ...one, isRead: true } : one))
    if (read) await saveList(store, author, 'inbox', read)
  })
}
