-- Notes on a car between advisor, technician and parts, and how far each person has read them.
-- See docs/decisions/0083-notes-and-the-inbox.md.
create table car_notes (
  system_client_id text not null references system_clients,
  -- made by the device
  id text not null,
  -- the card it shows on, and the one it was written on: an order made by hand may have become one of the DMS
  card_kind text not null,
  card_id text not null,
  written_on text not null,
  audience text not null,
  note text not null,
  author_login_id text not null,
  author_name text not null,
  -- by the service's clock: when it was written, and when it arrived here
  written_at timestamptz not null,
  arrived_at timestamptz not null,
  constraint car_notes_pkey primary key (system_client_id, id),
  constraint car_notes_kind check (card_kind in ('order', 'lead', 'vehicle')),
  constraint car_notes_audience check (audience in ('everybody', 'advisor', 'technician', 'parts'))
);
create index car_notes_by_card on car_notes (system_client_id, card_kind, card_id, arrived_at);

create table car_note_reads (
  system_client_id text not null references system_clients,
  card_kind text not null,
  card_id text not null,
  login_id text not null,
  -- notes that arrived until then were read
  read_until timestamptz not null,
  constraint car_note_reads_pkey primary key (system_client_id, card_kind, card_id, login_id)
);

-- What each person has seen in the inbox, by the entry: it is made from the log, and from what waits now.
create table inbox_reads (
  system_client_id text not null references system_clients,
  login_id text not null,
  entry_id text not null,
  read_at timestamptz not null,
  constraint inbox_reads_pkey primary key (system_client_id, login_id, entry_id)
);

-- Few events are news for the inbox; those of a branch are read from the newest.
create index event_log_of_news on event_log (system_client_id, branch_id, logged_at, position)
  where kind in ('owner.decided', 'owner.feedback', 'owner.linkAsked', 'owner.opened', 'message.failed', 'note.written');
