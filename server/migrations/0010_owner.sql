-- The owner's page: the links that open it, what was decided there and exactly what had been shown, and feedback.

-- How long a link opens the page when nobody says otherwise.
alter table system_clients add column owner_link_days integer not null default 30
  constraint system_clients_owner_link_days check (owner_link_days between 1 and 3650);

create table owner_links (
  system_client_id text not null,
  survey_id text not null,
  id text not null,
  -- SHA-256 of the token; the token itself is in the link and nowhere else (G1)
  token_hash bytea not null,
  valid_until timestamptz not null,
  withdrawn_at timestamptz,
  created_at timestamptz not null,
  -- of the message it went out with
  message_id text,
  -- by a deliberate act in the page, never by reading it (G4)
  opened_at timestamptz,
  -- when a new link was last asked for
  asked_at timestamptz,
  primary key (system_client_id, id),
  constraint owner_links_token unique (system_client_id, token_hash),
  constraint owner_links_survey foreign key (system_client_id, survey_id) references surveys
);
create index owner_links_by_survey on owner_links (system_client_id, survey_id, created_at);

create table owner_decisions (
  system_client_id text not null,
  id text not null,
  survey_id text not null,
  link_id text not null,
  -- made with the form, so that one sent twice decides once
  form_id text not null,
  at timestamptz not null,
  -- what was shown and chosen: text, for its hash is over these bytes
  receipt text not null,
  -- SHA-256 of the receipt
  hash bytea not null,
  primary key (system_client_id, id),
  constraint owner_decisions_form unique (system_client_id, link_id, form_id),
  constraint owner_decisions_link foreign key (system_client_id, link_id) references owner_links,
  constraint owner_decisions_survey foreign key (system_client_id, survey_id) references surveys
);
create index owner_decisions_by_survey on owner_decisions (system_client_id, survey_id, at);

create table owner_feedback (
  system_client_id text not null,
  id text not null,
  survey_id text not null,
  link_id text not null,
  form_id text not null,
  at timestamptz not null,
  stars smallint not null check (stars between 1 and 5),
  text text,
  primary key (system_client_id, id),
  constraint owner_feedback_form unique (system_client_id, link_id, form_id),
  constraint owner_feedback_link foreign key (system_client_id, link_id) references owner_links,
  constraint owner_feedback_survey foreign key (system_client_id, survey_id) references surveys
);
create index owner_feedback_by_survey on owner_feedback (system_client_id, survey_id, at);
