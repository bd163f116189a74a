// Erases the former and new e-mail addresses and telephone numbers that are kept when a contact changes, and the notes, questions,
// answers and words about parts that belong to them. What the order or lead says now is the DMS's: it is changed there.
import { recordClientEvent } from '../../organisation/scope.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { deleteNotes } from '../car-notes/rows.ts'
import { deleteQuestions } from '../line-questions/rows.ts'
import { eraseQuestionTexts } from '../messages/rows.ts'
import { deleteContactChanges, type WhoseContacts } from '../origins/rows.ts'
import { erasePartTexts } from '../parts/rows.ts'

export async function forgetContacts(
  scope: Scope,
  whose: WhoseContacts,
): Promise<{ changes: number; notes: number; questions: number; parts: number }> {
  const given = Object.values(whose).filter((one) => one !== undefined)
  if (given.length !== 1 || given[0]?.trim() === '') {
    throw problem('invalidArgument', 'say whose contacts: one of --order, --lead and --value')
  }
  const changes = await deleteContactChanges(scope, whose)
  const notes = await deleteNotes(scope, whose)
  const erased = await deleteQuestions(scope, whose)
  const questions = erased.length
  const surveyIds = [...new Set(erased.map(({ surveyId }) => surveyId))]
  if (questions > 0) await eraseQuestionTexts(scope, surveyIds)
  const parts = await erasePartTexts(scope, whose)
  // Not whose: the log is kept.
  if (changes + notes + questions + parts > 0) {
    await recordClientEvent(
      scope,
      scope.clientId,
      {
        kind: 'client.changed',
        subject: `client/${scope.clientId}`,
        payload: {
          forgottenContactChanges: changes,
          ...(notes > 0 ? { forgottenNotes: notes } : {}),
          ...(questions > 0 ? { forgottenQuestions: questions } : {}),
          ...(parts > 0 ? { forgottenPartTexts: parts } : {}),
        },
      },
      { before: { contactChanges: changes, notes, questions, parts } },
    )
  }
  return { changes, notes, questions, parts }
}
