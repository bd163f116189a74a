-- System clients, their dealerships, the people and keys that reach them, and the log of every change.
-- Primary keys start with system_client_id so that the schema distributes by tenant; logins, keys and
-- sessions are the listed exceptions: one login may work for several system clients.

create table system_clients (
  system_client_id text primary key,
  name text not null,
  time_zone text not null default 'UTC',
  language text not null default 'en',
  currency text,
  strict_branches boolean not null default false,
  default_site_id text not null,
  release_types text[] not null default '{health}',
  masters text[] not null default '{open}',
  created_at timestamptz not null default now()
);

create table sites (
  system_client_id text not null references system_clients,
  id text not null,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (system_client_id, id)
);

create table branches (
  system_client_id text not null,
  id text not null,
  site_id text not null,
  name text not null,
  -- null: as the system client sets it
  release_types text[],
  -- registered by an order or lead that named a dealer code nobody had entered (C1)
  is_new boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (system_client_id, id),
  constraint branches_site foreign key (system_client_id, site_id) references sites
);

-- Dealer codes. A branch has one of its own; merging another branch into it adds that one's codes.
create table branch_codes (
  system_client_id text not null,
  code text not null,
  branch_id text not null,
  -- when an order or lead brought the code by itself; null when an admin entered it. It stays when the branch is
  -- confirmed or merged, so that the daily limit counts every registration (C1)
  registered_at timestamptz,
  primary key (system_client_id, code),
  constraint branch_codes_branch foreign key (system_client_id, branch_id) references branches
);
create index branch_codes_by_branch on branch_codes (system_client_id, branch_id);

create table logins (
  id text primary key,
  login text not null,
  name text not null,
  password_hash text,
  is_support boolean not null default false,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint logins_login unique (login)
);

create table login_roles (
  system_client_id text not null references system_clients,
  login_id text not null references logins,
  role text not null check (role in ('dms', 'technician', 'advisor', 'manager', 'admin')),
  primary key (system_client_id, login_id)
);
create index login_roles_by_login on login_roles (login_id);

create table api_keys (
  id text primary key,
  login_id text not null references logins,
  -- SHA-256 of the whole key; the key itself is shown once and kept nowhere (F2)
  hash bytea not null,
  label text not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  blocked_at timestamptz,
  last_used_at timestamptz
);
create index api_keys_by_login on api_keys (login_id);

create table sessions (
  -- SHA-256 of the token in the cookie
  id bytea primary key,
  login_id text not null references logins,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_by_login on sessions (login_id);
create index sessions_by_expiry on sessions (expires_at);

-- Every change writes one row in its own transaction. Readers stay below the oldest open transaction
-- (transaction < pg_snapshot_xmin(pg_current_snapshot())), so that nobody ever sees a gap being filled.
create table events (
  system_client_id text not null,
  sequence bigint generated always as identity,
  transaction xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  kind text not null,
  subject text not null,
  actor text not null,
  payload json,
  primary key (system_client_id, sequence)
);
create index events_by_subject on events (system_client_id, subject, sequence);
