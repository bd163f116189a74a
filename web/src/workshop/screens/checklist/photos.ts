// Photos of a question, wherever they are: on the device, being sent, on the server. Pure.
import type { Question } from '../../store/survey-elements.ts'
import type { MediaItem, MediaState } from '../../store/tables.ts'

export interface ShownPhoto {
  id: string
  state: MediaState
  /** Of a photo on the device: a small picture. */
  preview?: ArrayBuffer
  /** The server has it and can show it. */
  isOnServer: boolean
}

export function listPhotos(question: Question, media: readonly MediaItem[]): ShownPhoto[] {
  const onServer = [
    ...(question.photos ?? []),
    ...(question.answers ?? []).flatMap(({ photos }) => photos ?? []),
  ]
  const known = new Set(onServer.map(({ id }) => id))
  const here = media.filter(
    (item) => item.kind === 'photo' && item.questionId === question.id && !known.has(item.id),
  )
  return [
    ...onServer.map(({ id }): ShownPhoto => ({ id, state: 'confirmed', isOnServer: true })),
    ...here.map(
      ({ id, state, preview }): ShownPhoto => ({
        id,
        state,
        isOnServer: false,
        ...(preview ? { preview } : {}),
      }),
    ),
  ]
}

/** A photo counts once it is stored on the device; one that the server refused does not. */
export const countPhotos = (photos: readonly ShownPhoto[]): number =>
  photos.filter(({ state }) => state !== 'refused').length

export function groupByQuestion(media: readonly MediaItem[]): ReadonlyMap<string, readonly MediaItem[]> {
  const groups = new Map<string, MediaItem[]>()
  for (const item of media) {
    const id = item.questionId ?? ''
    groups.set(id, [...(groups.get(id) ?? []), item])
  }
  return groups
}
