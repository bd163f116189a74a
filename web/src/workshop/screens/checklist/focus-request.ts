// Which question the checklist shall show when it opens next: another screen asks, the checklist takes it once.

import { createSignal } from '../../app/signal.ts'

/** Followed by the checklist: it may be open already. */
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
