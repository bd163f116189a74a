// The SQL of the customer's language.
import { insertEvent } from '../../db/events.ts'
import { part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import { type LanguageColumns, languageColumns, noteChange } from './rows.ts'

interface LanguageRow extends LanguageColumns {
  header: string | null
  corrections: string | null
}

export function findLanguages(
  scope: Pick<Scope, 'db' | 'clientId'>,
  surveyId: string,
): Promise<LanguageRow | undefined> {
  return scope.db.row(sql`
    select s.header::text as header, s.contact_corrections::text as corrections, ${languageColumns}
    from surveys_with_origin s where s.system_client_id = ${scope.clientId} and s.id = ${surveyId}`)
}

/**
 * The caller has locked the survey. What was completed before the language of its act was kept apart gets it now: otherwise the choice
 * would change the act.
 */
export function saveLanguage(scope: Scope, surveyId: string, language: string): void {
  scope.db.send(sql`
    with saved as (
      update surveys set act_language = ${language},
        frozen = case when frozen is null or frozen->>'actLanguage' is not null then frozen
          else (concat('{"actLanguage":', to_json(coalesce(act_language, frozen->>'language')), ',', substr(ltrim(frozen::text), 2)))::json end
      where system_client_id = ${scope.clientId} and id = ${surveyId} and act_language is distinct from ${language}
      returning id
    ), noted as (
      ${noteChange(scope, surveyId, part`saved`)}
    )
    ${insertEvent(scope, 'survey.actLanguage', `survey/${surveyId}`, { language })} from saved`)
}
