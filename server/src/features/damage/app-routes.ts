// The app's routes of damage marks.
import { deleteDamageMark, putDamageMark } from '@walkaround/contract/app/media.ts'
import { type Door, serve } from '../../http/door.ts'
import { created, noContent } from '../../http/reply.ts'
import { putMark, removeMark } from './marks.ts'

export function damageAppRoutes(door: Door): void {
  serve(door, putDamageMark, async (call) => {
    const { survey_id, mark_id } = call.params
    const isNew = await call.write((scope) => putMark(scope, survey_id, mark_id, call.fields))
    return isNew ? created(call.address(putDamageMark.path, call.params)) : noContent
  })

  serve(door, deleteDamageMark, async (call) => {
    await call.write((scope) => removeMark(scope, call.params.survey_id, call.params.mark_id))
    return noContent
  })
}
