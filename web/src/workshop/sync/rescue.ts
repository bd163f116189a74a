// All unsent work as one file for support: a line of JSON that describes the rest, then the bytes of photos and videos one after
// the other. No zip: it must be written in pieces, without holding a video in memory.
import type { Store } from '../store/database.ts'
import type { MediaItem, OutboxItem } from '../store/tables.ts'

const rescueKind = 'walkaround-rescue/1'

interface RescueHead {
  kind: typeof rescueKind
  madeAt: string
  appVersion: string
  items: OutboxItem[]
  /** `start` and `size` count from the byte after the line break of this header. */
  media: (Omit<MediaItem, 'preview'> & { start: number })[]
}

/** Only of the clients that the person who saves it works for. */
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
