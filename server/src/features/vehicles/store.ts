// The SQL of the vehicles a client has seen and of what was done on them.
import type { Vehicle } from '@walkaround/contract/shared.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

/** What a client has said about a VIN: the latest value of each attribute, and which order or lead it came from. */
export type Memory = Record<string, { value: unknown; from: string }>

interface VehicleToSave {
  document: Vehicle
  memory: Memory
  source: string
  orderId: string | undefined
  mileageKm: number | undefined
}

export function saveVehicle(scope: Scope, keys: string[], vehicle: VehicleToSave): void {
  // A plate moves from car to car, so data of several orders is combined only by VIN. Sorted: two orders of one vehicle lock its
  // rows in the same order.
  scope.db.send(sql`
    insert into vehicles as v (system_client_id, key, document, last_order_id, mileage_km, seen_at)
    select ${scope.clientId}, k.key,
      case when k.key like 'vin/%' then ${JSON.stringify({ ...vehicle.document, memory: vehicle.memory })}::json
        else ${JSON.stringify(vehicle.document)}::json end,
      ${vehicle.orderId ?? null}, ${vehicle.mileageKm ?? null}, ${scope.now}
    from unnest(${keys.toSorted()}::text[]) as k(key)
    on conflict (system_client_id, key) do update set
      document = case when v.key like 'vin/%' then (excluded.document::jsonb || jsonb_build_object('memory', (
          select coalesce(jsonb_object_agg(m.key, m.value), '{}') from jsonb_each(v.document::jsonb -> 'memory') as m
          where m.value ->> 'from' <> ${vehicle.source}
        ) || (excluded.document::jsonb -> 'memory')))::json
        else excluded.document end,
      last_order_id = coalesce(excluded.last_order_id, v.last_order_id),
      mileage_km = coalesce(excluded.mileage_km, v.mileage_km), seen_at = excluded.seen_at`)
}

/** Deletes what an order or lead said about a VIN that it no longer has. */
export function forgetSource(scope: Scope, vin: string, source: string): void {
  scope.db.send(sql`
    update vehicles set document = (document::jsonb || jsonb_build_object('memory', (
      select coalesce(jsonb_object_agg(m.key, m.value), '{}') from jsonb_each(document::jsonb -> 'memory') as m
      where m.value ->> 'from' <> ${source})))::json
    where system_client_id = ${scope.clientId} and key = ${`vin/${vin}`}`)
}

export interface SeenVehicle {
  document: Vehicle
  lastOrderId: string | null
  mileageKm: number | null
  seenAt: Date
}

export async function findVehicle(scope: Scope, key: string): Promise<SeenVehicle | undefined> {
  const row = await scope.db.row<{
    document: string
    lastOrderId: string | null
    mileageKm: number | null
    seenAt: Date
  }>(sql`
    select document::text as document, last_order_id, mileage_km, seen_at from vehicles
    where system_client_id = ${scope.clientId} and key = ${key}`)
  if (!row) return undefined
  const { memory: _, ...document } = JSON.parse(row.document) as Vehicle & { memory?: Memory }
  return { document, lastOrderId: row.lastOrderId, mileageKm: row.mileageKm, seenAt: row.seenAt }
}

/** The car that was last seen with this plate, folded; of this country if one is given. */
export function findByPlate(
  scope: Scope,
  plate: string,
  country: string | undefined,
): Promise<{ key: string; vin: string | null } | undefined> {
  const key = country === undefined ? null : `plate/${country}/${plate}`
  return scope.db.row(sql`
    select key, document ->> 'vin' as vin from vehicles
    where system_client_id = ${scope.clientId} and key like 'plate/%' and split_part(key, '/', -1) = ${plate}
      and (${key}::text is null or key = ${key}::text)
    order by seen_at desc limit 1`)
}

const RECENT = 200

/** What is stored about a VIN and, if asked for, how the client's latest vehicles spell their makes. */
export async function findMemory(
  scope: Scope,
  vin: string,
  withMakes: boolean,
): Promise<{ memory: Memory; makes: string[] }> {
  const row = await scope.db.row<{ memory: string | null; makes: (string | null)[] }>(sql`
    select (
        select document ->> 'memory' from vehicles
        where system_client_id = ${scope.clientId} and key = ${`vin/${vin}`}
      ) as memory,
      array(
        select document ->> 'make' from vehicles where system_client_id = ${scope.clientId}
        order by seen_at desc limit ${withMakes ? RECENT : 0}
      ) as makes`)
  return {
    memory: row?.memory ? (JSON.parse(row.memory) as Memory) : {},
    makes: (row?.makes ?? []).filter((make) => make !== null),
  }
}

export interface Service {
  packageId: string
  /** The order line or quote it is known from; recording it again changes nothing. */
  source: string
  doneAt: Date
  mileageKm?: number
}

export async function saveServices(
  scope: Scope,
  keys: string[],
  services: readonly Service[],
): Promise<void> {
  await scope.db.run(sql`
    insert into vehicle_services (system_client_id, vehicle_key, package_id, source, done_at, mileage_km)
    select ${scope.clientId}, k.key, s."packageId", s.source, s."doneAt", s."mileageKm"
    from unnest(${keys.toSorted()}::text[]) as k(key)
    cross join json_to_recordset(${JSON.stringify(services)}::json)
      as s("packageId" text, source text, "doneAt" timestamptz, "mileageKm" double precision)
    on conflict (system_client_id, vehicle_key, package_id, source) do nothing`)
}

export async function deleteServices(scope: Scope, keys: string[], sources: string[]): Promise<void> {
  await scope.db.run(sql`
    delete from vehicle_services
    where system_client_id = ${scope.clientId} and vehicle_key = any(${keys}::text[])
      and source = any(${sources}::text[])`)
}

interface ServiceRow {
  packageId: string
  doneAt: Date
  mileageKm: number | null
}

export function listServices(scope: Scope, key: string): Promise<ServiceRow[]> {
  return scope.db.rows(sql`
    select distinct on (package_id) package_id, done_at, mileage_km from vehicle_services
    where system_client_id = ${scope.clientId} and vehicle_key = ${key}
    order by package_id, done_at desc`)
}

interface LookUps {
  minute: { beganAt: Date; used: number }
  day: { beganAt: Date; used: number }
}

/** Counts one look-up in both windows at once, for all processes; an expired window starts again. */
export async function countLookUp(scope: Scope): Promise<LookUps> {
  const rows = await scope.db.rows<{ period: 'minute' | 'day'; beganAt: Date; used: number }>(sql`
    insert into vin_lookups as v (system_client_id, period, began_at, used)
    values (${scope.clientId}, 'day', ${scope.now}, 1), (${scope.clientId}, 'minute', ${scope.now}, 1)
    on conflict (system_client_id, period) do update set
      began_at = case when v.began_at + ('1 ' || v.period)::interval <= excluded.began_at
        then excluded.began_at else v.began_at end,
      used = case when v.began_at + ('1 ' || v.period)::interval <= excluded.began_at then 1 else v.used + 1 end
    returning period, began_at, used`)
  const windowOf = (period: 'minute' | 'day') => {
    const row = rows.find((one) => one.period === period)
    return { beganAt: row?.beganAt ?? scope.now, used: row?.used ?? 1 }
  }
  return { minute: windowOf('minute'), day: windowOf('day') }
}
