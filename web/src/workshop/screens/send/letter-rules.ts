// How long a link is valid, how much an advisor may write, and what is asked before sending again. Pure.
import type { Message, MessageOptions } from '@walkaround/contract/app/messages.ts'
import type { Channel } from './recipients.ts'

const LONGEST_NOTE = 2000
const isDays = (text: string) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 365

export interface Days {
  /** What the field shows. */
  text: string
  isGood: boolean
  /** Absent if it is the client's setting, which the service knows best. */
  validDays?: number
}

/** `typed`: undefined until somebody types. The setting applies even if it exceeds what may be typed. */
export function toDays(typed: string | undefined, options: MessageOptions | undefined): Days {
  const setting = options === undefined ? '' : String(options.validDays)
  if (typed === undefined || typed === setting) return { text: typed ?? setting, isGood: true }
  return isDays(typed)
    ? { text: typed, isGood: true, validDays: Number(typed) }
    : { text: typed, isGood: false }
}

export const noteLimit = (channel: Channel | undefined, options: MessageOptions | undefined): number =>
  channel === 'sms' && options !== undefined ? options.smsNoteLength : LONGEST_NOTE

/** Somebody who has already looked or decided would wonder why it comes again. A failed message has reached nobody. */
export const isAskedBefore = (
  { state, openedAt }: Pick<Message, 'state' | 'openedAt'>,
  decided: number,
): boolean => state !== 'failed' && (openedAt !== undefined || decided > 0)
