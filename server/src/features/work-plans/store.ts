// The SQL of work plans: one row for each car that has one.
import type { PlanFacts } from '@walkaround/contract/event-facts.ts'
import { insertEvent } from '../../db/events.ts'
import { part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import { type Origin, shownOrder } from '../origins/rows.ts'
import type { PlanRow } from './rules.ts'

const planColumns = part`p.promised, p.promised_at, p.promised_set_at, p.promised_set_by, p.technician::text as technician,
  p.technician_login_id, p.technician_set_at, p.technician_set_by`

/** All null if the order has no plan; undefined if there is no such order. */
export function findPlanOfOrder(scope: Scope, asked: string): Promise<PlanRow | undefined> {
  return scope.db.row(sql`
    select ${planColumns} from (${shownOrder(scope, asked)}) o
    left join car_plans p on p.system_client_id = ${scope.clientId} and p.card_kind = 'order' and p.card_id = o.id`)
}

export function findPlan(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  { kind, id }: Origin,
): Promise<PlanRow | undefined> {
  return db.row(sql`
    select ${planColumns} from car_plans p
    where p.system_client_id = ${clientId} and p.card_kind = ${kind} and p.card_id = ${id}`)
}

/** The row of the order or lead is held. */
export function savePlan(
  scope: Scope,
  { kind, id }: Origin,
  row: PlanRow,
  facts: { before: PlanFacts; after: PlanFacts },
): void {
  scope.db.send(sql`
    with saved as (
      insert into car_plans (system_client_id, card_kind, card_id, promised, promised_at, promised_set_at,
        promised_set_by, technician, technician_login_id, technician_set_at, technician_set_by)
      values (${scope.clientId}, ${kind}, ${id}, ${row.promised}, ${row.promisedAt}, ${row.promisedSetAt},
        ${row.promisedSetBy}, ${row.technician}::json, ${row.technicianLoginId}, ${row.technicianSetAt},
        ${row.technicianSetBy})
      on conflict (system_client_id, card_kind, card_id) do update
        set promised = excluded.promised, promised_at = excluded.promised_at, promised_set_at = excluded.promised_set_at,
          promised_set_by = excluded.promised_set_by, technician = excluded.technician,
          technician_login_id = excluded.technician_login_id, technician_set_at = excluded.technician_set_at,
          technician_set_by = excluded.technician_set_by
      returning card_id
    )
    ${insertEvent(scope, 'plan.changed', `${kind}/${id}`, facts)} from saved`)
}
