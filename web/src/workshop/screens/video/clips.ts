// The videos of a survey: those on the server with their state, and those still on this device, each once. Pure.
import type { Video } from '@walkaround/contract/dms/media.ts'
import type { MediaItem } from '../../store/tables.ts'

export interface Clip {
  id: string
  questionId?: string
  /** On the device, with how much of it was sent. */
  item?: MediaItem
  /** On the server. */
  video?: Video
}

export function listClips(videos: readonly Video[], media: readonly MediaItem[]): Clip[] {
  const own = media.filter(({ kind }) => kind === 'video')
  const served: Clip[] = videos.map((video) => {
    const item = own.find(({ id }) => id === video.id)
    return {
      id: video.id,
      video,
      ...(item ? { item } : {}),
      ...(video.questionId ? { questionId: video.questionId } : {}),
    }
  })
  const here: Clip[] = own
    .filter(({ id, state }) => state !== 'recording' && !videos.some((video) => video.id === id))
    .map((item) => ({ id: item.id, item, ...(item.questionId ? { questionId: item.questionId } : {}) }))
  return [...served, ...here]
}
