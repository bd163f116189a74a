// What an entry of a history is: its sign, its group, and where it leads. Kinds that only a newer service knows have a place too.
import type { HistoryEntry } from '@walkaround/contract/app/history.ts'
import type { LogRoute, Route } from '../../paths.ts'
import type { IconName } from '../../ui/icons.tsx'

export const groups = ['all', 'people', 'owner', 'dms'] as const
export type Group = (typeof groups)[number]

/** By the part of the kind before the dot. */
const ofParts: Readonly<Record<string, { group: Exclude<Group, 'all'>; icon: IconName }>> = {
  order: { group: 'dms', icon: 'car' },
  lead: { group: 'dms', icon: 'lead' },
  deal: { group: 'dms', icon: 'lead' },
  callback: { group: 'dms', icon: 'sync' },
  owner: { group: 'owner', icon: 'hand' },
  ownerLink: { group: 'owner', icon: 'letter' },
  message: { group: 'owner', icon: 'letter' },
  telegram: { group: 'owner', icon: 'letter' },
  photo: { group: 'people', icon: 'camera' },
  note: { group: 'people', icon: 'note' },
  parts: { group: 'people', icon: 'parts' },
}

const partOf = ({ kind, event = '' }: HistoryEntry): string =>
  kind === 'event' ? event.replace(/\..*/, '') : 'callback'

export const looksOf = (entry: HistoryEntry) => ofParts[partOf(entry)] ?? { group: 'people', icon: 'check' }

/** Failures are found at a glance. */
export const isBad = ({ kind, event, status }: HistoryEntry): boolean =>
  kind !== 'event'
    ? status === undefined || status < 200 || status > 399
    : event === 'message.failed' || event === 'message.notSent'

export function routeOf({ kind, subject = '', callbackId, logId }: HistoryEntry): Route | undefined {
  if (kind === 'attempt') return toEntry('callbacks', callbackId)
  if (kind === 'request') return toEntry('requests', logId)
  return subject.startsWith('survey/')
    ? { screen: 'survey', surveyId: subject.slice('survey/'.length) }
    : undefined
}

/** A service of an earlier version may not name it. */
const toEntry = (screen: LogRoute['screen'], entryId: string | undefined): LogRoute =>
  entryId === undefined ? { screen } : { screen, entryId }
