// The SQL of what a handover act says in addition to the survey itself.
import { customerSigners } from '@walkaround/contract/rules/signer.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import { type LanguageColumns, languageColumns } from './rows.ts'

interface ActRow extends LanguageColumns {
  /** Lines of the order as the DMS sent them, JSON; null for a survey without one. */
  lines: string | null
  currency: string | null
  siteName: string | null
  /** In which the customer has last signed it. */
  signedLanguage: string | null
  /** [[kind, x, y, size, comment], …] as JSON. */
  marks: string | null
}

export type MarkOfAct = [kind: string, x: number, y: number, size: string | null, comment: string | null]

export function findActRow(scope: Scope, surveyId: string): Promise<ActRow | undefined> {
  return scope.db.row(sql`
    select (s.order_document->'contents')::text as lines, s.order_document->>'currency' as currency, s.site_name,
      ${languageColumns},
      -- The text is JSON that the tablet made; no value in it can hold these signs unescaped.
      (select substring(g.shown from '"language":"([A-Za-z-]+)"') from signatures g
        where g.system_client_id = s.system_client_id and g.survey_id = s.id and g.shown is not null
          and g.role = any(${customerSigners}::text[])
        order by g.signed_at desc, g.id desc limit 1) as signed_language,
      (select json_agg(json_build_array(m.kind, m.x, m.y, m.size, m.comment))
        from damage_marks m where m.system_client_id = s.system_client_id and m.survey_id = s.id)::text as marks
    from surveys_with_origin s
    where s.system_client_id = ${scope.clientId} and s.id = ${surveyId}`)
}
