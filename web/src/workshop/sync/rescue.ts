// Everything unsent as one file for support: a line of JSON that says what follows, then the bytes of photos and videos
// one after the other. No zip: it must be writable from pieces, without holding a video in memory.
import type { Store } from '../store/database.ts'
import type { MediaItem, OutboxItem } from '../store/tables.ts'

export const rescueKind = 'walkaround-rescue/1'

export interface RescueHead {
  kind: typeof rescueKind
  madeAt: string
  appVersion: string
  items: OutboxItem[]
  /** `start` and `size` count from the byte after the line break of this head. */
  media: (Omit<MediaItem, 'preview'> & { start: number })[]
}

/** Of the clients whoever saves it works for. */
export async function makeRescueFile(
  store: Store,
  appVersion: string,
  clients: readonly string[],
  now = new Date(),
): Promise<Blob> {
  const isWithin = ({ clientId }: { clientId: string }) => clients.includes(clientId)
  const items = (await store.outbox.where('state').notEqual('confirmed').toArray()).filter(isWithin)
  const waiting = (await store.media.where('state').notEqual('confirmed').toArray()).filter(isWithin)
  const parts: ArrayBuffer[] = []
  const media: RescueHead['media'] = []
  let start = 0
  for (const { preview: _, ...item } of waiting) {
    const chunks = await store.chunks.where({ mediaId: item.id }).sortBy('index')
    const size = chunks.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
    media.push({ ...item, size, start })
    start += size
    for (const { bytes } of chunks) parts.push(bytes)
  }
  const head: RescueHead = { kind: rescueKind, madeAt: now.toISOString(), appVersion, items, media }
  return new Blob([`${JSON.stringify(head)}\n`, ...parts], { type: 'application/octet-stream' })
}
