// Whether a recording is still running in some tab of this device, and closing those cut off by a crash: what was stored of them is
// a video and is sent like any other.
import type { Store } from './database.ts'
import { finishVideo } from './media.ts'

const nameOf = (mediaId: string) => `walkaround-recording-${mediaId}`

/** Holds a lock with the recording's name until `release`. Does nothing if the browser has no locks. */
export function holdRecording(mediaId: string): () => void {
  let release = () => {}
  const isOver = new Promise<void>((resolve) => {
    release = resolve
  })
  navigator.locks?.request(nameOf(mediaId), () => isOver).catch(() => {})
  return release
}

export async function closeCutOff(store: Store, surveyId?: string): Promise<number> {
  const held = (await navigator.locks?.query())?.held ?? []
  const open = await store.media.where({ state: 'recording' }).toArray()
  const cutOff = open.filter(
    (item) =>
      (surveyId === undefined || item.surveyId === surveyId) &&
      !held.some(({ name }) => name === nameOf(item.id)),
  )
  for (const { id } of cutOff) await finishVideo(store, id)
  return cutOff.length
}
