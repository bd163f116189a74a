-- works with: 0037
-- Where the audit is sent on: how far each sink has taken up each chain, and what it said last. See
-- docs/decisions/0127-sinks-of-the-audit.md.

create table audit_sinks (
  -- empty: a sink of the installation
  system_client_id text not null,
  -- syslog, http
  sink text not null,
  -- who sends now; one that was overtaken may not move a position any more
  fence bigint not null,
  leased_until timestamptz,
  -- since it last took something
  failures integer not null default 0,
  next_at timestamptz,
  answered_at timestamptz,
  -- in its own words
  answer text,
  taken_at timestamptz,
  constraint audit_sinks_pkey primary key (system_client_id, sink)
);

create table audit_sink_positions (
  -- the chain
  system_client_id text not null,
  sink text not null,
  -- the last that it took
  position bigint not null,
  constraint audit_sink_positions_pkey primary key (system_client_id, sink)
);
