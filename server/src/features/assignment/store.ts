// The SQL of package assignments.
import { actorText } from '../../db/events.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import type { TemplateRef } from '../templates/rules.ts'
import type { Binding } from './rules.ts'

export interface StoredBinding extends Binding {
  /** Where the branch lies; null for bindings of no branch. */
  branchSiteId: string | null
}

/** The client's own bindings on a template, by question, answer and place. */
export function listBindings(
  scope: Pick<Scope, 'db' | 'clientId'>,
  template: TemplateRef,
): Promise<StoredBinding[]> {
  return scope.db.rows(sql`
    select a.question_id as "questionId", a.answer_id as "answerId", a.site_id as "siteId", a.branch_id as "branchId",
      a.package_ids as "packageIds", b.site_id as "branchSiteId"
    from package_assignments a
    left join branches b on b.system_client_id = a.system_client_id and b.id = a.branch_id
    where a.system_client_id = ${scope.clientId} and a.template_master_id = ${template.masterClientId}
      and a.template_id = ${template.templateId}
    order by a.question_id collate "C", a.answer_id collate "C", a.site_id collate "C", a.branch_id collate "C"`)
}

/** The templates a client has bound packages on. */
export function listTemplates(scope: Pick<Scope, 'db' | 'clientId'>): Promise<TemplateRef[]> {
  return scope.db.rows(sql`
    select distinct template_master_id as "masterClientId", template_id as "templateId"
    from package_assignments where system_client_id = ${scope.clientId} order by 1, 2`)
}

export interface Places {
  sites: ReadonlySet<string>
  /** By whatever name the branch was asked for, id or dealer code (C1). */
  branches: ReadonlyMap<string, { id: string; siteId: string }>
}

export async function findPlaces(
  scope: Scope,
  siteIds: readonly string[],
  codesOrIds: readonly string[],
): Promise<Places> {
  const sites = await scope.db.rows<{ id: string }>(sql`
    select id from sites where system_client_id = ${scope.clientId} and id = any(${siteIds}::text[])`)
  const branches = await scope.db.rows<{ name: string; id: string; siteId: string }>(sql`
    select wanted.name, b.id, b.site_id as "siteId"
    from unnest(${codesOrIds}::text[]) as wanted(name)
    left join branch_codes c on c.system_client_id = ${scope.clientId} and c.code = wanted.name
    join branches b on b.system_client_id = ${scope.clientId} and b.id = coalesce(c.branch_id, wanted.name)`)
  return {
    sites: new Set(sites.map(({ id }) => id)),
    branches: new Map(branches.map(({ name, id, siteId }) => [name, { id, siteId }])),
  }
}

/** Those of the ids that are own packages of the client. */
export async function findOwnPackages(
  scope: Pick<Scope, 'db' | 'clientId'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await scope.db.rows<{ id: string }>(sql`
    select id from packages where system_client_id = ${scope.clientId} and id = any(${ids}::text[])`)
  return new Set(rows.map(({ id }) => id))
}

/** A binding without packages is removed. Moves the catalogue. */
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
      insert into catalogue_versions (system_client_id, version) values (${scope.clientId}, 1)
      on conflict (system_client_id) do update set version = catalogue_versions.version + 1
    )
    insert into events (system_client_id, at, kind, subject, actor, payload)
    values (${scope.clientId}, ${scope.now}, 'assignment.changed', 'template/' || ${shownId}::text, ${actorText(scope)},
      json_build_object('answers', ${bindings.length}::int))`)
}

/** One row per binding that counts at a place, in the order in which packages are offered. */
export interface OfferRow {
  masterClientId: string
  questionId: string
  answerId: string
  packageIds: string[]
}

/**
 * The master's bindings first (his sites and branches are his own affair), then the client's: everywhere, at the site, at
 * the branch.
 */
export function listOfferRows(
  scope: Scope,
  at: { template: TemplateRef; siteId: string; branchId: string },
): Promise<OfferRow[]> {
  const { template, siteId, branchId } = at
  const isVisible = scope.client.masters.includes(template.masterClientId)
  const clients = isVisible ? [scope.clientId, template.masterClientId] : [scope.clientId]
  return scope.db.rows(sql`
    select a.system_client_id as "masterClientId", a.question_id as "questionId", a.answer_id as "answerId",
      a.package_ids as "packageIds"
    from package_assignments a
    where a.system_client_id = any(${clients}::text[]) and a.template_master_id = ${template.masterClientId}
      and a.template_id = ${template.templateId}
      and ((a.site_id = '' and a.branch_id = '') or (a.system_client_id = ${scope.clientId}
        and (a.branch_id = ${branchId} or (a.branch_id = '' and a.site_id = ${siteId}))))
    order by a.system_client_id = ${scope.clientId}, a.branch_id <> '', a.site_id <> '',
      a.question_id collate "C", a.answer_id collate "C"`)
}
