-- Links of two kinds (I3), codes for large decisions, and two messages of our own.

-- One link opens the page in two ways: the deciding address goes to the person it was made for and to nobody else, the viewing
-- address is printed and shown to staff. Each has a token of its own. A link without the first decides nothing; one from before
-- this has no second, and is not printed.
alter table owner_links
  alter column token_hash drop not null,
  add column viewing_hash bytea,
  add constraint owner_links_viewing unique (system_client_id, viewing_hash),
  add constraint owner_links_opens check (token_hash is not null or viewing_hash is not null);

-- Above this sum a decision needs a code; null: never.
alter table system_clients add column decision_code_above numeric
  constraint system_clients_decision_code_above check (decision_code_above >= 0);

create table owner_codes (
  system_client_id text not null,
  link_id text not null,
  id text not null,
  -- of the form it confirms
  form_id text not null,
  -- six digits, made unreadable with the installation's key
  hash bytea not null,
  sent_at timestamptz not null,
  valid_until timestamptz not null,
  tries integer not null default 0,
  primary key (system_client_id, link_id, id),
  constraint owner_codes_link foreign key (system_client_id, link_id) references owner_links
);

-- Ours alone: no callback tells of these.
alter table messages drop constraint messages_type_check;
alter table messages add constraint messages_type_check check (type in ('surveyResultsEmail', 'vcApproval',
  'videoRecordedNotification', 'customerDecisionNotification', 'customerFeedbackNotification',
  'linkRequestNotification', 'linkEndedNotification', 'decisionCode'));
