// What a tablet stores to start inspections without a network: the templates in use, as surveys nobody has started.

import type { BlankSurvey, Blanks } from '@walkaround/contract/app/blanks.ts'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { RejectionReason } from '@walkaround/contract/app/offers.ts'
import { customerLanguage } from '@walkaround/contract/rules/customer-language.ts'
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import { listReached } from '../../organisation/branch-store.ts'
import { atBranch, type Scope } from '../../scope.ts'
import { customerTitlesOf } from '../findings/customer-words.ts'
import { chooseBodyStyle } from '../outlines/choose-style.ts'
import { composeContents } from '../surveys/compose.ts'
import { visibilityNow } from '../surveys/frozen.ts'
import { listTerms } from '../surveys/terms.ts'
import { listTemplateUses, type TemplateUseFound } from '../templates/choose-templates.ts'
import { toShownId } from '../templates/rules.ts'
import { getTemplateVersion, inLanguage, listRetired, type TemplateVersion } from '../templates/versions.ts'
import { phrasesOfSurvey } from '../words/phrases.ts'
import { listReportedReasons } from '../words/rejection-reasons.ts'

/** Types that staff start themselves. */
const types: readonly SurveyType[] = ['health', 'VC', 'QC', 'VR']

export async function readBlanks(scope: Scope, language = scope.client.language): Promise<Blanks> {
  const branches = await listReached(scope)
  const usesOf = await listTemplateUses(scope, types)
  const reasons = await listReportedReasons(scope)
  const blanks = new Map<string, BlankSurvey>()
  const listed = []
  for (const { id, code, siteName, language: ofSite } of branches) {
    const uses = usesOf(id)
    for (const use of uses) {
      const key = JSON.stringify([use.masterClientId, use.templateId, use.version])
      if (!blanks.has(key)) blanks.set(key, await toBlank(scope, use, { language, reasons }))
    }
    const written = customerLanguage({ site: ofSite ?? undefined, client: scope.client.language }, {})
    const { currency } = atBranch(scope, id).client
    listed.push({
      branchId: id,
      code,
      ...(currency === undefined || currency === scope.client.currency ? {} : { currency }),
      language: written,
      terms: listTerms('handover-act', written, siteName),
      uses: uses.map((use) => ({ ...shown(scope, use), ...(use.make ? { make: use.make } : {}) })),
    })
  }
  return { blanks: [...blanks.values()], branches: listed }
}

const shown = (scope: Scope, use: TemplateUseFound) => ({
  surveyType: use.surveyType,
  templateId: toShownId(scope.clientId, use),
  templateVersion: use.version,
})

async function toBlank(
  scope: Scope,
  use: TemplateUseFound,
  { language, reasons }: { language: string; reasons: RejectionReason[] },
): Promise<BlankSurvey> {
  const template = inLanguage(await getTemplateVersion(scope.db, use), language)
  return {
    ...shown(scope, use),
    page: {
      ...toPage(scope, use.surveyType, template, reasons),
      customerTitles: await customerTitlesOf(template, language),
      phrases: await phrasesOfSurvey(scope, template.questions),
    },
  }
}

function toPage(
  scope: Scope,
  surveyType: SurveyType,
  template: TemplateVersion,
  reasons: RejectionReason[],
): SurveyPage {
  const answers = new Map()
  const contents = composeContents(template, {
    answers,
    isVisible: visibilityNow(template, undefined, answers),
  })
  const { currency, language } = scope.client
  return {
    survey: {
      id: '',
      surveyType,
      category: surveyType === 'health' ? 'interactiveHandover' : undefined,
      templateId: toShownId(scope.clientId, template),
      text: template.document.text,
      completed: false,
      closed: false,
      branch: '',
      plannedSurveyors: [],
      currency,
      contents: JSON.parse(contents) as NonNullable<SurveyPage['survey']['contents']>,
    },
    damage: { bodyStyle: chooseBodyStyle({}), marks: [], earlier: [] },
    act: {
      language,
      template: `${template.masterClientId}!${template.templateId}@${template.version}`,
      work: [],
      sum: { exVat: 0, incVat: 0, isComplete: true },
      terms: [],
      currency,
    },
    conditions: template.document.conditions ?? {},
    basis: {
      retired: listRetired(template),
      beingFilmed: [],
      standard: {},
      replaced: [],
      languages: { client: language },
    },
    rejectionReasons: reasons,
    lastVisit: [],
    videos: [],
    quotes: [],
    signatures: [],
    markPhotos: [],
    missing: [],
    due: [],
    taps: [],
    receipts: [],
    sequence: '0',
  }
}
