// Reads the figures of single questions: what they take, find and bring.
import type { FigureValue, QuestionFigureQuery, QuestionFigures } from '@walkaround/contract/dms/figures.ts'
import { questionValuesOf } from '@walkaround/contract/rules/figure-values.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { getTemplateState, listTemplates } from '../templates/read-templates.ts'
import { listQuestions } from '../templates/rules.ts'
import { getTemplateVersion, inLanguage } from '../templates/versions.ts'
import { askForQuestions, toPeriods, toPlaces } from './asked-period.ts'
import { findMark } from './mark-store.ts'
import { seesOwnOnly, type Viewer, withBefore } from './read-figures.ts'
import * as store from './read-store.ts'
import { listQuestionDefinitions } from './words.ts'

const nothing = { answered: 0, found: 0, timed: 0, milliseconds: 0 }

export async function readQuestionFigures(
  scope: Scope,
  query: QuestionFigureQuery,
  viewer: Viewer,
): Promise<QuestionFigures> {
  if (seesOwnOnly(viewer))
    throw problem('forbidden', `the figures of questions are not for the role "${viewer.role}"`)
  const { language = scope.client.language } = query
  const periods = toPeriods(scope, query)
  const asked = askForQuestions(periods, await toPlaces(scope, query))
  const [rows, money, mark] = await Promise.all([
    store.readQuestions(scope, asked),
    store.readQuestionMoney(scope, asked),
    findMark(scope),
  ])
  const key = (row: { templateId: string; questionId: string }) =>
    JSON.stringify([row.templateId, row.questionId])
  const rowAt = new Map(rows.map((row) => [`${row.isBefore}${key(row)}`, row]))
  const moneyAt = Map.groupBy(money, (row) => `${row.isBefore}${key(row)}`)
  const texts = await textsOf(scope, language, new Set(rows.map(({ templateId }) => templateId)))
  const valuesAt = (at: string) => {
    const sold = new Map((moneyAt.get(at) ?? []).map((row) => [row.currency, row.soldMoney]))
    return questionValuesOf(rowAt.get(at) ?? nothing, sold)
  }
  return {
    ...periods,
    ...(mark ? { asOf: mark.loggedAt.toISOString() } : {}),
    questions: rows
      .filter(({ isBefore }) => !isBefore)
      .map(({ templateId, questionId, ...row }) => {
        const at = key({ templateId, questionId })
        const text = texts.get(at)
        const figures: FigureValue[] = withBefore(valuesAt(`${row.isBefore}${at}`), valuesAt(`true${at}`))
        return { templateId, questionId, ...(text === undefined ? {} : { text }), figures }
      }),
    definitions: listQuestionDefinitions(language),
  }
}

/** Of the newest versions that the client still sees; a question that was taken out has no words. */
async function textsOf(
  scope: Scope,
  language: string,
  templateIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const { id } of await listTemplates(scope)) {
    if (!templateIds.has(id)) continue
    const { document } = inLanguage(
      await getTemplateVersion(scope.db, await getTemplateState(scope, id)),
      language,
    )
    for (const question of listQuestions(document))
      texts.set(JSON.stringify([id, question.id]), question.text)
  }
  return texts
}
