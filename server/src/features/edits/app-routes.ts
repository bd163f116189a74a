// The app's route of edits: each in a separate transaction, in the given order.
import { type EditResult, postEdits } from '@walkaround/contract/app/edits.ts'
import { type Door, serve } from '../../http/door.ts'
import { ok } from '../../http/reply.ts'
import { applyEdit, assertSurvey, findSequence, resultOf } from './apply-edit.ts'

export function editAppRoutes(door: Door): void {
  serve(door, postEdits, async (call) => {
    const surveyId = call.params.survey_id
    await call.read((scope) => assertSurvey(scope, surveyId))
    const { edits, device } = call.fields.get()
    const by = { ...call.person(), device }
    const results: EditResult[] = []
    for (const edit of edits) {
      const run = () => call.write((scope) => applyEdit(scope, surveyId, edit.get(), by))
      results.push(await resultOf(edit.id, run))
    }
    const sequence = await call.read(findSequence)
    return ok({ results, sequence })
  })
}
