-- works with: 0037
-- What the pages of the desk need to answer at once for a group of a thousand branches. See docs/decisions/0113-numbers-from-facts-per-order.md
-- and docs/performance.md.

-- Work that was put off, of all branches in the order in which it is due; its sums without the rows themselves.
create index offered_work_due_anywhere on offered_work (system_client_id,
    (coalesce(deferred_to, (decided_at at time zone 'UTC')::date, date '1970-01-01')), survey_id, quote_id)
  include (branch_id, decision, deferred_to, decided_at, currency, ex_vat, inc_vat)
  where decision in ('deferred', 'rejected') and state = 'open' and not is_apart;
create index work_follow_ups_touched on work_follow_ups (system_client_id, survey_id, quote_id)
  where ended_as is not null or claimed_by is not null or due_on is not null;

-- Lines that were invoiced as work of a check; lines of other work are many.
drop index order_work_without_offer;
create index order_work_without_offer on order_work (system_client_id, order_id, position)
  where sold_quantity > 0 and quote_id is null and survey_id is not null;

-- The code makes sums of thirds of months and of years, and of questions by month of the client, with all other sums.
insert into jobs (system_client_id, id, kind, payload, due_at, created_at)
select system_client_id, 'figures.rebuild', 'figures.rebuild', '{}', now(), now() from system_clients
on conflict (system_client_id, id) do nothing;
