// Which template a survey is made from: an admin chooses one, and an order or lead finds it (D1).
import { foldMake } from '@walkaround/contract/rules/folding.ts'
import { type SurveyType, surveyTypes } from '@walkaround/contract/survey-types.ts'
import { recordChange } from '../../db/audit/record-change.ts'
import { recordEvents } from '../../db/events.ts'
import { findBranches } from '../../organisation/bind-branch.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { getTemplateState } from './read-templates.ts'
import { type Choice, decideTemplate, findRef } from './rules.ts'
import * as store from './store.ts'
import type { VersionRef } from './versions.ts'

/** Makes are part of an index. */
const MAKE_LENGTH = 128

interface TemplateUse {
  surveyType: string
  /** By id or dealer code (C1); if left out, every branch. */
  branchId?: string
  /** Compared without case; if left out, every make. */
  make?: string
  /** The id this client uses: `open!vc`, or the id of an own one. */
  template: string
}

export async function useTemplate(scope: Scope, use: TemplateUse): Promise<void> {
  const surveyType = surveyTypes.find((type) => type === use.surveyType)
  if (!surveyType) {
    throw problem(
      'invalidArgument',
      `surveyType: ${JSON.stringify(use.surveyType)} is not one of ${surveyTypes.join(', ')}`,
    )
  }
  // Stored folded, so that one make has one row.
  const make = foldMake(use.make)
  if (use.make !== undefined && (make === '' || make.length > MAKE_LENGTH)) {
    throw problem(
      'invalidArgument',
      `make: ${JSON.stringify(use.make)} must have 1 to ${MAKE_LENGTH} characters`,
    )
  }
  const template = await getTemplateState(scope, use.template)
  if (template.surveyType !== surveyType) {
    throw problem(
      'invalidArgument',
      `template: ${JSON.stringify(use.template)} is for ${template.surveyType}, not for ${surveyType}`,
    )
  }
  const branchId = use.branchId === undefined ? '' : await getBranchId(scope, use.branchId)
  const before = (await store.listChoices(scope.db, [scope.clientId], [surveyType], { branchId, make })).find(
    (one) => one.branchId === branchId && one.make === make,
  )
  if (!(await store.putChoice(scope, { ...template, surveyType, branchId, make }))) return
  await recordEvents(scope, [
    {
      kind: 'template.chosen',
      subject: `template/${use.template}`,
      payload: { surveyType, branchId: branchId || undefined, make: make || undefined },
    },
  ])
  const field = [surveyType, branchId, make].filter(Boolean).join(' ')
  recordChange(scope, {
    kind: 'template.chosen',
    subject: `template/${use.template}`,
    before: before && { [field]: `${before.masterClientId}!${before.templateId}` },
    after: { [field]: `${template.masterClientId}!${template.templateId}` },
  })
}

async function getBranchId(scope: Scope, codeOrId: string): Promise<string> {
  const [branchId] = await findBranches(scope, [codeOrId])
  if (branchId === undefined) {
    throw problem(
      'invalidArgument',
      `branch: ${JSON.stringify(codeOrId)} is not a branch or dealer code of this client`,
    )
  }
  return branchId
}

/** Runs for every order that gets surveys: one statement for all its types. */
export async function chooseTemplates(
  scope: Scope,
  types: readonly SurveyType[],
  at: { branchId: string; make?: string },
): Promise<Map<SurveyType, VersionRef>> {
  if (types.length === 0) return new Map()
  const { clientId, client, db } = scope
  const make = foldMake(at.make)
  const choices = await store.listChoices(db, [clientId, ...client.masters], types, {
    branchId: at.branchId,
    make,
  })
  return new Map(
    types.map((surveyType) => {
      const place = { clientId, masters: client.masters, branchId: at.branchId, make }
      const choice = decideTemplate(choices, surveyType, place)
      if (!choice) {
        const masters = client.masters.length > 0 ? ` nor its masters (${client.masters.join(', ')})` : ''
        throw problem(
          'noTemplate',
          `surveyType: for ${surveyType} neither ${clientId}${masters} chose a template`,
        )
      }
      const { masterClientId, templateId, version } = choice
      return [surveyType, { masterClientId, templateId, version }]
    }),
  )
}

export interface TemplateUseFound extends VersionRef {
  surveyType: SurveyType
  /** Folded; if left out, every other make. */
  make?: string
}

/** The templates for surveys of these types, by branch: for every make, then for particular makes. One statement. */
export async function listTemplateUses(
  scope: Scope,
  types: readonly SurveyType[],
): Promise<(branchId: string) => TemplateUseFound[]> {
  const { clientId, client, db } = scope
  const choices = await store.listChoices(db, [clientId, ...client.masters], types)
  const makes = ['', ...new Set(choices.flatMap(({ make }) => (make ? [make] : [])))]
  return (branchId) =>
    types.flatMap((surveyType) =>
      makes.flatMap((make) => {
        const place = { clientId, masters: client.masters, branchId, make }
        const choice = decideTemplate(choices, surveyType, place)
        // A make without a choice of its own is treated like every other.
        if (!choice || choice.make !== make) return []
        const { masterClientId, templateId, version } = choice
        return [{ surveyType, masterClientId, templateId, version, make: make || undefined }]
      }),
    )
}

/** The choices that take effect at this client: its own, and those of its masters where it has none. */
export async function listEffectiveChoices(scope: Scope): Promise<Choice[]> {
  const { clientId, client, db } = scope
  const choices = await store.listChoices(db, [clientId, ...client.masters], surveyTypes)
  return choices.filter((choice) => {
    const place = { clientId, masters: client.masters, branchId: choice.branchId, make: choice.make }
    return choice === decideTemplate(choices, choice.surveyType, place)
  })
}

/** A version named by a caller: one of this client or its masters, for surveys of this type. */
export async function findNamedVersion(
  scope: Scope,
  named: { surveyType: SurveyType; templateId: string; templateVersion: number },
): Promise<VersionRef | undefined> {
  const ref = findRef(scope.clientId, scope.client.masters, named.templateId)
  const found = ref && (await store.findTemplate(scope.db, ref))
  if (found?.surveyType !== named.surveyType || named.templateVersion > found.version) return undefined
  const { masterClientId, templateId } = found
  return { masterClientId, templateId, version: named.templateVersion }
}
