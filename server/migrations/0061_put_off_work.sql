-- works with: 0037
-- Work that customers put off or declined, as a list to be worked through, and what people did with it. See
-- docs/decisions/0115-work-that-comes-back.md.

-- By branch and by the day it is due: the day it was put off to, else the day of the decision.
create index offered_work_due on offered_work (system_client_id, (coalesce(branch_id, '')),
    (coalesce(deferred_to, (decided_at at time zone 'UTC')::date, date '1970-01-01')), survey_id, quote_id)
  where decision in ('deferred', 'rejected') and state = 'open' and not is_apart;
drop index offered_work_put_off;

create view put_off_work as
  select system_client_id, survey_id, quote_id, vehicle_key, order_id, branch_id, coalesce(branch_id, '') as place,
    coalesce(deferred_to, (decided_at at time zone 'UTC')::date, date '1970-01-01') as due, category, question_id,
    covered_questions, package_id, variant_id, currency, ex_vat, inc_vat, decision, decided_at, reason_code, deferred_to
  from offered_work
  where decision in ('deferred', 'rejected') and state = 'open' and not is_apart;

-- One row for each offered work that somebody did something about.
create table work_follow_ups (
  system_client_id text not null,
  survey_id text not null,
  quote_id text not null,
  -- Goes up with every change; two people at once are told apart by it.
  revision integer not null,
  -- The change that led to this revision: sent again, it changes nothing.
  last_act text,
  last_kind text,
  changed_by text,
  changed_at timestamptz not null,
  -- The login that takes care of it.
  claimed_by text,
  calls integer not null default 0,
  last_call text,
  called_at timestamptz,
  -- Set by people: to call again, booked for, or put off to.
  due_on date,
  booked_at timestamptz,
  booked_for date,
  ended_as text,
  ended_reason text,
  ended_at timestamptz,
  constraint work_follow_ups_pkey primary key (system_client_id, survey_id, quote_id),
  constraint work_follow_ups_survey foreign key (system_client_id, survey_id)
    references surveys (system_client_id, id) on delete cascade,
  constraint work_follow_ups_last_call check (last_call in ('reached', 'notReached', 'callAgain')),
  constraint work_follow_ups_ended check (ended_as in ('done', 'stopped'))
);
-- Those that stand elsewhere in the list than their decision says, or that somebody takes care of.
create index work_follow_ups_active on work_follow_ups (system_client_id, changed_at)
  where ended_as is null and (claimed_by is not null or due_on is not null);

alter table sites add column booking_link text;
