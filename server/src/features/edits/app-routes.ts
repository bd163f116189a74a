// The web door of edits: each in a transaction of its own, in the order given.
import { type EditResult, postEdits } from '@walkaround/contract/app/edits.ts'
import { type Door, serve } from '../../http/door.ts'
import { applyEdit, assertSurvey, findSequence, resultOf } from './apply-edit.ts'

export function editAppRoutes(door: Door): void {
  serve(door, postEdits, async (call) => {
    const surveyId = call.params.survey_id
    await call.read((scope) => assertSurvey(scope, surveyId))
    const { edits, device } = call.fields.get()
    const by = { ...call.person(), ...(device === undefined ? {} : { device }) }
    const results: EditResult[] = []
    for (const edit of edits) {
      const run = () => call.write((scope) => applyEdit(scope, surveyId, edit, by))
      results.push(await resultOf(edit, run))
    }
    const sequence = await call.read(findSequence)
    return { status: 200, json: JSON.stringify({ results, sequence }) }
  })
}
