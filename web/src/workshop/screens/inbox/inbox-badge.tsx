// How many entries of the inbox are new, in the navigation. Tells of those that arrive, if the person wants that.
import { useEffect, useRef } from 'preact/compat'
import { useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import { useInbox } from './use-inbox.ts'

export function InboxBadge() {
  const words = useWords()
  const { store } = useWorkshop()
  const entries = useInbox()
  const known = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    if (!entries) return
    const before = known.current
    known.current = new Set(entries.map(({ id }) => id))
    // What is there when the app opens is not new.
    const arrived = before ? entries.filter(({ id, isRead }) => !isRead && !before.has(id)) : []
    if (arrived.length === 0) return
    import('./announce.ts')
      .then(({ announce }) => announce(store, words, arrived))
      .catch((error: unknown) => console.error(error))
  }, [entries, store, words])
  const unread = entries?.filter(({ isRead }) => !isRead).length ?? 0
  if (unread === 0) return null
  return (
    <span className="rail-count">
      {unread > 99 ? '99+' : unread}
      <span className="unseen"> {words.t('inbox.unread', { n: unread })}</span>
    </span>
  )
}
