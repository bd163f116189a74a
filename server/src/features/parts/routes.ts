// The routes of the parts step: the queue and replies for the DMS and for the apps alike, asking for parts for the apps alone.
import * as shown from '@walkaround/contract/app/parts.ts'
import { listPartRequests, putPartReply } from '@walkaround/contract/dms/parts.ts'
import { type Door, serve } from '../../http/door.ts'
import { noContent, ok } from '../../http/reply.ts'
import { readQueue } from './read-queue.ts'
import { replyToRequest } from './reply.ts'
import { requestParts, withdrawParts } from './request-parts.ts'

interface Params {
  survey_id: string
  question_id: string
}

const atOf = ({ survey_id: surveyId, question_id: questionId }: Params) => ({ surveyId, questionId })

export function partRoutes(door: Door): void {
  serve(door, listPartRequests, async (call) =>
    ok(await call.read((scope) => readQueue(scope, call.query.get()))),
  )

  serve(door, putPartReply, async (call) =>
    ok(await call.write((scope) => replyToRequest(scope, atOf(call.params), call.fields, call.person()))),
  )
}

export function partAppRoutes(door: Door): void {
  serve(door, shown.showPartRequests, async (call) =>
    ok(await call.read((scope) => readQueue(scope, call.query.get()))),
  )

  serve(door, shown.replyToPartRequest, async (call) =>
    ok(await call.write((scope) => replyToRequest(scope, atOf(call.params), call.fields, call.person()))),
  )

  serve(door, shown.putPartRequest, async (call) => {
    await call.write((scope) => requestParts(scope, atOf(call.params), call.fields, call.person()))
    return noContent
  })

  serve(door, shown.deletePartRequest, async (call) => {
    await call.write((scope) => withdrawParts(scope, atOf(call.params), call.query.get(), call.person()))
    return noContent
  })
}
