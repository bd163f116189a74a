// Which question the checklist shall show when it opens next: another screen asks, the checklist takes it once.

let wanted: { surveyId: string; questionId: string } | undefined

export function askForQuestion(surveyId: string, questionId: string): void {
  wanted = { surveyId, questionId }
}

export function takeQuestion(surveyId: string): string | undefined {
  if (wanted?.surveyId !== surveyId) return undefined
  const { questionId } = wanted
  wanted = undefined
  return questionId
}
