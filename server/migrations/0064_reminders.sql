-- works with: 0037
-- Reminders of work that customers put off or declined. See docs/decisions/0118-reminders.md.

-- How a client reminds: everything is off until somebody turns it on.
create table reminder_settings (
  system_client_id text not null references system_clients,
  deferred boolean not null default false,
  -- So many days before the day to which work was put off.
  deferred_days integer not null default 14,
  declined boolean not null default false,
  -- So many days after work was declined.
  declined_days integer not null default 60,
  -- What should have been sent longer ago than this is not sent any more.
  catch_up_days integer not null default 14,
  -- To one person, of all kinds together, and so many days apart.
  most_per_year integer not null default 2,
  pause_days integer not null default 30,
  -- In the time zone of the client; nothing is sent from the first to the second.
  quiet_from text not null default '19:00',
  quiet_to text not null default '09:00',
  -- A car that comes within so many days after a reminder has returned.
  return_days integer not null default 60,
  -- Whom the client may remind: nobody, customers who got the result at this address, or those who gave an answer.
  consent text,
  -- From which the ways out are derived.
  sealed_key bytea,
  planned_at timestamptz,
  constraint reminder_settings_pkey primary key (system_client_id),
  constraint reminder_settings_deferred check (deferred_days between 0 and 365),
  constraint reminder_settings_declined check (declined_days between 1 and 730),
  constraint reminder_settings_catch_up check (catch_up_days between 1 and 90),
  constraint reminder_settings_pause check (pause_days between 1 and 365),
  constraint reminder_settings_return check (return_days between 1 and 365),
  constraint reminder_settings_most check (most_per_year between 1 and 12)
);

-- People who were reminded, by a keyed hash of channel and address: a copy of the database tells neither.
create table reminder_people (
  system_client_id text not null references system_clients,
  person_hash bytea not null,
  channel text not null,
  -- In which the page speaks, and whose it is.
  language text not null,
  survey_id text not null,
  stopped_at timestamptz,
  created_at timestamptz not null,
  constraint reminder_people_pkey primary key (system_client_id, person_hash),
  constraint reminder_people_channel check (channel in ('email', 'sms', 'telegram'))
);

create table reminders (
  system_client_id text not null,
  id text not null,
  survey_id text not null,
  vehicle_key text not null,
  branch_id text,
  person_hash bytea not null,
  -- The same as that of its message.
  message_id text not null,
  is_by_hand boolean not null,
  created_at timestamptz not null,
  constraint reminders_pkey primary key (system_client_id, id),
  constraint reminders_survey foreign key (system_client_id, survey_id) references surveys (system_client_id, id) on delete cascade,
  constraint reminders_person foreign key (system_client_id, person_hash)
    references reminder_people (system_client_id, person_hash)
);
create index reminders_by_person on reminders (system_client_id, person_hash, created_at);
create index reminders_by_time on reminders (system_client_id, created_at, id);
create index reminders_by_survey on reminders (system_client_id, survey_id);

-- What each was about. `also` is work that stood in the message without being due; the others are never sent twice for one day.
create table reminder_lines (
  system_client_id text not null,
  survey_id text not null,
  quote_id text not null,
  kind text not null,
  due date not null,
  reminder_id text not null,
  constraint reminder_lines_pkey primary key (system_client_id, survey_id, quote_id, kind, due),
  constraint reminder_lines_reminder foreign key (system_client_id, reminder_id)
    references reminders (system_client_id, id) on delete cascade,
  constraint reminder_lines_kind check (kind in ('deferred', 'declined', 'byHand', 'also'))
);
create index reminder_lines_of on reminder_lines (system_client_id, reminder_id);

alter table messages drop constraint messages_type_check;
alter table messages add constraint messages_type_check check (type in ('surveyResultsEmail', 'vcApproval',
  'videoRecordedNotification', 'customerDecisionNotification', 'customerFeedbackNotification', 'questionNotification',
  'questionAnswer', 'linkRequestNotification', 'linkEndedNotification', 'decisionCode', 'workReminder')) not valid;
