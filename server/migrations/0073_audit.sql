-- works with: 0037
-- Who changed what, from where, with the former and the new value, in a chain of hashes that nothing in the service can rewrite.
-- See docs/decisions/0126-an-audit-in-a-chain.md.

create table audit_entries (
  -- empty: concerns no client
  system_client_id text not null,
  id bigint generated always as identity,
  at timestamptz not null,
  area text not null,
  kind text not null,
  -- login/…, key/…, site/…
  subject text not null,
  -- what it was called then
  subject_name text,
  actor_kind text not null,
  actor_id text not null,
  -- what the login and the person were called then
  actor_login text,
  actor_name text,
  key_prefix text,
  -- the network
  address text,
  request_id text,
  -- of a refusal: how often within its hour so far
  times integer,
  detail text,
  -- [{"field", "old", "new"}] as it was hashed, so no jsonb
  changes json,
  -- null until the chain has taken it up
  position bigint,
  hash bytea,
  constraint audit_entries_pkey primary key (system_client_id, id),
  constraint audit_entries_position unique (system_client_id, position),
  constraint audit_entries_sealed check ((position is null) = (hash is null))
);

create index audit_entries_by_area on audit_entries (system_client_id, area, id);
create index audit_entries_by_actor on audit_entries (system_client_id, actor_login, id);
create index audit_entries_by_subject on audit_entries (system_client_id, subject, id);
create index audit_entries_by_time on audit_entries (system_client_id, at);
create index audit_entries_waiting on audit_entries (system_client_id, id) where hash is null;

-- Where the chain of each client stands.
create table audit_heads (
  system_client_id text not null,
  position bigint not null,
  hash bytea not null,
  -- where it goes on after the oldest entries were deleted
  cut_position bigint not null default 0,
  cut_hash bytea not null,
  began_at timestamptz not null,
  -- of all this, made with the key of the installation, which the database does not have
  mark bytea not null,
  mark_key text not null,
  constraint audit_heads_pkey primary key (system_client_id)
);

-- Nothing in the service changes an entry. This also stops whoever tries by hand, until they know what they do.
create function audit_entries_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.hash is null
    and to_jsonb(new) - 'position' - 'hash' = to_jsonb(old) - 'position' - 'hash' then
    return new;
  end if;
  if tg_op = 'DELETE' and current_setting('walkaround.audit_cut', true) = 'on' then
    return old;
  end if;
  raise exception 'entries of the audit are never changed' using errcode = 'restrict_violation';
end
$$;

create trigger audit_entries_kept before update or delete on audit_entries
  for each row execute function audit_entries_are_kept();
create trigger audit_entries_not_emptied before truncate on audit_entries
  for each statement execute function audit_entries_are_kept();
