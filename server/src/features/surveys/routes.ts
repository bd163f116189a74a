// The routes of surveys and answers in the DMS interface.
import {
  addAnswer,
  deleteAnswer,
  getSurvey,
  listSurveys,
  putAnswer,
} from '@walkaround/contract/dms/surveys.ts'
import { type Door, serve } from '../../http/door.ts'
import { okList } from '../../http/next-page.ts'
import { created, noContent, okKept } from '../../http/reply.ts'
import { problem } from '../../problems.ts'
import {
  addCustomAnswer,
  deleteCustomAnswer,
  findCustomAnswerJson,
  type IdempotentPost,
  putCustomAnswer,
} from './answers.ts'
import { getSurveyBytes } from './kept-surveys.ts'
import { listAllSurveys, listSurveyPage } from './list-surveys.ts'

const refOf = (params: { survey_id: string; question_id: string }) => ({
  surveyId: params.survey_id,
  questionId: params.question_id,
})

export function surveyRoutes(door: Door): void {
  serve(door, getSurvey, async (call) =>
    okKept(await call.read((scope) => getSurveyBytes(scope, call.params.id))),
  )

  serve(door, listSurveys, async (call) => {
    const query = call.query.get()
    return okList(call.address(listSurveys.path, call.params), query, {
      whole: () => call.read((scope) => listAllSurveys(scope, query)),
      page: () => call.read((scope) => listSurveyPage(scope, query)),
    })
  })

  serve(door, addAnswer, async (call) => {
    const post = idempotentPost(call.header('idempotency-key'), call.rawBody)
    const at = refOf(call.params)
    let id = ''
    const { isReplayed } = await call.change(
      (scope) => findCustomAnswerJson(scope, at, id),
      async (scope) => {
        const added = await addCustomAnswer(scope, at, call.fields, post)
        id = added.id
        return added
      },
    )
    const made = created(call.address(putAnswer.path, { ...call.params, answer_id: id }))
    return isReplayed ? { ...made, headers: { 'idempotency-replayed': 'true' } } : made
  })

  serve(door, putAnswer, async (call) => {
    const [at, id] = [refOf(call.params), call.params.answer_id]
    await call.change(
      (scope) => findCustomAnswerJson(scope, at, id),
      (scope, precondition) => putCustomAnswer(scope, at, id, call.fields, precondition),
    )
    return noContent
  })

  serve(door, deleteAnswer, async (call) => {
    const [at, id] = [refOf(call.params), call.params.answer_id]
    await call.change(
      (scope) => findCustomAnswerJson(scope, at, id),
      (scope, precondition) => deleteCustomAnswer(scope, at, id, precondition),
    )
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
