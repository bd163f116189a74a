-- works with: 0037
-- Words of a client's own, in place of those that come with the service: the reasons to decline. See
-- docs/decisions/0136-reasons-to-decline-of-a-client.md.

create table client_words (
  system_client_id text not null,
  kind text not null,
  -- as the console shows them
  words jsonb not null,
  changed_at timestamptz not null,
  constraint client_words_pkey primary key (system_client_id, kind),
  constraint client_words_client_fkey foreign key (system_client_id) references system_clients
);
