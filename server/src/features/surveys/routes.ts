// The DMS door of surveys and answers.
import { addAnswer, deleteAnswer, getSurvey, putAnswer } from '@walkaround/contract/dms/surveys.ts'
import { created, type Door, noContent, resource, serve } from '../../http/door.ts'
import { problem } from '../../problems.ts'
import { addCustomAnswer, deleteCustomAnswer, type IdempotentPost, putCustomAnswer } from './answers.ts'
import { getSurveyJson } from './read-surveys.ts'

const refOf = (params: { survey_id: string; question_id: string }) => ({
  surveyId: params.survey_id,
  questionId: params.question_id,
})

export function surveyRoutes(door: Door): void {
  serve(door, getSurvey, async (call) =>
    resource(await call.read((scope) => getSurveyJson(scope, call.params.id))),
  )

  serve(door, addAnswer, async (call) => {
    const post = idempotentPost(call.header('idempotency-key'), call.rawBody)
    const id = await call.write((scope) => addCustomAnswer(scope, refOf(call.params), call.fields, post))
    return created(call.address(putAnswer.path, { ...call.params, answer_id: id }))
  })

  serve(door, putAnswer, async (call) => {
    await call.write((scope) =>
      putCustomAnswer(scope, refOf(call.params), call.params.answer_id, call.fields),
    )
    return noContent
  })

  serve(door, deleteAnswer, async (call) => {
    await call.write((scope) => deleteCustomAnswer(scope, refOf(call.params), call.params.answer_id))
    return noContent
  })
}

const KEY_LENGTH = 255

function idempotentPost(key: string | undefined, body: Buffer): IdempotentPost | undefined {
  if (key === undefined) return undefined
  if (key === '' || key.length > KEY_LENGTH) {
    throw problem('invalidHeader', `Idempotency-Key: must have 1 to ${KEY_LENGTH} characters`)
  }
  return { key, body }
}
