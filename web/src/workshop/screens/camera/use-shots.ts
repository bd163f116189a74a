// The photos of a place as they change, and removing and moving them. Reads only from the device: the component that shows the
// survey keeps it up to date.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { useMemo } from 'preact/compat'
import { ofSurvey } from '../../api/operations.ts'
import { useLive, useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import type { Workshop } from '../../app/workshop.ts'
import { operationUrl } from '../../places.ts'
import { applyEdits } from '../../store/apply-edits.ts'
import { movePhoto } from '../../store/media.ts'
import { findPage } from '../../store/pages.ts'
import { withoutRemoved } from '../../store/removals.ts'
import { listOfSurvey } from '../../store/survey-outbox.ts'
import type { Change, MediaItem, MediaPlace } from '../../store/tables.ts'
import { listShots, type Shot } from './shots.ts'

interface StoredSurvey {
  page: SurveyPage | undefined
  media: MediaItem[]
}

const isOfPhoto = ({ type }: Change) => type === 'deletePhoto' || type === 'movePhoto'

/** The survey with its changes; `photosOnly` leaves out those that no strip of photos shows. */
export function useStoredSurvey(surveyId: string, photosOnly = false): StoredSurvey | undefined {
  const { store, ...workshop } = useWorkshop()
  const clientId = useSignal(workshop.clientId)
  return useLive(async () => {
    if (clientId === undefined) return undefined
    const [row, items, media] = await Promise.all([
      findPage(store, clientId, surveyId),
      listOfSurvey(store, clientId, surveyId),
      store.media.where({ clientId, surveyId }).toArray(),
    ])
    const changes = items.filter(({ state }) => state !== 'refused').map(({ change }) => change)
    const page = row && applyEdits(row.page, photosOnly ? changes.filter(isOfPhoto) : changes)
    return { page, media: withoutRemoved(media, items) }
  }, [clientId, surveyId, photosOnly])
}

export function useShots(surveyId: string, place: MediaPlace): Shot[] {
  return useShotsOf(useStoredSurvey(surveyId, true), place)
}

export function useShotsOf(found: StoredSurvey | undefined, place: MediaPlace): Shot[] {
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
export const removeShot = (workshop: Workshop, surveyId: string, photoId: string): Promise<void> =>
  workshop.remove(surveyId, { type: 'deletePhoto', photoId })

/** Shown there at once, and sent. */
export async function moveShot(
  workshop: Workshop,
  surveyId: string,
  photoId: string,
  place: MediaPlace,
): Promise<void> {
  await movePhoto(workshop.store, workshop.author(), surveyId, photoId, place)
  workshop.poke()
}
