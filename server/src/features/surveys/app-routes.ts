// The app's routes of surveys: signing.
import { putSignature as operation } from '@walkaround/contract/app/media.ts'
import { type Door, serve } from '../../http/door.ts'
import { created, noContent } from '../../http/reply.ts'
import { putSignature } from './sign.ts'

export function surveyAppRoutes(door: Door): void {
  serve(door, operation, async (call) => {
    const { survey_id, signature_id } = call.params
    const isNew = await call.write((scope) => putSignature(scope, survey_id, signature_id, call.fields))
    return isNew ? created(call.address(operation.path, call.params)) : noContent
  })
}
