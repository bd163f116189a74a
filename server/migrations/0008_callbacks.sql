-- The callback to the DMS: where it goes, what waits to be delivered, and what became of every attempt.

-- One receiver per client. Keys and secrets are sealed (AES-256-GCM) with a key that is not in the database.
create table callback_receivers (
  system_client_id text primary key references system_clients,
  -- without the id of the message, and without a slash at its end
  url text not null,
  -- the origin of the address: what is dead or slow together
  lane text not null,
  sealed_key bytea not null,
  -- its first characters, to tell keys apart
  key_hint text not null,
  sealed_secret bytea,
  changed_at timestamptz not null
);

-- What is sent, frozen when the message went out: the same bytes to the same address with the same key, each time.
-- Claimed over all clients at once, so where tables are distributed this one stays local.
create table callback_deliveries (
  system_client_id text not null references system_clients,
  -- of the message, so that a message is told once; test-… for a test
  id text not null,
  output_type text not null,
  reference_object_id text,
  -- text, for it is sent byte for byte
  body text not null,
  url text not null,
  lane text not null,
  sealed_key bytea not null,
  sealed_secret bytea,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'givenUp')),
  -- attempts that ended with an answer or a failure since it was last put into the queue
  attempts integer not null default 0,
  most_attempts integer not null default 5,
  -- attempts in the log, replays included
  logged integer not null default 0,
  due_at timestamptz not null,
  -- who sends it now: until then, and under this number
  leased_until timestamptz,
  fence bigint not null default 0,
  -- of the last attempt, in words
  failure text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (system_client_id, id)
);
create index callback_deliveries_lanes on callback_deliveries (system_client_id, lane, due_at, id)
  where state = 'waiting';
create index callback_deliveries_in_flight on callback_deliveries (system_client_id, lane)
  where leased_until is not null;
create index callback_deliveries_log on callback_deliveries (system_client_id, created_at, id);
create index callback_deliveries_by_age on callback_deliveries (finished_at) where state <> 'waiting';

create table callback_attempts (
  system_client_id text not null,
  delivery_id text not null,
  -- from 1, replays included
  number integer not null,
  started_at timestamptz not null,
  -- milliseconds; null where a connection was used again, or none came about
  dns_ms integer,
  connect_ms integer,
  total_ms integer not null,
  -- method, address and headers, the key masked
  request text not null,
  status integer,
  response_head text,
  -- at most 20 kB
  response_body text,
  failure text,
  primary key (system_client_id, delivery_id, number),
  constraint callback_attempts_delivery foreign key (system_client_id, delivery_id) references callback_deliveries
    on delete cascade
);
