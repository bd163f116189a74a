-- works with: 0037
-- What was found on cars, offered, decided and sold: written from answers, quotes and orders in the transactions that change them, and
-- again from the same rows by `walkaround ledger rebuild`. See docs/decisions/0110-the-ledger-of-findings.md.

-- Which other questions the work of an offer covers (I4), fixed when it was offered.
alter table survey_quotes add column covered_questions text[];
alter table survey_variants add column covered_questions text[];

-- Lines of an order that name work of ours, by the four health fields.
create table order_work (
  system_client_id text not null,
  order_id text not null,
  position integer not null,
  item_id text,
  survey_id text,
  answer_id text,
  package_id text,
  variant_id text,
  currency text,
  quantity numeric,
  ex_vat numeric,
  inc_vat numeric,
  sold_quantity numeric,
  sold_ex_vat numeric,
  sold_inc_vat numeric,
  deferred_quantity numeric,
  deferred_until text,
  -- The offer it was matched with, if there is one.
  quote_survey_id text,
  quote_id text,
  constraint order_work_pkey primary key (system_client_id, order_id, position),
  constraint order_work_order foreign key (system_client_id, order_id)
    references service_orders (system_client_id, id) on delete cascade
);
create index order_work_by_survey on order_work (system_client_id, survey_id) where survey_id is not null;

-- A finding of a vehicle over its visits: the chain (I7).
create table findings (
  system_client_id text not null,
  id text not null,
  vehicle_key text not null,
  master_client_id text not null,
  template_id text not null,
  question_id text not null,
  -- The visit that opened it, and the first whose order was not rejected: there it counts. Null: it counts apart.
  opened_in text not null,
  opened_at timestamptz not null,
  counted_in text,
  -- Of the last visit.
  survey_id text not null,
  order_id text,
  branch_id text,
  seen_at timestamptz not null,
  visits integer not null,
  grade text not null,
  worst_grade text not null,
  value text,
  unit_of_measurement text,
  -- The work offered for it at the last visit that offered any.
  offered_at timestamptz,
  offered_in text,
  currency text,
  offered_ex_vat numeric,
  offered_inc_vat numeric,
  decision text,
  decided_at timestamptz,
  decided_by text,
  reason_code text,
  deferred_to date,
  closed_as text,
  closed_at timestamptz,
  -- The survey, order or closing that closed it.
  closed_in text,
  constraint findings_pkey primary key (system_client_id, id),
  constraint findings_system_client_id_fkey foreign key (system_client_id) references system_clients (system_client_id),
  constraint findings_grade check (grade in ('amber', 'red')),
  constraint findings_worst_grade check (worst_grade in ('amber', 'red')),
  constraint findings_decision check (decision in ('approved', 'rejected', 'deferred')),
  constraint findings_closed check (closed_as in ('green', 'sold', 'byHand'))
);
create index findings_by_vehicle on findings (system_client_id, vehicle_key, question_id);
-- A survey that moves to another car no longer ends them.
create index findings_ended_by on findings (system_client_id, closed_in) where closed_as = 'green';
create index findings_open on findings (system_client_id, branch_id, seen_at desc, id) where closed_at is null;

-- A finding at one visit.
create table finding_visits (
  system_client_id text not null,
  survey_id text not null,
  question_id text not null,
  finding_id text not null,
  vehicle_key text not null,
  order_id text,
  branch_id text,
  -- Its order was rejected, or the survey has none.
  is_apart boolean not null,
  at timestamptz not null,
  grade text not null,
  value text,
  unit_of_measurement text,
  answered_by text,
  is_offered boolean not null,
  constraint finding_visits_pkey primary key (system_client_id, survey_id, question_id),
  constraint finding_visits_grade check (grade in ('amber', 'red'))
);
create index finding_visits_by_finding on finding_visits (system_client_id, finding_id);
create index finding_visits_by_vehicle on finding_visits (system_client_id, vehicle_key, question_id);
create index finding_visits_not_offered on finding_visits (system_client_id, branch_id, at desc, survey_id, question_id)
  where not is_offered and not is_apart;

-- Work offered at a visit: every current quote and every selected variant, counted once however many findings it covers (I4).
create table offered_work (
  system_client_id text not null,
  survey_id text not null,
  quote_id text not null,
  vehicle_key text not null,
  order_id text,
  branch_id text,
  is_apart boolean not null,
  category text not null,
  question_id text not null,
  covered_questions text[] not null default '{}',
  package_id text,
  variant_id text,
  currency text,
  ex_vat numeric,
  inc_vat numeric,
  offered_at timestamptz not null,
  decision text,
  decided_at timestamptz,
  decided_by text,
  medium text,
  reason_code text,
  deferred_to date,
  approved_ex_vat numeric,
  approved_inc_vat numeric,
  -- A line of an order names it; and what was invoiced of it.
  is_ordered boolean not null,
  sold_order_id text,
  sold_at timestamptz,
  sold_ex_vat numeric,
  sold_inc_vat numeric,
  -- open; sold; settled: its findings are closed otherwise; again: offered again at a later visit.
  state text not null,
  constraint offered_work_pkey primary key (system_client_id, survey_id, quote_id),
  constraint offered_work_category check (category in ('quote', 'package', 'upsaleQuote')),
  constraint offered_work_decision check (decision in ('approved', 'rejected', 'deferred')),
  constraint offered_work_state check (state in ('open', 'sold', 'settled', 'again'))
);
create index offered_work_by_vehicle on offered_work (system_client_id, vehicle_key, offered_at);
create index offered_work_undecided on offered_work (system_client_id, branch_id, offered_at desc, survey_id, quote_id)
  where decision is null and state = 'open' and not is_apart;
create index offered_work_not_ordered on offered_work (system_client_id, branch_id, decided_at desc, survey_id, quote_id)
  where decision = 'approved' and not is_ordered and state = 'open' and not is_apart;
create index offered_work_not_approved on offered_work (system_client_id, branch_id, sold_at desc, survey_id, quote_id)
  where sold_at is not null and decision is distinct from 'approved' and not is_apart;
create index offered_work_put_off on offered_work (system_client_id, branch_id, deferred_to, survey_id, quote_id)
  where decision in ('deferred', 'rejected') and state = 'open' and not is_apart;
create index order_work_without_offer on order_work (system_client_id, order_id, position)
  where sold_quantity > 0 and quote_id is null;

-- A finding that staff closed by hand: a source, like an answer.
create table finding_closings (
  system_client_id text not null,
  id text not null,
  vehicle_key text not null,
  master_client_id text not null,
  template_id text not null,
  question_id text not null,
  closed_at timestamptz not null,
  closed_by text not null,
  reason text not null,
  constraint finding_closings_pkey primary key (system_client_id, id),
  constraint finding_closings_system_client_id_fkey foreign key (system_client_id) references system_clients (system_client_id)
);
create index finding_closings_by_vehicle on finding_closings (system_client_id, vehicle_key);

-- The rows that the ledger is written from.
create view ledger_visits as
  select s.system_client_id, s.id as survey_id, s.vehicle_key, s.survey_type, s.order_id, s.lead_id,
    s.master_client_id, s.template_id, s.template_version, s.created_at, s.completed_at, s.closed_at,
    (s.frozen->'hidden')::text as hidden,
    coalesce(o.branch_id, l.branch_id, s.branch_id) as branch_id,
    coalesce(o.created_at, l.created_at, s.created_at) as came_at,
    s.order_id is null or coalesce(o.rejected, false) as is_apart
  from surveys s
  left join service_orders o on o.system_client_id = s.system_client_id and o.id = s.order_id
  left join leads l on l.system_client_id = s.system_client_id and l.id = s.lead_id;

create view ledger_lines as
  select w.system_client_id, w.order_id, w.position, w.survey_id, w.answer_id, w.package_id, w.variant_id, w.sold_quantity, w.sold_ex_vat,
    w.sold_inc_vat, coalesce(w.deferred_quantity, 0) > 0 as deferred, w.deferred_until, o.rejected, o.created_at as came_at,
    coalesce(o.closed_at, o.planned_start, o.created_at) as at
  from order_work w
  join service_orders o on o.system_client_id = w.system_client_id and o.id = w.order_id;

create view ledger_answers as
  select system_client_id, survey_id, question_id, id, status, value, unit_of_measurement, answered_by,
    coalesce(tapped_at, created_at) as at, created_at
  from survey_answers where selected;

create view ledger_offers as
  select v.system_client_id, v.survey_id, v.quote_id, 'package' as category, v.question_id, v.answer_id, v.package_id, v.variant_id,
    v.covered_questions, v.currency, v.offered_ex_vat, v.offered_inc_vat, v.approved_ex_vat, v.approved_inc_vat, v.approval_status,
    v.approval_medium, v.rejection_reason_code, v.deferred_to, v.decided_at, v.decided_by, v.created_at
  from survey_variants v
  where not exists (
    select from survey_quotes r
    where r.system_client_id = v.system_client_id and r.survey_id = v.survey_id and r.category = 'quote'
      and r.question_id = v.question_id and r.answer_id = v.answer_id and r.package_id = v.package_id
      and r.variant_id = v.variant_id)
  union all
  select q.system_client_id, q.survey_id, q.id, q.category, q.question_id, q.answer_id, q.package_id, q.variant_id,
    q.covered_questions, q.currency, q.offered_ex_vat, q.offered_inc_vat, q.approved_ex_vat, q.approved_inc_vat, q.approval_status,
    q.approval_medium, q.rejection_reason_code, q.deferred_to, q.decided_at, q.decided_by, q.created_at
  from survey_quotes q
  where q.visible and not q.withdrawn;

-- The code has the rules, so the code writes the rows of what happened so far: one job for each system client, in the background.
insert into jobs (system_client_id, id, kind, payload, due_at, created_at)
select system_client_id, 'ledger.rebuild', 'ledger.rebuild', '{}', now(), now() from system_clients
on conflict (system_client_id, id) do nothing;
