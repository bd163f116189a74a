// The SQL of what a handover act says in addition to the survey itself.
import { insertEvent } from '../../db/events.ts'
import { part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import { noteChange } from './rows.ts'

interface ActRow {
  /** Lines of the order as the DMS sent them, JSON; null for a survey without one. */
  lines: string | null
  currency: string | null
  siteName: string | null
  /** In which the customer reads and signs it, if it was chosen. */
  actLanguage: string | null
  /** [[kind, x, y, size, comment], …] as JSON. */
  marks: string | null
}

export type MarkOfAct = [kind: string, x: number, y: number, size: string | null, comment: string | null]

export function findActRow(scope: Scope, surveyId: string): Promise<ActRow | undefined> {
  return scope.db.row(sql`
    select (s.order_document->'contents')::text as lines, s.order_document->>'currency' as currency, s.site_name,
      (select l.act_language from surveys l where l.system_client_id = s.system_client_id and l.id = s.id) as act_language,
      (select json_agg(json_build_array(m.kind, m.x, m.y, m.size, m.comment))
        from damage_marks m where m.system_client_id = s.system_client_id and m.survey_id = s.id)::text as marks
    from surveys_with_origin s
    where s.system_client_id = ${scope.clientId} and s.id = ${surveyId}`)
}

/** The caller has locked the survey. */
export function saveActLanguage(scope: Scope, surveyId: string, language: string): void {
  scope.db.send(sql`
    with saved as (
      update surveys set act_language = ${language}
      where system_client_id = ${scope.clientId} and id = ${surveyId} and act_language is distinct from ${language}
      returning id
    ), noted as (
      ${noteChange(scope, surveyId, part`saved`)}
    )
    ${insertEvent(scope, 'survey.actLanguage', `survey/${surveyId}`, { language })} from saved`)
}
