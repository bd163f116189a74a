-- Signing in to the web apps, and the edits of surveys they send.

-- Failed sign-ins by login and by address, also of logins that do not exist. Not of any system client. API keys never
-- come here.
create table sign_in_failures (
  -- SHA-256 of the login as it was typed, or of the address: neither is readable here
  subject bytea primary key,
  failures integer not null,
  last_at timestamptz not null,
  -- until then nothing is tried
  waits_until timestamptz not null
);
create index sign_in_failures_by_age on sign_in_failures (last_at);

-- Edits that were applied, so that one that arrives again is not applied again.
create table survey_edits (
  system_client_id text not null,
  survey_id text not null,
  -- made by the device
  edit_id text not null,
  result json not null,
  at timestamptz not null,
  primary key (system_client_id, survey_id, edit_id),
  constraint survey_edits_survey foreign key (system_client_id, survey_id) references surveys
);
create index survey_edits_by_age on survey_edits (at);

-- Live updates read events in the order their transactions took their numbers: by sequence alone, one that was taken early
-- and committed late would be missed.
create index events_by_transaction on events (system_client_id, transaction, sequence);

-- What staff corrected in the contact data of customer, owner and driver (C4); null when nothing was.
alter table service_orders add column contact_corrections json;
alter table leads add column contact_corrections json;
