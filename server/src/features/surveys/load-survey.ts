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
  /** Made when asked for: most of what needs a survey needs neither. */
  offered(): Offered
  /** What packages say themselves of the findings they cover (I4). */
  coverage(): ReadonlyMap<string, Coverage>
  isVisible: Visibility
}

/** `language`: of a person who reads it; forms, owners and the DMS have the survey's own. */
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
    // Else in the language of the system client: whoever reads the survey is its staff.
    language ?? frozen?.language ?? scope.client.language,
  )
  const offers =
    frozen || row.branch_id === null || row.site_id === null
      ? undefined
      : await listOffers(
          scope,
          {
            template: { masterClientId: row.master_client_id, templateId: row.template_id },
            siteId: row.site_id,
            branchId: row.branch_id,
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

/** Whatever a survey's quotes and selections decide is decided by one request at a time. */
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
