// Reads templates: the client's own and those its masters run, under the ids this client uses (E5).
import type { SurveyTemplateHeader } from '@walkaround/contract/dms/survey-templates.ts'
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import type { TemplateDocument } from '@walkaround/contract/template-document.ts'
import { type Problem, problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { findRef, toShownId } from './rules.ts'
import * as store from './store.ts'
import { getTemplateVersion, inLanguage, type TemplateVersion } from './versions.ts'

interface ListedTemplate extends SurveyTemplateHeader {
  surveyType: SurveyType
  /** The newest one. */
  version: number
  importedAt: Date
}

/** With details for admins beyond the header. Own templates first, then master by master. */
export async function listTemplatesInDetail(scope: Scope): Promise<ListedTemplate[]> {
  const { clientId, client, db } = scope
  const masters = [clientId, ...client.masters.filter((master) => master !== clientId)]
  const rows = await store.listTemplates(db, masters, client.language)
  return rows.map(({ templateId, ...row }) => ({ id: toShownId(clientId, { templateId, ...row }), ...row }))
}

export async function listTemplates(scope: Scope): Promise<SurveyTemplateHeader[]> {
  const templates = await listTemplatesInDetail(scope)
  return templates.map(({ id, text, masterClientId }) => ({ id, text, masterClientId }))
}

function noSuchTemplate(shownId: string): Problem {
  return problem('noSuchResource', `template: there is no template ${JSON.stringify(shownId)}`)
}

/** The present state of a template, by the id this client uses. */
export async function getTemplateState(
  scope: Scope,
  shownId: string,
): Promise<NonNullable<Awaited<ReturnType<typeof store.findTemplate>>>> {
  const ref = findRef(scope.clientId, scope.client.masters, shownId)
  const found = ref && (await store.findTemplate(scope.db, ref))
  if (!found) throw noSuchTemplate(shownId)
  return found
}

/** The newest version, in the client's language. */
export async function getTemplate(scope: Scope, shownId: string): Promise<TemplateVersion> {
  const state = await getTemplateState(scope, shownId)
  return inLanguage(await getTemplateVersion(scope.db, state), scope.client.language)
}

/** The document as it was imported, with all languages; the newest version unless another is asked for. */
export async function exportTemplate(
  scope: Scope,
  shownId: string,
  version?: number,
): Promise<TemplateDocument> {
  const state = await getTemplateState(scope, shownId)
  const { document } = await getTemplateVersion(scope.db, { ...state, version: version ?? state.version })
  return document
}
