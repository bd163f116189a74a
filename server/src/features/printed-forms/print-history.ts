// Prints the history of a vehicle for its owner. Says exactly what it is given, with the letterhead of the last visit.
import { etagOf } from '../../lib/etag.ts'
import type { Scope } from '../../scope.ts'
import { findFace } from '../faces/face.ts'
import { atSurvey } from '../surveys/rows.ts'
import { faceRefs, letterheadOf } from './load-form.ts'
import type { FormHistory, FormModel } from './model.ts'
import { drawForm, type MadeForm, type PrintedForms, readFacePictures } from './read-form.ts'

export type { FormHistory, FormWork } from './model.ts'
export type HistoryPrinting = Pick<PrintedForms, 'pool' | 'media'>

interface Printed {
  /** The newest visit. */
  surveyId: string
  language: string
  vehicle: FormModel['vehicle']
  history: FormHistory
}

export async function printHistory(
  scope: Scope,
  { pool, media }: HistoryPrinting,
  { surveyId, language, vehicle, history }: Printed,
): Promise<MadeForm> {
  const face = await findFace(scope, surveyId)
  const photos = await readFacePictures(scope.clientId, media, face)
  const letterhead = letterheadOf(scope, face, language)
  const name = vehicle.numberPlate ?? vehicle.vin ?? ''
  const model: FormModel = {
    form: 'vehicle-history',
    language,
    timeZone: (await atSurvey(scope, surveyId)).client.timeZone,
    asOf: history.visits[0]?.at ?? scope.now.toISOString(),
    dealership: { ...letterhead, logo: photos.has(faceRefs.logo) ? faceRefs.logo : undefined },
    order: { id: name },
    vehicle,
    sections: [],
    history,
  }
  return {
    bytes: () => drawForm(pool, scope.clientId, { model, photos }),
    etag: etagOf(Buffer.from(JSON.stringify(model))),
    fileName: `vehicle-history_${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.pdf`,
  }
}
