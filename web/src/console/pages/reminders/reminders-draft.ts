// What stands in the form of reminders: whom they may go to is chosen, and the answer by which people agree typed. Pure.
import type { ReminderSettings } from '@walkaround/contract/app/reminders.ts'

type Numbers = 'deferredDays' | 'declinedDays' | 'catchUpDays' | 'mostPerYear' | 'pauseDays' | 'returnDays'

export type Whom = '' | 'customer' | 'answer'

export type RemindersDraft = Omit<ReminderSettings, Numbers | 'consent'> & {
  /** Undefined while nothing is typed. */
  [N in Numbers]: number | undefined
} & { whom: Whom; answer: string }

export function toRemindersDraft({ consent, ...rest }: ReminderSettings): RemindersDraft {
  const whom = consent === undefined ? '' : consent === 'customer' ? 'customer' : 'answer'
  return { ...rest, whom, answer: whom === 'answer' ? (consent ?? '') : '' }
}

/** What is not typed is left out, and the service says that it is missing. */
export function toRemindersBody({ whom, answer, ...rest }: RemindersDraft): ReminderSettings {
  const consent = whom === 'answer' ? answer.trim() : whom
  return { ...(rest as ReminderSettings), ...(whom === '' ? {} : { consent }) }
}

/** Where a refusal of whom it may remind belongs. */
export const fieldOfConsent = ({ whom }: Pick<RemindersDraft, 'whom'>) =>
  ({ consent: whom === 'answer' ? 'answer' : 'whom' }) as const
