// An entry of the inbox in one line: who did what. Pure.
import type { InboxEntry } from '@walkaround/contract/app/inbox.ts'
import { messageTypes } from '@walkaround/contract/messages.ts'
import type { Words } from '../../app/words.tsx'

export function lineOf(entry: InboxEntry, { t, money, shared }: Words): string {
  const name = entry.customer ?? t('inbox.somebody')
  switch (entry.kind) {
    case 'decided': {
      const { approved, deferred, rejected, currency } = entry
      const amounts = [
        approved !== undefined && t('inbox.yes', { amount: money(approved, currency) }),
        deferred !== undefined && t('inbox.later', { amount: money(deferred, currency) }),
        rejected !== undefined && t('inbox.no', { amount: money(rejected, currency) }),
      ].filter((one) => one !== false)
      return amounts.length === 0
        ? t('inbox.decided', { name })
        : t('inbox.decidedAs', { name, what: amounts.join(', ') })
    }
    case 'feedback':
      return t('inbox.feedback', { name, n: entry.stars ?? 0 })
    case 'messageFailed': {
      const { messageType = 'surveyResultsEmail' } = entry
      const what = shared.messages[messageType]
      return messageTypes[messageType].to === 'staff'
        ? t('inbox.staffFailed', { what })
        : t('inbox.messageFailed', { name, what })
    }
    case 'note':
      return t('inbox.note', { name: entry.by ?? '', text: entry.text ?? '' })
    case 'question':
      return t('inbox.question', { name, line: entry.line ?? '', text: entry.text ?? '' })
    case 'partsRequested':
      return t('inbox.partsRequested', { line: entry.line ?? '' })
    case 'partsAnswered':
      return t(entry.outcome === 'priced' ? 'inbox.partsPriced' : 'inbox.partsUnavailable', {
        line: entry.line ?? '',
      })
    case 'unmatched':
      return t('inbox.unmatched')
    case 'linkAsked':
    case 'undecided':
      return t(`inbox.${entry.kind}`, { name })
  }
}

export const carOf = ({ numberPlate, vehicle }: InboxEntry): string =>
  [numberPlate, vehicle].filter(Boolean).join(' · ')
