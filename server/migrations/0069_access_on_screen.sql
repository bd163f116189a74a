-- works with: 0037
-- What people need to set up logins and keys on a page: when a login was last used, where a key may be used from and what replaced
-- it, and people who are invited. See docs/decisions/0121-people-are-invited.md.

alter table logins add column seen_at timestamptz;

alter table api_keys
  -- networks as text; null: from anywhere
  add column addresses text[],
  add column replaced_by text;

create table invitations (
  system_client_id text not null references system_clients,
  id text not null,
  -- join: to begin working here; password: to choose another password
  kind text not null constraint invitations_kind_check check (kind in ('join', 'password')),
  login text not null,
  name text not null,
  role text not null,
  -- null: all branches of the client
  branch_ids text[],
  token_hash bytea not null,
  -- where the link goes; null: it is handed over
  email text,
  language text not null,
  -- the link until it is sent
  sealed_link bytea,
  -- null without an address
  mail text constraint invitations_mail_check check (mail in ('waiting', 'sent', 'failed')),
  mail_failure text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint invitations_pkey primary key (system_client_id, id)
);

create unique index invitations_by_token on invitations (system_client_id, token_hash);
-- one that waits for each login
create unique index invitations_waiting on invitations (system_client_id, login) where used_at is null;
