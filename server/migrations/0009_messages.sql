-- Messages to customers and staff: what was written, to whom, and what became of it.

create table messages (
  system_client_id text not null references system_clients,
  id text not null,
  survey_id text not null,
  -- within the survey, from 1
  output_id integer not null,
  category text not null check (category in ('email', 'sms', 'telegram', 'delayedEmail')),
  type text not null check (type in ('surveyResultsEmail', 'vcApproval', 'videoRecordedNotification',
    'customerDecisionNotification', 'customerFeedbackNotification')),
  -- [{ id, address, name, sourcePartnerType, sourcePartnerId }], frozen: where it goes does not change any more
  destinations json not null,
  language text not null,
  subject text,
  -- the link stands in text and html as U+FFFC and is put in when the message goes out
  text text not null,
  html text,
  -- of the owner's page: its id there; the address with the token is sealed (AES-256-GCM) and goes when the message went
  link_id text,
  sealed_link bytea,
  -- of a page that asks who is there: below the base URL, and no secret
  link_path text,
  link_valid_until timestamptz,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  -- how it went out: smtp, gateway, telegram, or outbox when it stayed here
  via text,
  attempts integer not null default 0,
  -- of the last attempt, in words
  failure text,
  created_by text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (system_client_id, id),
  constraint messages_output unique (system_client_id, survey_id, output_id),
  constraint messages_survey foreign key (system_client_id, survey_id) references surveys
);
create index messages_outbox on messages (system_client_id, created_at, id) where via = 'outbox';

-- A client's own words in place of the delivered ones.
create table message_templates (
  system_client_id text not null references system_clients,
  language text not null,
  type text not null,
  channel text not null check (channel in ('email', 'sms', 'telegram')),
  subject text,
  text text not null,
  changed_at timestamptz not null,
  primary key (system_client_id, language, type, channel)
);

-- Links that start the bot: whoever opens one is the person it was made for.
create table telegram_invitations (
  system_client_id text not null references system_clients,
  -- SHA-256 of the word in the link
  word_hash bytea not null,
  person_key text not null,
  expires_at timestamptz not null,
  primary key (system_client_id, word_hash)
);

-- Who started the bot (G4). A person is named by the id of the DMS, else by telephone, else by survey and role.
create table telegram_contacts (
  system_client_id text not null references system_clients,
  person_key text not null,
  chat_id text not null,
  started_at timestamptz not null,
  primary key (system_client_id, person_key)
);
create index telegram_contacts_by_chat on telegram_contacts (system_client_id, chat_id);

-- How far the bot has read. Of the installation, which has one bot; one process at a time asks for more.
create table telegram_reading (
  bot_id text primary key,
  next_update bigint not null,
  leased_until timestamptz
);
