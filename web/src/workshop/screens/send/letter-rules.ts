// How long a link opens, how much an advisor may write, and what is asked before it goes out again. Pure.
import type { Message, MessageOptions } from '@walkaround/contract/app/messages.ts'
import type { Channel } from './recipients.ts'

const LONGEST_NOTE = 2000
const isDays = (text: string) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 365

export interface Days {
  /** What the field shows. */
  text: string
  isGood: boolean
  /** Left out where it is the client's setting, which the service knows best. */
  validDays?: number
}

/** `typed`: undefined until somebody types. The setting counts as it is, even where nobody may type as much. */
export function toDays(typed: string | undefined, options: MessageOptions | undefined): Days {
  const setting = options === undefined ? '' : String(options.validDays)
  if (typed === undefined || typed === setting) return { text: typed ?? setting, isGood: true }
  return isDays(typed)
    ? { text: typed, isGood: true, validDays: Number(typed) }
    : { text: typed, isGood: false }
}

export const noteLimit = (channel: Channel | undefined, options: MessageOptions | undefined): number =>
  channel === 'sms' && options !== undefined ? options.smsNoteLength : LONGEST_NOTE

/** Who has looked or decided already wonders why it comes again. What failed has reached nobody. */
export const isAskedBefore = (
  { state, openedAt }: Pick<Message, 'state' | 'openedAt'>,
  decided: number,
): boolean => state !== 'failed' && (openedAt !== undefined || decided > 0)
