-- Writers put events into the inbox. The service moves them from there into the log and gives each client's events positions
-- without gaps. The events of former versions become the first content of the inbox: the service moves them in the background.
alter table events rename to event_inbox;
alter table event_inbox rename constraint events_pkey to event_inbox_pkey;
alter sequence events_sequence_seq rename to event_inbox_sequence_seq;
drop index events_by_transaction;
drop index events_by_subject;
drop index events_of_access;
alter table event_inbox drop column transaction;
-- Of the payload, counted per kind.
alter table event_inbox add column version smallint not null default 1;
-- Every row is deleted soon after it was written.
alter table event_inbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Where the log of a client ends, and where what is kept of it begins.
create table event_heads (
  system_client_id text not null primary key,
  -- Changes when a backup is restored, so that readers notice it.
  epoch text not null default md5(random()::text || clock_timestamp()::text),
  position bigint not null default 0,
  logged_at timestamptz not null default 'epoch',
  -- Readers must be at this position or after it: what is before may have been removed.
  kept_after bigint not null default 0
);

-- A partition per month, made by the service. logged_at never goes back within a client, so positions and times have the same order.
create table event_log (
  system_client_id text not null,
  logged_at timestamptz not null,
  position bigint not null,
  sequence bigint not null,
  at timestamptz not null,
  kind text not null,
  version smallint not null,
  subject text not null,
  -- The card of the board it belongs to, and its branch, when it was logged.
  card text,
  branch_id text,
  actor text not null,
  payload json,
  primary key (system_client_id, logged_at, position)
) partition by range (logged_at);
create index event_log_by_card on event_log (system_client_id, card, logged_at, position) where card is not null;
create index event_log_of_access on event_log (system_client_id, at)
  where split_part(kind, '.', 1) in ('client', 'login', 'key');

-- How long events are kept. No row: for ever. An empty kind means all kinds without a row of their own, except those of access.
create table event_retention (
  system_client_id text not null references system_clients (system_client_id),
  kind text not null,
  days integer not null constraint event_retention_days check (days between 1 and 36500),
  -- Written to a file before they are removed.
  is_exported boolean not null,
  -- What was logged before this time has been removed.
  applied_until timestamptz not null default 'epoch',
  primary key (system_client_id, kind)
);

-- Everything that happened, logged or not yet.
create view events as
select system_client_id, logged_at, position, sequence, at, kind, version, subject, card, branch_id, actor, payload
from event_log
union all
select system_client_id, null, null, sequence, at, kind, version, subject, null, null, actor, payload
from event_inbox;
