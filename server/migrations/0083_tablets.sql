-- works with: 0037
-- Tablets that several people share, and the PINs that unlock them. See docs/decisions/0131-shared-tablets.md.

create table tablets (
  system_client_id text not null references system_clients,
  id text not null,
  name text not null,
  -- null: all branches of the client
  branch_ids text[],
  lock_minutes integer not null,
  -- of the code that pairs a device, until it is used
  code_hash bytea,
  code_expires_at timestamptz,
  -- SHA-256 of the token in the device's cookie; null: no device has it
  token_hash bytea,
  paired_at timestamptz,
  agent text,
  seen_at timestamptz,
  created_at timestamptz not null,
  constraint tablets_pkey primary key (system_client_id, id)
);

create unique index tablets_by_name on tablets (system_client_id, lower(name));
create unique index tablets_by_code on tablets (system_client_id, code_hash);
create unique index tablets_by_token on tablets (system_client_id, token_hash);

-- Who has unlocked which tablet, or tried to.
create table tablet_people (
  system_client_id text not null,
  tablet_id text not null,
  login_id text not null references logins,
  used_at timestamptz,
  -- wrong PINs since the last right one
  failures integer not null default 0,
  constraint tablet_people_pkey primary key (system_client_id, tablet_id, login_id),
  constraint tablet_people_tablet_fkey foreign key (system_client_id, tablet_id) references tablets on delete cascade
);

create index tablet_people_by_login on tablet_people (system_client_id, login_id);

create table pins (
  system_client_id text not null references system_clients,
  login_id text not null references logins,
  -- Argon2id, sealed with the installation's key: few digits are quickly tried by whoever has a copy of the database
  sealed_hash bytea not null,
  set_at timestamptz not null,
  constraint pins_pkey primary key (system_client_id, login_id)
);

alter table sessions
  -- the shared tablet on which it was begun with a PIN, and what holds on it
  add column tablet_id text,
  add column tablet json;

create index sessions_by_tablet on sessions (tablet_id) where tablet_id is not null;
