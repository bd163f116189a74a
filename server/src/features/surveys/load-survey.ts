// A survey with everything that decides what is shown and allowed: header, template, answers, offers, selections.
import type { Coverage } from '@walkaround/contract/rules/covered-work.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { listOffers } from '../assignment/offers.ts'
import { getTemplateVersion, inLanguage, type TemplateVersion } from '../templates/versions.ts'
import { type GivenAnswers, toGivenAnswers } from './compose.ts'
import { type Frozen, type Visibility, visibilityNow, visibilityThen } from './frozen.ts'
import { headerOf, type SurveyHeader } from './header.ts'
import { coverageIn, fromFrozenOffers, type Offered, offeredTo, type SelectedVariant } from './offered.ts'
import { type SurveyPhotos, toSurveyPhotos } from './photos.ts'
import * as store from './store.ts'

export interface LoadedSurvey {
  row: store.FullSurveyRow
  header: SurveyHeader
  template: TemplateVersion
  answers: GivenAnswers
  selected: SelectedVariant[]
  photos: SurveyPhotos | undefined
  /** Computed on demand: most callers need neither. */
  offered(): Offered
  /** Which findings packages themselves say they cover (I4). */
  coverage(): ReadonlyMap<string, Coverage>
  isVisible: Visibility
}

/** `language`: that of a reader; forms, owners and the DMS use the survey's own. */
export async function getLoadedSurvey(
  scope: Scope,
  surveyId: string,
  language?: string,
): Promise<LoadedSurvey> {
  const row = await store.findSurvey(scope, surveyId)
  if (!row) throw problem('noSuchResource', `there is no survey "${surveyId}"`)
  const frozen = row.frozen === null ? undefined : (JSON.parse(row.frozen) as Frozen)
  const header = headerOf(row)
  const answers = toGivenAnswers(row.answers)
  const template = inLanguage(
    await getTemplateVersion(scope.db, store.templateRef(row)),
    // Otherwise in the language of the system client, because its staff read the survey.
    language ?? frozen?.language ?? scope.client.language,
  )
  const offers =
    frozen || row.branchId === null || row.siteId === null
      ? undefined
      : await listOffers(
          scope,
          {
            template: { masterClientId: row.masterClientId, templateId: row.templateId },
            siteId: row.siteId,
            branchId: row.branchId,
          },
          row.catalogue,
        )
  return {
    row,
    header,
    template,
    answers,
    selected: toSelected(row.variants),
    photos: toSurveyPhotos(row.photos),
    offered: () => {
      if (frozen) return fromFrozenOffers(frozen.offers)
      return offers ? offeredTo(offers, header.vehicle, header.filledFromVin) : new Map()
    },
    coverage: () => (frozen ? new Map(Object.entries(frozen.covers ?? {})) : coverageIn(offers)),
    isVisible: frozen ? visibilityThen(frozen) : visibilityNow(template, header.vehicle, answers),
  }
}

/** One request at a time decides by a survey's quotes and selections. */
export async function getLoadedSurveyForUpdate(scope: Scope, surveyId: string): Promise<LoadedSurvey> {
  await store.findStateForUpdate(scope, surveyId)
  return getLoadedSurvey(scope, surveyId)
}

type StoredVariant = [
  string,
  string,
  string,
  Pick<SelectedVariant, 'package' | 'variant' | 'isDiscounted' | 'covers'>,
  SelectedVariant['approval'],
  boolean,
]

function toSelected(stored: string | null): SelectedVariant[] {
  if (stored === null) return []
  return (JSON.parse(stored) as StoredVariant[]).map(
    ([quoteId, questionId, answerId, document, approval, isReplaced]) => ({
      quoteId,
      questionId,
      answerId,
      ...document,
      approval,
      isReplaced,
    }),
  )
}
