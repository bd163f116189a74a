-- The board of the workshop app: finding cars and their earlier visits; inspections that staff begin by themselves, and
-- what becomes of them when the DMS is back.

alter table service_orders
  -- what the board's search looks into: ids, plate, VIN and names, folded as in features/surveys/search-text.ts
  add column search_text text not null default '',
  -- made by hand while the DMS was down; false again once the DMS sends it under the same id
  add column is_manual boolean not null default false,
  -- the order of the DMS this one turned out to be: its id is then another name of that one
  add column matched_to text,
  add constraint service_orders_matched foreign key (system_client_id, matched_to) references service_orders;
alter table leads add column search_text text not null default '';

alter table surveys
  -- by VIN, else by plate, so that the next visit of the vehicle finds it
  add column vehicle_key text,
  -- of a survey with neither order nor lead (C8); the others are where those are
  add column branch_id text,
  add column search_text text,
  add constraint surveys_branch foreign key (system_client_id, branch_id) references branches;

-- An inspection by the id the device gave it, so that a repeat is harmless.
create table inspections (
  system_client_id text not null references system_clients,
  id text not null,
  -- SHA-256 of what was asked for: tells a repeat from another inspection under the same id
  body_hash bytea not null,
  -- the order made by hand, or the VR survey
  order_id text,
  survey_id text,
  created_at timestamptz not null,
  primary key (system_client_id, id),
  constraint inspections_order foreign key (system_client_id, order_id) references service_orders,
  constraint inspections_survey foreign key (system_client_id, survey_id) references surveys
);

-- Plates and VINs are ASCII nearly everywhere; what is written from now on is folded by the service itself.
update service_orders o set search_text = left(upper(regexp_replace(concat_ws('|', o.id, h.header->>'externalId',
    h.header#>>'{vehicle,numberPlate}', h.header#>>'{vehicle,vin}', h.header#>>'{customer,name}',
    concat(h.header#>>'{customer,firstName}', h.header#>>'{customer,lastName}', h.header#>>'{customer,firstName}')),
    '[\s\-–·.]', '', 'g')), 300)
from (select system_client_id, id, survey_header as header from service_orders) h
where h.system_client_id = o.system_client_id and h.id = o.id;
update leads l set search_text = left(upper(regexp_replace(concat_ws('|', l.id, h.header->>'externalId',
    h.header#>>'{vehicle,numberPlate}', h.header#>>'{vehicle,vin}', h.header#>>'{customer,name}',
    concat(h.header#>>'{customer,firstName}', h.header#>>'{customer,lastName}', h.header#>>'{customer,firstName}')),
    '[\s\-–·.]', '', 'g')), 300)
from (select system_client_id, id, survey_header as header from leads) h
where h.system_client_id = l.system_client_id and h.id = l.id;

update surveys s set vehicle_key = case
    when v.vin ~* '^[A-HJ-NPR-Z0-9]{17}$' then 'vin/' || upper(v.vin)
    when v.plate <> '' then 'plate/' || case when v.country <> '' then v.country || '/' else '' end || v.plate
  end
from (
  select t.system_client_id, t.id, trim(h.vehicle->>'vin') as vin,
    upper(regexp_replace(h.vehicle->>'numberPlate', '[\s\-–·.]', '', 'g')) as plate,
    upper(trim(h.vehicle->>'numberPlateCountry')) as country
  from surveys t
  left join service_orders o on o.system_client_id = t.system_client_id and o.id = t.order_id
  left join leads l on l.system_client_id = t.system_client_id and l.id = t.lead_id
  cross join lateral (
    select coalesce(t.header, o.survey_header, l.survey_header)->'vehicle' as vehicle
  ) h
) v
where v.system_client_id = s.system_client_id and v.id = s.id;

create index service_orders_open on service_orders (system_client_id, planned_start)
  where not closed and not rejected and matched_to is null;
-- A search looks through the texts in the index alone, newest first.
create index service_orders_search on service_orders (system_client_id, created_at) include (id, branch_id, search_text);
create index leads_search on leads (system_client_id, created_at) include (id, branch_id, search_text);
create index surveys_by_vehicle on surveys (system_client_id, vehicle_key, created_at) where vehicle_key is not null;
create index surveys_alone on surveys (system_client_id, created_at) where order_id is null and lead_id is null;
