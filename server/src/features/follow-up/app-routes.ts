// The app's routes of work that was put off or declined.
import { listPutOffWork, putFollowUpAct } from '@walkaround/contract/app/put-off-work.ts'
import { type Door, serve } from '../../http/door.ts'
import { ok } from '../../http/reply.ts'
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
}
