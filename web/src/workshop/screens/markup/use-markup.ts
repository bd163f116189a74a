// What is drawn on one photo of a survey, as it changes on this device and on the server, and saving it.
import type { MarkupShape, ShownMarkup } from '@walkaround/contract/app/markup.ts'
import { useLive, useWorkshop } from '../../app/context.tsx'
import { useSignal } from '../../app/use-signal.ts'
import type { Workshop } from '../../app/workshop.ts'
import { newId } from '../../store/ids.ts'
import { findShownPage } from '../../store/shown-page.ts'

/** Undefined until the device was asked. */
export function useMarkup(
  surveyId: string,
  photoId: string,
): { markup: ShownMarkup | undefined } | undefined {
  const { store, ...workshop } = useWorkshop()
  const clientId = useSignal(workshop.clientId)
  return useLive(async () => {
    const page = clientId === undefined ? undefined : await findShownPage(store, clientId, surveyId)
    return { markup: page?.markups?.find((one) => one.photoId === photoId) }
  }, [clientId, surveyId, photoId])
}

/** On the device at once; sent like every other change. */
export function saveMarkup(
  workshop: Workshop,
  surveyId: string,
  photoId: string,
  shapes: readonly MarkupShape[],
  seen: string | undefined,
): Promise<void> {
  const markup = {
    version: newId(),
    shapes: [...shapes],
    at: new Date().toISOString(),
    ...(seen === undefined ? {} : { seen }),
  }
  return workshop.change(surveyId, [{ type: 'putMarkup', photoId, markup }])
}
