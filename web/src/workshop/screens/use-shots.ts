// Photos of a place as they change, and taking them back. Adds what a screen needs to show and remove them.
import { useMemo } from 'react'
import { paths } from '../api/operations.ts'
import { useLive, useSignal, useWorkshop } from '../app/context.tsx'
import type { Workshop } from '../app/workshop.ts'
import { serviceUrl } from '../places.ts'
import { applyEdits } from '../store/apply-edits.ts'
import type { MediaPlace } from '../store/media.ts'
import { listOfSurvey } from '../store/outbox.ts'
import { findPage } from '../store/pages.ts'
import { withoutRemoved } from '../store/removals.ts'
import { listShots, type Shot } from './photos.ts'

/** Asks the device alone: whoever shows the survey keeps it fresh. */
export function useShots(surveyId: string, place: MediaPlace): Shot[] {
  const { store, ...workshop } = useWorkshop()
  const clientId = useSignal(workshop.clientId)
  const found = useLive(async () => {
    if (clientId === undefined) return undefined
    const [row, items, media] = await Promise.all([
      findPage(store, clientId, surveyId),
      listOfSurvey(store, clientId, surveyId),
      store.media.where({ clientId, surveyId }).toArray(),
    ])
    const removals = items.filter(({ change, state }) => change.type === 'deletePhoto' && state !== 'refused')
    const page =
      row &&
      applyEdits(
        row.page,
        removals.map(({ change }) => change),
      )
    return { page, media: withoutRemoved(media, items) }
  }, [clientId, surveyId])
  const { questionId, answerId, markId } = place
  return useMemo(
    () => (found ? listShots(found.page, found.media, { questionId, answerId, markId }) : []),
    [found, questionId, answerId, markId],
  )
}

export type ShotSize = 'small-square' | 'medium-square' | 'medium' | 'huge'

export function photoUrl(clientId: string, surveyId: string, photoId: string, size: ShotSize): string {
  return serviceUrl(`app${paths.ofSurvey(clientId, surveyId)}/photos/${encodeURIComponent(photoId)}/${size}`)
}

/** Out of sight at once; from the device and the server when nobody has taken it back. */
export const removeShot = (workshop: Workshop, surveyId: string, shot: Shot): Promise<void> =>
  workshop.remove(surveyId, { type: 'deletePhoto', photoId: shot.id })
