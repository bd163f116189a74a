// Masks an address for the holder of a link: enough to recognise one's own, too little to learn somebody else's. Pure.
import type { OwnerWay } from '@walkaround/contract/owner-page.ts'
import { channelOf, type MessageCategory } from './rules.ts'

const SHOWN_DIGITS = 3

/** A chat number means nothing to anybody. */
export function wayOf(category: MessageCategory, address: string): OwnerWay {
  const channel = channelOf(category)
  return channel === 'telegram' ? { channel } : { channel, address: maskAddress(address) }
}

export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  if (at > 0) return `${[...address][0]}•••${address.slice(at)}`
  return `•••${address.replaceAll(/\D/g, '').slice(-SHOWN_DIGITS)}`
}
