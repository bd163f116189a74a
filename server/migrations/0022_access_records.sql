-- Sign-ins, those that failed, lock-outs and refusals: who, from where, how often. Repeats within an hour are one row, so
-- that an attacker writes little; addresses are personal data, so that rows are forgotten after a while.
create table access_records (
  -- '' for what concerns no system client
  system_client_id text not null,
  hour timestamptz not null,
  kind text not null,
  -- login/…, key/…, or unknown
  subject text not null,
  -- the network; '' when there were too many
  address text not null,
  detail text not null default '',
  times integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (system_client_id, hour, kind, subject, address, detail)
);
create index access_records_by_time on access_records (system_client_id, last_at);
create index access_records_by_age on access_records (last_at);

-- What was changed about access is among the events; a client has few of these among very many.
create index events_of_access on events (system_client_id, at)
  where split_part(kind, '.', 1) in ('client', 'login', 'key');
