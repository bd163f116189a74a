-- works with: 0037
-- What a service manager has to solve today. See docs/decisions/0116-today.md.

-- After so many minutes urgent work that nobody decided is late.
alter table system_clients add column red_warning_minutes integer not null default 25
  constraint system_clients_red_warning_minutes check (red_warning_minutes between 1 and 10080);

-- Rejected orders, and surveys without an order: counted by themselves.
create index finding_visits_apart on finding_visits (system_client_id, branch_id, at) where is_apart;
create index offered_work_apart on offered_work (system_client_id, branch_id, offered_at) where is_apart;

-- What the lists show of orders and offers, and which packages a completed survey could have offered.
create view ledger_orders as
  select system_client_id, id as order_id, branch_id, closed, rejected, matched_to, closed_at, planned_start, created_at,
    survey_header as header, document
  from service_orders;
create view ledger_offer_names as
  select system_client_id, survey_id, quote_id, document->'package'->>'description' as name from survey_variants
  union all
  select system_client_id, survey_id, id, document->>'description' from survey_quotes;
create view ledger_possible_work as
  select system_client_id, id as survey_id, completed_at, frozen->'offers' as offers from surveys;
