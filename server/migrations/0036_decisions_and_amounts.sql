-- What was offered, decided, approved and sold, in columns beside the documents: statistics need not open them. Amounts are decimals
-- in the currency beside them; null if a line lacks its amount, or there is no line.
alter table survey_quotes
  add column currency text,
  add column offered_ex_vat numeric,
  add column offered_inc_vat numeric,
  add column approved_ex_vat numeric,
  add column approved_inc_vat numeric,
  add column approval_status text,
  add column approval_medium text,
  add column rejection_reason_code text,
  -- a day in the dealership's time zone
  add column deferred_to date,
  -- when the customer decided, or when it was told if nobody said when
  add column decided_at timestamptz,
  -- who told it, as in events
  add column decided_by text;
alter table survey_variants
  add column currency text,
  add column offered_ex_vat numeric,
  add column offered_inc_vat numeric,
  add column approved_ex_vat numeric,
  add column approved_inc_vat numeric,
  add column approval_status text,
  add column approval_medium text,
  add column rejection_reason_code text,
  add column deferred_to date,
  add column decided_at timestamptz,
  add column decided_by text;
alter table recorded_decisions
  add column currency text,
  add column offered_ex_vat numeric,
  add column offered_inc_vat numeric,
  add column approved_ex_vat numeric,
  add column approved_inc_vat numeric,
  add column approval_status text,
  add column rejection_reason_code text,
  add column deferred_to date,
  add column decided_at timestamptz,
  add column decided_by text;

-- What the owner decided on the page, quote by quote; who it was is known by the link of the decision.
create table owner_decision_lines (
  system_client_id text not null,
  decision_id text not null,
  quote_id text not null,
  survey_id text not null,
  decided_at timestamptz not null,
  approval_status text not null,
  rejection_reason_code text,
  deferred_to date,
  currency text not null,
  offered_ex_vat numeric,
  offered_inc_vat numeric,
  approved_ex_vat numeric,
  approved_inc_vat numeric,
  constraint owner_decision_lines_pkey primary key (system_client_id, decision_id, quote_id),
  constraint owner_decision_lines_decision foreign key (system_client_id, decision_id) references owner_decisions
);

-- What the DMS invoiced; null if it said nothing of it.
alter table service_orders
  add column currency text,
  add column sold_ex_vat numeric,
  add column sold_inc_vat numeric;

-- Existing rows. Who decided is not known of them.

-- Dates are as they were sent: with or without a time, with or without an offset, with a comma before fractions.
create or replace function pg_temp.instant_of(sent text, zone text) returns timestamptz language sql stable as $$
  select case when replace(sent, ',', '.') ~ 'T.*(Z|[+-][0-9:]+)$' then replace(sent, ',', '.')::timestamptz
    else replace(sent, ',', '.')::timestamp at time zone zone end
$$;
create or replace function pg_temp.day_of(sent text, zone text) returns date language sql stable as $$
  select case when sent ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then sent::date
    else (pg_temp.instant_of(sent, zone) at time zone zone)::date end
$$;
-- A zone that this engine does not know is read as UTC.
create temporary table zones on commit drop as
select c.system_client_id, coalesce(z.name, 'UTC') as zone
from system_clients c left join pg_timezone_names z on z.name = c.time_zone;

update survey_quotes q set
  currency = q.document->>'currency',
  offered_ex_vat = t.ex_vat,
  offered_inc_vat = t.inc_vat,
  approved_ex_vat = case when q.document->>'approvalStatus' = 'approved' then t.ex_vat end,
  approved_inc_vat = case when q.document->>'approvalStatus' = 'approved' then t.inc_vat end,
  approval_status = q.document->>'approvalStatus',
  approval_medium = case when q.document->>'approvalStatus' is not null then q.document->>'approvalMedium' end,
  rejection_reason_code = case when q.document->>'approvalStatus' is not null then q.document->>'rejectionReasonCode' end,
  deferred_to = case when q.document->>'approvalStatus' is not null
    then pg_temp.day_of(q.document->>'deferralDate', z.zone) end,
  decided_at = case when q.document->>'approvalStatus' is not null
    then pg_temp.instant_of(q.document->>'approvalDate', z.zone) end
from survey_quotes same
join zones z on z.system_client_id = same.system_client_id
left join lateral (
  select case when count(*) = count(i->>'amountExVat') then sum((i->>'amountExVat')::numeric) end as ex_vat,
    case when count(*) = count(i->>'amountIncVat') then sum((i->>'amountIncVat')::numeric) end as inc_vat
  from json_array_elements(coalesce(same.document->'contents', '[]')) i
) t on true
where same.system_client_id = q.system_client_id and same.survey_id = q.survey_id and same.id = q.id;

-- The lines of a package quote add up to the price of its variant if that is fixed, else to its items.
update survey_variants v set
  currency = v.document->'package'->>'currency',
  offered_ex_vat = t.ex_vat,
  offered_inc_vat = t.inc_vat,
  approved_ex_vat = case when v.approval->>'approvalStatus' = 'approved' then t.ex_vat end,
  approved_inc_vat = case when v.approval->>'approvalStatus' = 'approved' then t.inc_vat end,
  approval_status = v.approval->>'approvalStatus',
  approval_medium = case when v.approval->>'approvalStatus' is not null then v.approval->>'approvalMedium' end,
  rejection_reason_code = case when v.approval->>'approvalStatus' is not null then v.approval->>'rejectionReasonCode' end,
  deferred_to = case when v.approval->>'approvalStatus' is not null
    then pg_temp.day_of(v.approval->>'deferralDate', z.zone) end,
  decided_at = case when v.approval->>'approvalStatus' is not null
    then pg_temp.instant_of(v.approval->>'approvalDate', z.zone) end
from survey_variants same
join zones z on z.system_client_id = same.system_client_id
cross join lateral (
  select same.document->'variant' as variant, coalesce((same.document->>'isDiscounted')::boolean, false) as is_discounted
) d
left join lateral (
  select case when d.variant->>'variantPricingCategory' = 'fixedVariantPrice'
      then coalesce(case when d.is_discounted then d.variant->>'discountPriceExVat' end, d.variant->>'priceExVat', '0')::numeric
      when count(*) = count(coalesce(case when d.is_discounted then i->>'discountAmountExVat' end, i->>'amountExVat'))
      then sum(coalesce(case when d.is_discounted then i->>'discountAmountExVat' end, i->>'amountExVat')::numeric) end as ex_vat,
    case when d.variant->>'variantPricingCategory' = 'fixedVariantPrice'
      then coalesce(case when d.is_discounted then d.variant->>'discountPriceIncVat' end, d.variant->>'priceIncVat', '0')::numeric
      when count(*) = count(coalesce(case when d.is_discounted then i->>'discountAmountIncVat' end, i->>'amountIncVat'))
      then sum(coalesce(case when d.is_discounted then i->>'discountAmountIncVat' end, i->>'amountIncVat')::numeric) end as inc_vat
  from json_array_elements(coalesce(d.variant->'contents', '[]')) i
) t on true
where same.system_client_id = v.system_client_id and same.survey_id = v.survey_id and same.quote_id = v.quote_id;

-- A recorded decision speaks of its quote while date and way are the same.
update recorded_decisions r set
  currency = q.currency,
  offered_ex_vat = q.offered_ex_vat,
  offered_inc_vat = q.offered_inc_vat,
  approved_ex_vat = q.approved_ex_vat,
  approved_inc_vat = q.approved_inc_vat,
  approval_status = q.approval_status,
  rejection_reason_code = q.rejection_reason_code,
  deferred_to = q.deferred_to,
  decided_at = q.decided_at
from (
  select system_client_id, survey_id, id as quote_id, document->>'approvalDate' as approval_date, approval_medium, currency,
    offered_ex_vat, offered_inc_vat, approved_ex_vat, approved_inc_vat, approval_status, rejection_reason_code, deferred_to,
    decided_at
  from survey_quotes
  union all
  select system_client_id, survey_id, quote_id, approval->>'approvalDate', approval_medium, currency,
    offered_ex_vat, offered_inc_vat, approved_ex_vat, approved_inc_vat, approval_status, rejection_reason_code, deferred_to,
    decided_at
  from survey_variants
) q
where q.system_client_id = r.system_client_id and q.survey_id = r.survey_id and q.quote_id = r.quote_id
  and q.approval_date = r.approval_date and q.approval_medium = r.approval_medium;

insert into owner_decision_lines (system_client_id, decision_id, quote_id, survey_id, decided_at, approval_status,
  rejection_reason_code, deferred_to, currency, offered_ex_vat, offered_inc_vat, approved_ex_vat, approved_inc_vat)
select d.system_client_id, d.id, l->>'id', d.survey_id, d.at,
  case l->>'word' when 'approve' then 'approved' when 'later' then 'deferred' else 'rejected' end,
  l->'reason'->>'code', (l->>'until')::date, l->>'currency', (l->'total'->>'exVat')::numeric,
  (l->'total'->>'incVat')::numeric, case when l->>'word' = 'approve' then (l->'total'->>'exVat')::numeric end,
  case when l->>'word' = 'approve' then (l->'total'->>'incVat')::numeric end
from owner_decisions d cross join lateral json_array_elements(d.receipt::json->'lines') l
on conflict do nothing;

update service_orders o set
  currency = o.document->>'currency',
  sold_ex_vat = t.ex_vat,
  sold_inc_vat = t.inc_vat
from service_orders same
left join lateral (
  select case when count(*) = count(i->>'soldAmountExVat') then sum((i->>'soldAmountExVat')::numeric) end as ex_vat,
    case when count(*) = count(i->>'soldAmountIncVat') then sum((i->>'soldAmountIncVat')::numeric) end as inc_vat
  from json_array_elements(coalesce(same.document->'contents', '[]')) i
  where (i->>'soldQuantity')::numeric > 0 or i->>'soldAmountExVat' is not null or i->>'soldAmountIncVat' is not null
) t on true
where same.system_client_id = o.system_client_id and same.id = o.id
  and json_typeof(coalesce(o.document->'contents', '[]')) = 'array';
