// What reminders are made of: how a client reminds, who was reminded, and of what.
import type { ChannelName } from '@walkaround/contract/messages.ts'

export type DueKind = 'deferred' | 'declined'
/** `also` stood in the message of other work without being due. */
type LineKind = DueKind | 'byHand' | 'also'

export interface ReminderSettings {
  /** Work that was put off: so many days before its day. */
  deferred: boolean
  deferredDays: number
  /** Work that was declined: so many days after. */
  declined: boolean
  declinedDays: number
  /** What should have been sent longer ago is not sent any more. */
  catchUpDays: number
  /** To one person, of all kinds together, and so many days apart. */
  mostPerYear: number
  pauseDays: number
  /** HH:MM in the time zone of the site. */
  quietFrom: string
  quietTo: string
  /** A car that comes within so many days has returned. */
  returnDays: number
  /** Whom the client may remind; left out, nobody is reminded by itself. */
  consent?: string | undefined
}

export const usualSettings: ReminderSettings = {
  deferred: false,
  deferredDays: 14,
  declined: false,
  declinedDays: 60,
  catchUpDays: 14,
  mostPerYear: 2,
  pauseDays: 30,
  quietFrom: '19:00',
  quietTo: '09:00',
  returnDays: 60,
}

/** Known by a keyed hash of channel and address alone. */
export interface PersonRow {
  personHash: Buffer
  channel: ChannelName
  language: string
  surveyId: string
  stoppedAt: Date | null
}

export interface LineToSave {
  surveyId: string
  quoteId: string
  kind: LineKind
  /** ISO date. */
  due: string
}

export interface ReminderToSave {
  id: string
  surveyId: string
  vehicleKey: string
  branchId: string | null
  personHash: Buffer
  messageId: string
  isByHand: boolean
  lines: readonly LineToSave[]
}

/** Where a page of due work ended. */
export interface DuePlace {
  due: string
  surveyId: string
  quoteId: string
}

export interface DueRow extends DuePlace {
  vehicleKey: string
}
