-- Callbacks: what waits is a row of its own in a short queue, what was written stays as it is, and what became of it follows
-- from both and from the attempts. And whoever delivers to a receiver holds its lane, no longer each delivery. A delivery that
-- arrives at once costs one deleted row and one attempt, where it rewrote its whole row and all its index entries twice.

-- Read over all clients at once, so where tables are distributed these two stay local, beside callback_deliveries.
create table callback_queue (
  system_client_id text not null,
  id text not null,
  -- of the address, as in callback_lanes
  lane text not null,
  due_at timestamptz not null,
  -- attempts that ended with an answer or a failure since it was last put into the queue
  attempts integer not null default 0,
  -- attempts in the log, replays included
  logged integer not null default 0,
  -- who sends it beside its lane: until then, and under this number
  leased_until timestamptz,
  fence bigint not null default 0,
  -- why it waits, in words, when that is not in the log
  failure text,
  primary key (system_client_id, id),
  constraint callback_queue_delivery foreign key (system_client_id, id) references callback_deliveries on delete cascade
);
create index callback_queue_lanes on callback_queue (system_client_id, lane, due_at, id);

create table callback_lanes (
  system_client_id text not null references system_clients,
  -- the origin of the address: what is dead or slow together
  lane text not null,
  -- the loop that delivers: until then, null when it gave the lane back
  leased_by text not null,
  leased_until timestamptz,
  -- rises whenever the lane is taken: the word of whoever held it before comes too late
  fence bigint not null,
  primary key (system_client_id, lane)
);

insert into callback_queue (system_client_id, id, lane, due_at, attempts, logged, fence, failure)
select system_client_id, id, lane, due_at, attempts, logged, fence, failure from callback_deliveries where state = 'waiting';

alter table callback_deliveries
  add column given_up_at timestamptz,
  -- attempts in the log before it was last put back into the queue by hand
  add column replayed_after integer not null default 0;
update callback_deliveries set given_up_at = case when state = 'givenUp' then finished_at end, replayed_after = logged - attempts
  where state = 'givenUp' or logged <> attempts;

-- Indexes go with their columns.
alter table callback_deliveries
  drop column state, drop column attempts, drop column logged, drop column due_at, drop column leased_until,
  drop column leased_by, drop column fence, drop column failure, drop column finished_at;
create index callback_deliveries_by_age on callback_deliveries (created_at);
create index callback_deliveries_given_up on callback_deliveries (system_client_id, given_up_at)
  where given_up_at is not null;

-- Attempts are written for what stands in the queue, so they need no look at their delivery, which is half the cost of one.
alter table callback_attempts drop constraint callback_attempts_delivery;

-- Each delivery as it is now.
create view callback_states as
select d.system_client_id, d.id, d.output_type, d.reference_object_id, d.body, d.sealed_body, d.url, d.most_attempts, d.created_at,
  case when q.id is not null then 'waiting' when d.given_up_at is not null then 'givenUp' else 'delivered' end as state,
  coalesce(last.number, 0) - d.replayed_after as attempts,
  q.due_at, q.leased_until, l.leased_until as lane_leased_until,
  case when q.id is null then last.ended_at end as finished_at,
  coalesce(q.failure, last.failure) as failure, last.status as last_status
from callback_deliveries d
left join callback_queue q on q.system_client_id = d.system_client_id and q.id = d.id
left join callback_lanes l on l.system_client_id = q.system_client_id and l.lane = q.lane
left join lateral (
  select a.number, a.status, a.failure, a.started_at + a.total_ms * interval '1 millisecond' as ended_at
  from callback_attempts a where a.system_client_id = d.system_client_id and a.delivery_id = d.id
  order by a.number desc limit 1) as last on true;
