// Which question the checklist should show next: another screen sets it, the checklist takes it once.

import { createSignal } from './signal.ts'

/** The checklist follows it, because it may already be open. */
export const wantedQuestion = createSignal<{ surveyId: string; questionId: string } | undefined>(undefined)

export function askForQuestion(surveyId: string, questionId: string): void {
  wantedQuestion.set({ surveyId, questionId })
}

export function takeQuestion(surveyId: string): string | undefined {
  const wanted = wantedQuestion.get()
  if (wanted?.surveyId !== surveyId) return undefined
  const { questionId } = wanted
  wantedQuestion.set(undefined)
  return questionId
}
