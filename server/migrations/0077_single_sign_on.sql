-- works with: 0037
-- Signing in by OpenID Connect at providers of a client, and passwords that can be switched off.
-- See docs/decisions/0128-single-sign-on.md.

create table sign_in_providers (
  system_client_id text not null references system_clients,
  provider_id text not null,
  label text not null,
  issuer text not null,
  -- the client id that the provider gave
  application_id text not null,
  -- null: a public client, PKCE alone
  sealed_secret bytea,
  secret_set_at timestamptz,
  scopes text not null,
  -- of e-mail addresses whose people are offered it
  domains text[] not null,
  -- names of the claims, and the rules that give a role
  claims jsonb not null,
  rules jsonb not null,
  is_enabled boolean not null,
  adds_people boolean not null,
  joins_by_email boolean not null,
  keeps_roles boolean not null,
  tolerance_seconds int not null,
  changed_at timestamptz not null,
  constraint sign_in_providers_pkey primary key (system_client_id, provider_id)
);

create index sign_in_providers_by_domain on sign_in_providers using gin (domains);

create table provider_people (
  system_client_id text not null,
  provider_id text not null,
  subject text not null,
  login_id text not null references logins,
  created_at timestamptz not null,
  constraint provider_people_pkey primary key (system_client_id, provider_id, subject),
  constraint provider_people_provider_fkey foreign key (system_client_id, provider_id) references sign_in_providers on delete cascade
);

create index provider_people_by_login on provider_people (system_client_id, login_id);

-- Somebody is on their way to the provider; used once, gone after minutes.
create table sign_in_attempts (
  system_client_id text not null,
  state_hash bytea not null,
  provider_id text not null,
  -- of the cookie that binds it to the browser
  browser_hash bytea not null,
  -- nonce and verifier of PKCE
  sealed_checks bytea not null,
  goes_to text not null,
  is_fresh boolean not null,
  -- the session that the browser had, to be ended, or to be joined with the provider
  former_session bytea,
  joins_login_id text,
  device bytea,
  address text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint sign_in_attempts_pkey primary key (system_client_id, state_hash),
  constraint sign_in_attempts_provider_fkey foreign key (system_client_id, provider_id) references sign_in_providers on delete cascade
);

create index sign_in_attempts_by_address on sign_in_attempts (system_client_id, address, created_at);

alter table sessions
  add column by_password boolean not null default true,
  -- begun at a provider of this client: it reaches no other
  add column only_client_id text,
  add column provider_id text,
  add column provider_subject text,
  add column provider_sid text,
  add column sealed_id_token bytea;

create index sessions_by_provider on sessions (only_client_id, provider_id, provider_subject) where only_client_id is not null;

alter table system_clients add column passwords_off boolean not null default false;

-- may use its password although they are switched off
alter table login_roles add column is_spare boolean not null default false;
