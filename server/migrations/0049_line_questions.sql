-- What owners ask about a line of the result, and what staff answer.
-- See docs/decisions/0095-questions-about-a-line.md.
create table line_questions (
  system_client_id text not null references system_clients,
  -- of a question a hash of its form, so that a form sent twice asks once; of an answer made by the device
  id text not null,
  survey_id text not null,
  -- an offer, or a finding without one, and what it was called then
  about_kind text not null,
  about_id text not null,
  title text not null,
  words text not null,
  written_at timestamptz not null,
  arrived_at timestamptz not null,
  -- of a question
  link_id text,
  told_at timestamptz,
  answered_at timestamptz,
  -- of an answer
  answer_to text,
  login_id text,
  author_name text,
  message_id text,
  constraint line_questions_pkey primary key (system_client_id, id),
  constraint line_questions_survey foreign key (system_client_id, survey_id) references surveys (system_client_id, id),
  constraint line_questions_link foreign key (system_client_id, link_id) references owner_links (system_client_id, id),
  constraint line_questions_about check (about_kind in ('quote', 'finding')),
  constraint line_questions_by check ((link_id is null) = (answer_to is not null and login_id is not null))
);
create index line_questions_by_survey on line_questions (system_client_id, survey_id, arrived_at);
-- The board asks for these, of many surveys at once; there are few.
create index line_questions_waiting on line_questions (system_client_id, survey_id)
  where link_id is not null and answered_at is null;

alter table messages drop constraint messages_type_check;
alter table messages add constraint messages_type_check check (type in ('surveyResultsEmail', 'vcApproval',
  'videoRecordedNotification', 'customerDecisionNotification', 'customerFeedbackNotification', 'questionNotification',
  'questionAnswer', 'linkRequestNotification', 'linkEndedNotification', 'decisionCode'));

-- A question is news for the inbox, too.
drop index event_log_of_news;
create index event_log_of_news on event_log (system_client_id, branch_id, logged_at, position)
  where kind in ('owner.decided', 'owner.feedback', 'owner.linkAsked', 'owner.opened', 'message.failed', 'note.written',
    'owner.asked');
