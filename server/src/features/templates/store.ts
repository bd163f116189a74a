// The SQL of survey templates, their versions and who uses which.
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import type { TemplateDocument } from '@walkaround/contract/template-document.ts'
import { type Db, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import type { Choice, TemplateRef } from './rules.ts'

export interface TemplateRow extends TemplateRef {
  surveyType: SurveyType
  version: number
  text: string
  importedAt: Date
}

/** The newest version of every template of these masters, named in the language asked for. */
export async function listTemplates(
  db: Db,
  masters: readonly string[],
  language: string,
): Promise<TemplateRow[]> {
  return db.rows<TemplateRow>(sql`
    select t.system_client_id as master_client_id, t.id as template_id, t.survey_type,
      t.latest_version as version, v.created_at as imported_at,
      coalesce(v.document #>> array['texts', ${language}::text, 'template'], v.text) as text
    from survey_templates t
    join survey_template_versions v
      on v.system_client_id = t.system_client_id and v.template_id = t.id and v.version = t.latest_version
    where t.system_client_id = any(${masters}::text[])
    order by array_position(${masters}::text[], t.system_client_id), t.id`)
}

export async function findTemplate(
  db: Db,
  ref: TemplateRef,
): Promise<Omit<TemplateRow, 'text' | 'importedAt'> | undefined> {
  return db.row(sql`
    select system_client_id as master_client_id, id as template_id, survey_type,
      latest_version as version
    from survey_templates where system_client_id = ${ref.masterClientId} and id = ${ref.templateId}`)
}

export async function findDocument(
  db: Db,
  { masterClientId, templateId, version }: TemplateRef & { version: number },
): Promise<TemplateDocument | undefined> {
  const row = await db.row<{ document: TemplateDocument }>(sql`
    select document from survey_template_versions
    where system_client_id = ${masterClientId} and template_id = ${templateId} and version = ${version}`)
  return row?.document
}

/**
 * Makes the template if it is new (version 0 until the first one is saved) and locks its row, so that two imports of one template
 * run one after the other.
 */
export async function getTemplateForUpdate(
  scope: Pick<Scope, 'db' | 'clientId'>,
  { id, surveyType }: TemplateDocument,
): Promise<{ surveyType: SurveyType; version: number }> {
  const row = await scope.db.row<{ surveyType: SurveyType; version: number }>(sql`
    insert into survey_templates (system_client_id, id, survey_type, latest_version)
    values (${scope.clientId}, ${id}, ${surveyType}, 0)
    on conflict (system_client_id, id) do update set latest_version = survey_templates.latest_version
    returning survey_type, latest_version as version`)
  if (!row) throw new Error('an insert that returns its row returned none')
  return row
}

/** What an id has meant in any version of the template. */
export interface UsedId {
  id: string
  category: string
  questionCategory: string | null
  answerCategory: string | null
}

export async function listUsedIds(
  scope: Pick<Scope, 'db' | 'clientId'>,
  templateId: string,
): Promise<UsedId[]> {
  return scope.db.rows<UsedId>(sql`
    with recursive elements as (
      select e.element
      from survey_template_versions v, json_array_elements(v.document->'contents') as e(element)
      where v.system_client_id = ${scope.clientId} and v.template_id = ${templateId}
      union all
      select inner_element.element
      from elements, json_array_elements(elements.element->'contents') as inner_element(element)
      where elements.element->>'category' = 'section'
    )
    select distinct element->>'id' as id, element->>'category' as category,
      element->>'questionCategory' as question_category, element->>'answerCategory' as answer_category
    from elements`)
}

export async function insertVersion(
  scope: Pick<Scope, 'db' | 'clientId' | 'now'>,
  document: TemplateDocument,
  version: number,
): Promise<void> {
  await scope.db.run(sql`
    insert into survey_template_versions (system_client_id, template_id, version, text, document, created_at)
    values (${scope.clientId}, ${document.id}, ${version}, ${document.text}, ${JSON.stringify(document)}::json,
      ${scope.now})`)
  await scope.db.run(sql`
    update survey_templates set latest_version = ${version}
    where system_client_id = ${scope.clientId} and id = ${document.id}`)
}

/** Choices that may apply to these survey types, for every branch and make or for one place; the rules decide between them. */
export async function listChoices(
  db: Db,
  clientIds: readonly string[],
  surveyTypes: readonly SurveyType[],
  at?: { branchId: string; make: string },
): Promise<Choice[]> {
  const { branchId = null, make = null } = at ?? {}
  return db.rows<Choice>(sql`
    select c.system_client_id as client_id, c.survey_type, c.branch_id, c.make,
      c.master_client_id, c.template_id, t.latest_version as version
    from template_choices c
    join survey_templates t on t.system_client_id = c.master_client_id and t.id = c.template_id
    where c.system_client_id = any(${clientIds}::text[]) and c.survey_type = any(${surveyTypes}::text[])
      and (${branchId}::text is null or c.branch_id in ('', ${branchId}::text))
      and (${make}::text is null or c.make in ('', ${make}::text))
    order by c.make`)
}

/** False if the choice was the same before. */
export async function putChoice(
  scope: Pick<Scope, 'db' | 'clientId'>,
  choice: TemplateRef & { surveyType: SurveyType; branchId: string; make: string },
): Promise<boolean> {
  const changed = await scope.db.run(sql`
    insert into template_choices (system_client_id, survey_type, branch_id, make, master_client_id, template_id)
    values (${scope.clientId}, ${choice.surveyType}, ${choice.branchId}, ${choice.make}, ${choice.masterClientId},
      ${choice.templateId})
    on conflict (system_client_id, survey_type, branch_id, make) do update
    set master_client_id = excluded.master_client_id, template_id = excluded.template_id
    where (template_choices.master_client_id, template_choices.template_id) is distinct from
      (excluded.master_client_id, excluded.template_id)`)
  return changed > 0
}

/** Chooses one of the client's own templates for its survey type, unless there is a choice already. */
export async function insertFirstChoice(
  scope: Pick<Scope, 'db' | 'clientId'>,
  { id, surveyType }: TemplateDocument,
): Promise<void> {
  await scope.db.run(sql`
    insert into template_choices (system_client_id, survey_type, master_client_id, template_id)
    values (${scope.clientId}, ${surveyType}, ${scope.clientId}, ${id})
    on conflict do nothing`)
}

/**
 * The newest documents of a master by template id, as SHA-256 of their stored text. Templates whose survey type has no general
 * choice are left out.
 */
export async function listHashes(db: Db, masterClientId: string): Promise<Map<string, string>> {
  const rows = await db.rows<{ id: string; hash: string }>(sql`
    select t.id, encode(sha256(convert_to(v.document::text, 'UTF8')), 'hex') as hash
    from survey_templates t
    join survey_template_versions v
      on v.system_client_id = t.system_client_id and v.template_id = t.id and v.version = t.latest_version
    join template_choices c
      on c.system_client_id = t.system_client_id and c.survey_type = t.survey_type and c.branch_id = ''
        and c.make = ''
    where t.system_client_id = ${masterClientId}`)
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}
