// Tells of new entries of the inbox: by a quiet sound, and by the browser while the app is not in front. Only what the person chose.
import type { InboxEntry } from '@walkaround/contract/app/inbox.ts'
import type { Words } from '../../app/words.tsx'
import type { Store } from '../../store/database.ts'
import { getSetting } from '../../store/settings.ts'
import { carOf, lineOf } from './entry-words.ts'

export async function announce(store: Store, words: Words, arrived: readonly InboxEntry[]): Promise<void> {
  if (await getSetting(store, 'inboxSound')) playSound()
  const [first] = arrived
  if (!first || !document.hidden || !(await getSetting(store, 'inboxNotices'))) return
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  const title = arrived.length === 1 ? carOf(first) : words.t('inbox.unread', { n: arrived.length })
  // One at a time: a newer one takes its place.
  new Notification(title || words.t('inbox.title'), { body: lineOf(first, words), tag: 'walkaround-inbox' })
}

/** Two short tones; quiet enough for a customer at the desk. */
export function playSound(): void {
  if (typeof AudioContext === 'undefined') return
  const context = new AudioContext()
  const volume = context.createGain()
  volume.gain.value = 0.05
  volume.connect(context.destination)
  for (const [index, frequency] of [660, 880].entries()) {
    const tone = context.createOscillator()
    tone.frequency.value = frequency
    tone.connect(volume)
    tone.start(context.currentTime + index * 0.14)
    tone.stop(context.currentTime + index * 0.14 + 0.12)
    if (index === 1) tone.onended = () => context.close()
  }
}
