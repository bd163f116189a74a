-- works with: 0037
-- Parts that findings need: asked for in the workshop, priced by the parts desk. See docs/decisions/0117-the-parts-step.md.

alter table sites add column parts_step boolean not null default false;

alter table login_roles drop constraint login_roles_role_check;
alter table login_roles add constraint login_roles_role_check
  check (role in ('dms', 'technician', 'parts', 'advisor', 'manager', 'admin')) not valid;

create table part_requests (
  system_client_id text not null,
  survey_id text not null,
  question_id text not null,
  -- Goes up with every change; a reply names the one it is to.
  revision integer not null,
  -- A request that was taken back stays, so that a tablet that sends it once more does not ask again.
  state text not null,
  -- The tap that asked last; and when somebody asked or took it back last, by the service's clock.
  tap text not null,
  tapped_at timestamptz not null,
  requested_at timestamptz not null,
  requested_by text not null,
  requested_name text not null,
  -- What is needed, in words.
  wanted text,
  answered_at timestamptz,
  answered_by text,
  answered_name text,
  currency text,
  lines json,
  available_on date,
  note text,
  -- Who changed it last, for those who had not seen it.
  changed_name text not null,
  -- For the minutes that the step takes: of the first request and the first reply.
  first_requested_at timestamptz not null,
  first_answered_at timestamptz,
  -- Its survey was closed long ago: the queue need not look at it.
  settled_at timestamptz,
  constraint part_requests_pkey primary key (system_client_id, survey_id, question_id),
  constraint part_requests_survey foreign key (system_client_id, survey_id)
    references surveys (system_client_id, id) on delete cascade,
  constraint part_requests_state check (state in ('requested', 'priced', 'unavailable', 'withdrawn')),
  constraint part_requests_answered check (state <> 'requested' or answered_at is null)
);
create index part_requests_current on part_requests (system_client_id, requested_at)
  where settled_at is null and state <> 'withdrawn';

-- What is found at a question now: without a row, it is not, or not any more.
create view found_on_surveys as
  select system_client_id, survey_id, question_id, grade, value, unit_of_measurement from finding_visits;
