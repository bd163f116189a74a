-- works with: 0037
-- A second factor for people who sign in with a password: passkeys, recovery codes, and the step between password and session.
-- See docs/decisions/0134-passkeys-as-second-factor.md.

create table passkeys (
  id text not null,
  login_id text not null references logins,
  -- in base64url, as browsers name it
  credential_id text not null,
  -- COSE
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  -- it is copied to other devices of the person
  is_synced boolean not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint passkeys_pkey primary key (id),
  constraint passkeys_credential unique (credential_id)
);
create index passkeys_by_login on passkeys (login_id);

create table recovery_codes (
  login_id text not null references logins,
  hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (login_id, hash)
);

create table sign_in_challenges (
  -- of the token that the browser has
  hash bytea not null,
  login_id text not null references logins,
  -- prove: a passkey or a code; enrol: make the first passkey; add: one more, by somebody who is signed in
  kind text not null constraint sign_in_challenges_kind_check check (kind in ('prove', 'enrol', 'add')),
  challenge text not null,
  expires_at timestamptz not null,
  constraint sign_in_challenges_pkey primary key (hash)
);
create index sign_in_challenges_by_expiry on sign_in_challenges (expires_at);
create index sign_in_challenges_by_login on sign_in_challenges (login_id);

alter table system_clients
  -- who needs a second factor; null: nobody
  add column second_factor text constraint system_clients_second_factor_check check (second_factor in ('admins', 'managers'));
