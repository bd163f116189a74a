// The app's route of edits: each in a separate transaction, in the given order.
import { type EditResult, postEdits } from '@walkaround/contract/app/edits.ts'
import { type Door, serve } from '../../http/door.ts'
import { ok } from '../../http/reply.ts'
import { applyEdit, assertSurvey, findSequence, resultOf } from './apply-edit.ts'

export function editAppRoutes(door: Door): void {
  serve(door, postEdits, async (call) => {
    const surveyId = call.params.survey_id
    // That a survey is missing counts before everything else that is wrong (B2); an edit that was applied shows that it is there.
    const assertThere = () => call.read((scope) => assertSurvey(scope, surveyId))
    const { edits, device } = await unlessMissing(() => call.fields.get(), assertThere)
    const by = { ...call.person(), device }
    const results: EditResult[] = []
    for (const edit of edits) {
      const run = () => call.write((scope) => applyEdit(scope, surveyId, edit.get(), by))
      results.push(await resultOf(edit.id, run))
    }
    if (results.every(({ state }) => state === 'refused')) await assertThere()
    const sequence = await call.read(findSequence)
    return ok({ results, sequence })
  })
}

/** If the body breaks a rule, looks first whether the survey is missing. */
async function unlessMissing<T>(read: () => T, assertThere: () => Promise<void>): Promise<T> {
  try {
    return read()
  } catch (error) {
    await assertThere()
    throw error
  }
}
