// The photos of a place as they change, and removing them. Adds what a screen needs to show and remove them.
import { useMemo } from 'preact/compat'
import { ofSurvey } from '../api/operations.ts'
import { useLive, useWorkshop } from '../app/context.tsx'
import { useSignal } from '../app/use-signal.ts'
import type { Workshop } from '../app/workshop.ts'
import { operationUrl } from '../places.ts'
import { applyEdits } from '../store/apply-edits.ts'
import type { MediaPlace } from '../store/media.ts'
import { findPage } from '../store/pages.ts'
import { withoutRemoved } from '../store/removals.ts'
import { listOfSurvey } from '../store/survey-outbox.ts'
import { listShots, type Shot } from './photos.ts'

/** Reads only from the device: the component that shows the survey keeps it up to date. */
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

type ShotSize = 'small-square' | 'medium-square' | 'medium' | 'huge'

export function photoUrl(clientId: string, surveyId: string, photoId: string, size: ShotSize): string {
  return operationUrl('getSurveyPhoto', { ...ofSurvey(clientId, surveyId), photo_id: photoId, size })
}

/** Hidden at once; deleted from device and server if nobody undoes it. */
export const removeShot = (workshop: Workshop, surveyId: string, shot: Shot): Promise<void> =>
  workshop.remove(surveyId, { type: 'deletePhoto', photoId: shot.id })
