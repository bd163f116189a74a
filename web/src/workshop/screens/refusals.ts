// What the service refuses on the screens of messages, by the numbers of its catalogue of errors. Pure.
import type { TextKey } from '../texts/en.ts'

const words: Readonly<Record<number, TextKey>> = {
  40016: 'messages.refusal.badAddress',
  40041: 'messages.refusal.closed',
  40070: 'messages.refusal.noRecipient',
  40071: 'messages.refusal.noAddress',
  40072: 'messages.refusal.botNotStarted',
  40073: 'messages.refusal.quality',
  40074: 'messages.refusal.noChannel',
  40075: 'messages.refusal.staff',
  40076: 'messages.refusal.noLink',
  40300: 'messages.refusal.forbidden',
  40401: 'messages.refusal.gone',
  42900: 'messages.refusal.busy',
  50000: 'messages.refusal.internal',
  50300: 'messages.refusal.busy',
  50301: 'messages.refusal.busy',
}

/** Undefined where only the words of the service say what it is. */
export const refusalWords = (code: number): TextKey | undefined => words[code]
export const knownRefusals: readonly number[] = Object.keys(words).map(Number)
