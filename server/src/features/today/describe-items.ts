// What findings, offers and lines are called: an offer by its own text, everything else by its question.
import type { PartsOfFinding } from '@walkaround/contract/app/parts.ts'
import type { TodayItem } from '@walkaround/contract/app/today.ts'
import { listPartSites } from '../../organisation/client-store.ts'
import type { Scope } from '../../scope.ts'
import { listLineNames, listOfferNames } from '../ledger/today-rows.ts'
import { packageWordsNow } from '../packages/package-words.ts'
import { listPartsOf, type PartsOfQuestion } from '../parts/rows.ts'
import { getTemplateVersion, inLanguage } from '../templates/versions.ts'
import type { Draft } from './rules.ts'

export async function describeItems(
  scope: Scope,
  drafts: readonly Draft[],
  language: string,
): Promise<(draft: Draft) => TodayItem> {
  const questionText = await readQuestionTexts(scope, drafts, language)
  const translate = await packageWordsNow(scope, language)
  const offers = drafts.flatMap(({ surveyId, quoteId }) =>
    surveyId !== null && quoteId !== undefined ? [{ surveyId, quoteId }] : [],
  )
  const lines = drafts.flatMap(({ orderId, position }) =>
    position === undefined ? [] : [{ orderId, position }],
  )
  const surveyIds = [...new Set(drafts.flatMap(({ surveyId }) => surveyId ?? []))]
  const siteIds = await listPartSites(scope.db, scope.clientId)
  const [offerNames, lineNames, asked] = await Promise.all([
    offers.length === 0 ? [] : listOfferNames(scope, offers),
    lines.length === 0 ? [] : listLineNames(scope, lines),
    surveyIds.length === 0 || siteIds.length === 0 ? [] : listPartsOf(scope, { surveyIds, siteIds }),
  ])
  const key = (...parts: (string | number | null | undefined)[]) => JSON.stringify(parts)
  const names = new Map([
    ...offerNames.map(({ surveyId, quoteId, name }) => [key('offer', surveyId, quoteId), name] as const),
    ...lineNames.map(({ orderId, position, name }) => [key('line', orderId, position), name] as const),
  ])
  const parts = new Map(asked.map((one) => [key(one.surveyId, one.questionId), toParts(one)]))
  const ownName = (draft: Draft): string | null | undefined => {
    if (draft.kind === 'offer') return names.get(key('offer', draft.surveyId, draft.quoteId))
    return draft.kind === 'line' ? names.get(key('line', draft.orderId, draft.position)) : undefined
  }
  return (draft) => {
    const { kind, grade, surveyId, questionId, quoteId, value, unit, worth } = draft
    const wanted = parts.get(key(surveyId, questionId))
    return {
      kind,
      text: translate(ownName(draft) ?? '') || questionText(draft) || '',
      ...(grade === null ? {} : { grade }),
      ...(questionId === undefined ? {} : { questionId }),
      ...(quoteId === undefined ? {} : { quoteId }),
      ...(value === undefined ? {} : { value }),
      ...(unit === undefined ? {} : { unit }),
      ...(worth[0] ? { currency: worth[0].currency, amount: worth[0].amount } : {}),
      ...(wanted ? { parts: wanted } : {}),
    }
  }
}

const toParts = ({ state, since, availableOn }: PartsOfQuestion): PartsOfFinding => ({
  state,
  since: since.toISOString(),
  ...(availableOn === null ? {} : { availableOn }),
})

/** Of the few template versions that the drafts are from. */
async function readQuestionTexts(
  scope: Scope,
  drafts: readonly Draft[],
  language: string,
): Promise<(draft: Draft) => string | undefined> {
  const keyOf = (template: Draft['template']) => JSON.stringify(template)
  const wanted = new Map(drafts.flatMap(({ template }) => (template ? [[keyOf(template), template]] : [])))
  const versions = new Map(
    await Promise.all(
      [...wanted].map(async ([key, template]) => {
        const version = await getTemplateVersion(scope.db, template)
        return [key, inLanguage(version, language)] as const
      }),
    ),
  )
  return ({ template, questionId = '' }) =>
    template && versions.get(keyOf(template))?.questions.get(questionId)?.text
}
