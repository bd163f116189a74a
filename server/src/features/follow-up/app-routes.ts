// The app's routes of work that was put off or declined, and of findings that people close by hand.
import * as findings from '@walkaround/contract/app/findings.ts'
import { listPutOffWork, putFollowUpAct } from '@walkaround/contract/app/put-off-work.ts'
import { type Door, serve } from '../../http/door.ts'
import { noContent, ok } from '../../http/reply.ts'
import { closeFinding, reopenFinding } from './close-finding.ts'
import { followUp } from './follow-up.ts'
import { listPutOff } from './list-put-off.ts'

export function followUpAppRoutes(door: Door): void {
  serve(door, listPutOffWork, async (call) =>
    ok(await call.read((scope) => listPutOff(scope, call.query.get()))),
  )

  serve(door, putFollowUpAct, async (call) => {
    const { survey_id: surveyId, quote_id: quoteId, act_id: actId } = call.params
    return ok(await call.write((scope) => followUp(scope, { surveyId, quoteId, actId }, call.fields)))
  })

  serve(door, findings.closeFinding, async (call) => {
    const { survey_id: surveyId, question_id: questionId } = call.params
    await call.write((scope) => closeFinding(scope, { surveyId, questionId }, call.fields.get().reason))
    return noContent
  })

  serve(door, findings.reopenFinding, async (call) => {
    const { survey_id: surveyId, question_id: questionId } = call.params
    await call.write((scope) => reopenFinding(scope, { surveyId, questionId }))
    return noContent
  })
}
