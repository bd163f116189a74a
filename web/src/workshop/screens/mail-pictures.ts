// Where the app finds the pictures that are sent with a mail.
import { useCallback } from 'preact/compat'
import { ofSurvey } from '../api/operations.ts'
import { useWorkshop } from '../app/context.tsx'
import { useSignal } from '../app/use-signal.ts'
import { operationUrl } from '../places.ts'
import type { PictureAt } from '../ui/mail-frame.tsx'

export function useMailPictures(surveyId: string): PictureAt {
  const clientId = useSignal(useWorkshop().clientId) ?? ''
  return useCallback(
    (picture) => operationUrl('getFacePicture', { ...ofSurvey(clientId, surveyId), picture }),
    [clientId, surveyId],
  )
}
