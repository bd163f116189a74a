-- Who gave an answer, when and on which device, and what stood there before; and what contacts were before they changed.
alter table survey_answers
  -- as in events: login:…, support:… or system:…
  add column answered_by text,
  -- when it was tapped, by the service's clock; null if it came through the interface
  add column tapped_at timestamptz,
  -- the same by the device's own clock, if it told it
  add column device_at timestamptz,
  -- when it arrived here: hours later if there was no network
  add column answered_at timestamptz,
  add column device text,
  -- what stood there before: the other standard answer of a question that takes one, else the same answer
  add column before_answer_id text,
  add column before_status text,
  add column before_value text;

-- Values are personal, so they are here and not in the log: a row can be erased.
create table contact_changes (
  system_client_id text not null references system_clients,
  id text not null,
  -- the order or lead whose contact it is, and the survey where staff corrected it
  order_id text,
  lead_id text,
  survey_id text,
  partner text not null check (partner in ('customer', 'owner', 'driver')),
  -- a contact person, by id or name; null for the partner
  contact text,
  -- { email, mobilePhone, landline }; null if there was none, or is none now
  before json,
  after json,
  changed_at timestamptz not null,
  changed_by text not null,
  constraint contact_changes_pkey primary key (system_client_id, id)
);
create index contact_changes_by_order on contact_changes (system_client_id, order_id) where order_id is not null;
create index contact_changes_by_lead on contact_changes (system_client_id, lead_id) where lead_id is not null;
create index contact_changes_by_survey on contact_changes (system_client_id, survey_id) where survey_id is not null;

-- Answers from before: the version that stands says who gave it and when. Those of the interface stay unknown.
update survey_answers a
set answered_by = case when l.is_support then 'support:' else 'login:' end || l.id,
  tapped_at = (t.versions->0->>'at')::timestamptz,
  answered_at = (t.versions->0->>'arrivedAt')::timestamptz,
  device = t.versions->0->>'device'
from answer_taps t left join logins l on l.login = t.versions->0->>'login'
where t.system_client_id = a.system_client_id and t.survey_id = a.survey_id and t.question_id = a.question_id
  and t.slot in ('', a.id) and t.versions->0->'answer'->>'id' = a.id;
