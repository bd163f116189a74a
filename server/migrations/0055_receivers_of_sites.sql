-- works with: 0037
-- Receivers of callbacks per site, and callbacks of further kinds, which a receiver has to ask for.
-- See docs/decisions/0102-callbacks-of-other-kinds.md.

-- Which further kinds it gets, and since when: kind → time. A receiver that is there gets none.
alter table callback_receivers add column kinds jsonb not null default '{}';

-- A site with a receiver of its own. In a table of its own, because processes of the version before know one receiver per client.
-- No reference to sites: where tables are distributed these stay local, beside the queue.
create table callback_site_receivers (
  system_client_id text not null references system_clients,
  site_id text not null,
  url text not null,
  -- of this receiver alone: a slow one delays no other, even at the same host
  lane text not null,
  sealed_key bytea not null,
  key_hint text not null,
  sealed_secret bytea,
  former_sealed_secret bytea,
  former_until timestamptz,
  kinds jsonb not null default '{}',
  changed_at timestamptz not null,
  primary key (system_client_id, site_id)
);

alter table callback_deliveries
  -- of the car; null where it is not known
  add column site_id text,
  -- null for the callback of the interface, which tells of a message
  add column kind text;

-- All receivers of a client; '' is the one of the client, for sites without their own.
create view receivers_of_callbacks as
select system_client_id, '' as site_id, url, lane, sealed_key, key_hint, sealed_secret, former_sealed_secret, former_until, kinds,
  changed_at
from callback_receivers
union all
select system_client_id, site_id, url, lane, sealed_key, key_hint, sealed_secret, former_sealed_secret, former_until, kinds,
  changed_at
from callback_site_receivers;

create or replace view callback_states as
select d.system_client_id, d.id, d.output_type, d.reference_object_id, d.body, d.sealed_body, d.url, d.most_attempts, d.created_at,
  case when q.id is not null then 'waiting' when d.given_up_at is not null then 'givenUp' else 'delivered' end as state,
  coalesce(last.number, 0) - d.replayed_after as attempts,
  q.due_at, q.leased_until, l.leased_until as lane_leased_until,
  case when q.id is null then last.ended_at end as finished_at,
  coalesce(q.failure, last.failure) as failure, last.status as last_status,
  d.site_id, d.kind
from callback_deliveries d
left join callback_queue q on q.system_client_id = d.system_client_id and q.id = d.id
left join callback_lanes l on l.system_client_id = q.system_client_id and l.lane = q.lane
left join lateral (
  select a.number, a.status, a.failure, a.started_at + a.total_ms * interval '1 millisecond' as ended_at
  from callback_attempts a where a.system_client_id = d.system_client_id and a.delivery_id = d.id
  order by a.number desc limit 1) as last on true;
