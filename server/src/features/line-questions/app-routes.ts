// The app's routes of questions about lines of a result.
import * as operations from '@walkaround/contract/app/line-questions.ts'
import { type Door, serve } from '../../http/door.ts'
import { noContent, ok } from '../../http/reply.ts'
import { type AnswerPost, listQuestions, previewAnswer, putAnswer } from './answer.ts'

export function lineQuestionAppRoutes(
  door: Door,
  { box, nudge }: { box: AnswerPost['box']; nudge(): void },
): void {
  serve(door, operations.listQuestions, async (call) => {
    const threads = await call.read((scope) => listQuestions(scope, call.params.survey_id))
    return ok(threads.map(({ questionId: _question, linkId: _link, ...thread }) => thread))
  })

  serve(door, operations.putAnswer, async (call) => {
    const { survey_id: surveyId, question_id: questionId, answer_id: answerId } = call.params
    // Makes the box read its key before the transaction, not inside it.
    await box.seal('', 'nothing')
    await call.write((scope) =>
      putAnswer(scope, { surveyId, questionId, answerId }, call.fields, call.person(), {
        baseUrl: door.baseUrl(),
        box,
      }),
    )
    nudge()
    return noContent
  })

  serve(door, operations.previewAnswer, async (call) => {
    const { survey_id: surveyId, question_id: questionId } = call.params
    return ok(
      await call.read((scope) =>
        previewAnswer(scope, { surveyId, questionId }, call.fields.get(), door.baseUrl()),
      ),
    )
  })
}
