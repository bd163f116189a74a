// What figures are called and how they are counted, in a language.
import type { FigureDefinition } from '@walkaround/contract/dms/figures.ts'
import { type Figure, type FigureId, figures, type QuestionFigureId } from '@walkaround/contract/figures.ts'
import { readTexts } from '../../outside/language-files.ts'

type Words = Record<FigureId | QuestionFigureId, { name: string; words: string }>

const questionKinds = {
  questionSeconds: 'seconds',
  findRate: 'share',
  moneyPerMinute: 'money',
} as const satisfies Record<QuestionFigureId, FigureDefinition['kind']>

const wordsOf = (language: string) => readTexts<{ figures: Words }>('figures', language).figures

export function listDefinitions(
  language: string,
  only: readonly (Figure & { id: FigureId })[] = figures,
): FigureDefinition[] {
  const words = wordsOf(language)
  return only.map(({ id, kind }) => ({ id, kind, ...words[id] }))
}

export function listQuestionDefinitions(language: string): FigureDefinition[] {
  const words = wordsOf(language)
  return (Object.keys(questionKinds) as QuestionFigureId[]).map((id) => ({
    id,
    kind: questionKinds[id],
    ...words[id],
  }))
}
