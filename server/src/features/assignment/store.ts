// The SQL of package assignments.
import { insertEvent } from '../../db/events.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import { moveCatalogue } from '../packages/rows.ts'
import type { PackageRef } from '../packages/rules.ts'
import type { TemplateRef } from '../templates/rules.ts'
import type { Binding } from './rules.ts'

interface StoredBinding extends Binding {
  /** The site of the branch; null for bindings without a branch. */
  branchSiteId: string | null
}

/** The client's own bindings on a template, by question, answer and place. */
export function listBindings(
  scope: Pick<Scope, 'db' | 'clientId'>,
  template: TemplateRef,
): Promise<StoredBinding[]> {
  return scope.db.rows(sql`
    select a.question_id, a.answer_id, a.site_id, a.branch_id,
      a.package_ids, b.site_id as branch_site_id
    from package_assignments a
    left join branches b on b.system_client_id = a.system_client_id and b.id = a.branch_id
    where a.system_client_id = ${scope.clientId} and a.template_master_id = ${template.masterClientId}
      and a.template_id = ${template.templateId}
    order by a.question_id collate "C", a.answer_id collate "C", a.site_id collate "C", a.branch_id collate "C"`)
}

/** The templates a client has bound packages on. */
export function listTemplates(scope: Pick<Scope, 'db' | 'clientId'>): Promise<TemplateRef[]> {
  return scope.db.rows(sql`
    select distinct template_master_id as master_client_id, template_id
    from package_assignments where system_client_id = ${scope.clientId} order by 1, 2`)
}

/** Of how many answers of each template the client has bound packages. */
export function countAnswersOfTemplates(
  scope: Pick<Scope, 'db' | 'clientId'>,
): Promise<(TemplateRef & { answers: number })[]> {
  return scope.db.rows(sql`
    select template_master_id as master_client_id, template_id, count(distinct (question_id, answer_id))::int as answers
    from package_assignments where system_client_id = ${scope.clientId}
    group by template_master_id, template_id`)
}

interface OfferedOn extends PackageRef {
  answers: number
  templates: TemplateRef[]
}

/** On how many answers of which templates these packages are offered, each by the client that maintains it. */
export function countAnswersOfPackages(
  scope: Pick<Scope, 'db'>,
  packages: readonly PackageRef[],
): Promise<OfferedOn[]> {
  return scope.db.rows(sql`
    select bound.system_client_id as master_client_id, bound.package_id, sum(bound.answers)::int as answers,
      json_agg(json_build_object('masterClientId', bound.template_master_id, 'templateId', bound.template_id)
        order by bound.template_master_id, bound.template_id) as templates
    from (
      select a.system_client_id, wanted.package_id, a.template_master_id, a.template_id,
        count(distinct (a.question_id, a.answer_id))::int as answers
      from unnest(${packages.map((one) => one.masterClientId)}::text[], ${packages.map((one) => one.packageId)}::text[])
        as wanted(master_client_id, package_id)
      join package_assignments a on a.system_client_id = wanted.master_client_id
        and wanted.package_id = any(a.package_ids)
      group by a.system_client_id, wanted.package_id, a.template_master_id, a.template_id
    ) as bound
    group by bound.system_client_id, bound.package_id`)
}

/** Removes a binding without packages. Changes the signature of the catalogue. */
export async function saveBindings(
  scope: Pick<Scope, 'db' | 'clientId' | 'actor' | 'now'>,
  template: TemplateRef,
  shownId: string,
  bindings: readonly Binding[],
): Promise<void> {
  const kept = bindings.filter(({ packageIds }) => packageIds.length > 0)
  const gone = bindings.filter(({ packageIds }) => packageIds.length === 0)
  await scope.db.run(sql`
    with gone as (
      delete from package_assignments a
      using json_to_recordset(${JSON.stringify(gone)}::json)
        as g("questionId" text, "answerId" text, "siteId" text, "branchId" text)
      where a.system_client_id = ${scope.clientId} and a.template_master_id = ${template.masterClientId}
        and a.template_id = ${template.templateId} and a.question_id = g."questionId" and a.answer_id = g."answerId"
        and a.site_id = g."siteId" and a.branch_id = g."branchId"
    ), saved as (
      insert into package_assignments (system_client_id, template_master_id, template_id, question_id, answer_id,
        site_id, branch_id, package_ids)
      select ${scope.clientId}, ${template.masterClientId}, ${template.templateId}, k."questionId", k."answerId",
        k."siteId", k."branchId",
        array(select e.id from json_array_elements_text(k."packageIds") with ordinality as e(id, n) order by e.n)
      from json_to_recordset(${JSON.stringify(kept)}::json)
        as k("questionId" text, "answerId" text, "siteId" text, "branchId" text, "packageIds" json)
      on conflict (system_client_id, template_master_id, template_id, question_id, answer_id, site_id, branch_id)
        do update set package_ids = excluded.package_ids
    ), moved as (
      ${moveCatalogue(scope)}
    )
    ${insertEvent(scope, 'assignment.changed', `template/${shownId}`, { answers: bindings.length })}`)
}

/** One row per binding that applies at a place, in the order in which packages are offered. */
interface OfferRow {
  masterClientId: string
  questionId: string
  answerId: string
  packageIds: string[]
}

/**
 * The master's bindings first (its own sites and branches do not apply here), then the client's: everywhere, at the site, at the
 * branch.
 */
export function listOfferRows(
  scope: Scope,
  at: { template: TemplateRef; siteId: string; branchId: string },
): Promise<OfferRow[]> {
  const { template, siteId, branchId } = at
  const isVisible = scope.client.masters.includes(template.masterClientId)
  const clients = isVisible ? [scope.clientId, template.masterClientId] : [scope.clientId]
  return scope.db.rows(sql`
    select a.system_client_id as master_client_id, a.question_id, a.answer_id,
      a.package_ids
    from package_assignments a
    where a.system_client_id = any(${clients}::text[]) and a.template_master_id = ${template.masterClientId}
      and a.template_id = ${template.templateId}
      and ((a.site_id = '' and a.branch_id = '') or (a.system_client_id = ${scope.clientId}
        and (a.branch_id = ${branchId} or (a.branch_id = '' and a.site_id = ${siteId}))))
    order by a.system_client_id = ${scope.clientId}, a.branch_id <> '', a.site_id <> '',
      a.question_id collate "C", a.answer_id collate "C"`)
}
