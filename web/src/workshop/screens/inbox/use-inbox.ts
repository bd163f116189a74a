// The inbox as the device has it, with what was read here and is not sent yet. No markup.
import type { InboxEntry } from '@walkaround/contract/app/inbox.ts'
import type { EventKind } from '@walkaround/contract/events.ts'
import { useLive, useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import type { Changed } from '../../app/workshop.ts'
import { useList } from '../use-list.ts'

/** What may add an entry, or solve one. */
const kinds: readonly EventKind[] = [
  'owner.decided',
  'owner.feedback',
  'owner.linkAsked',
  'message.failed',
  'note.written',
  'owner.asked',
  'owner.answered',
  'parts.requested',
  'parts.answered',
  'parts.withdrawn',
  'order.created',
  'order.matched',
  'order.unmatched',
  'inspection.begun',
]

const isNews = (changed: Changed | undefined) =>
  changed === undefined || kinds.some((kind) => changed.kinds?.has(kind))

/** Undefined until it was read once. */
export function useInbox(): readonly InboxEntry[] | undefined {
  const workshop = useWorkshop()
  const clientId = useSignal(workshop.clientId)
  const entries = useList<readonly InboxEntry[]>('inbox', workshop.operations.readInbox, isNews)
  const unsent = useLive(async () => {
    const items = await workshop.store.outbox.where({ clientId: clientId ?? '', surveyId: '' }).toArray()
    return new Set(
      items.flatMap(({ change, state }) =>
        change.type === 'putInboxRead' && state !== 'refused' ? change.ids : [],
      ),
    )
  }, [clientId])
  if (!entries || !unsent || unsent.size === 0) return entries
  return entries.map((entry) => (unsent.has(entry.id) ? { ...entry, isRead: true } : entry))
}
