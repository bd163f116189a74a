// The routes of survey templates in the DMS interface: read-only.
import {
  getSurveyTemplate,
  listSurveyTemplates,
  type SurveyTemplate,
} from '@walkaround/contract/dms/survey-templates.ts'
import { type Door, serve } from '../../http/door.ts'
import { ok } from '../../http/reply.ts'
import type { Scope } from '../../scope.ts'
import { getTemplate, listTemplates } from './read-templates.ts'
import { forInterface, toShownId } from './rules.ts'

export function templateRoutes(door: Door): void {
  serve(door, listSurveyTemplates, async (call) => {
    return ok(await call.read((scope) => listTemplates(scope)))
  })

  serve(door, getSurveyTemplate, async (call) =>
    ok(await call.read((scope) => shownTemplate(scope, call.params.id))),
  )
}

/** In the form of a survey, in the client's language; the other languages are only in the import and export files. */
async function shownTemplate(scope: Scope, shownId: string): Promise<SurveyTemplate> {
  const template = await getTemplate(scope, shownId)
  const { id: _, texts: __, text, surveyType, category, conditions, contents } = template.document
  const id = toShownId(scope.clientId, template)
  return {
    id,
    text,
    masterClientId: template.masterClientId,
    surveyType,
    category,
    conditions,
    contents: forInterface(contents),
  }
}
