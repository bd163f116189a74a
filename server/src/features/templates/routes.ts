// The DMS door of survey templates: reading.
import { getSurveyTemplate, listSurveyTemplates } from '@walkaround/contract/dms/survey-templates.ts'
import { type Door, resource, serve } from '../../http/door.ts'
import type { Scope } from '../../scope.ts'
import { getTemplate, listTemplates } from './read-templates.ts'
import { toShownId } from './rules.ts'

export function templateRoutes(door: Door): void {
  serve(door, listSurveyTemplates, async (call) => {
    return { status: 200, json: JSON.stringify(await call.read((scope) => listTemplates(scope))) }
  })

  serve(door, getSurveyTemplate, async (call) =>
    resource(await call.read((scope) => templateJson(scope, call.params.id))),
  )
}

/** The shape of a survey, in the client's language; the other languages stay in the files of import and export. */
async function templateJson(scope: Scope, shownId: string): Promise<string> {
  const template = await getTemplate(scope, shownId)
  const { id: _, texts: __, text, surveyType, category, conditions, contents } = template.document
  const id = toShownId(scope.clientId, template)
  return JSON.stringify({
    id,
    text,
    masterClientId: template.masterClientId,
    surveyType,
    category,
    conditions,
    contents,
  })
}
