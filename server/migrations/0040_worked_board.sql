-- works with: 0037
-- The board shows what was closed today, and what the DMS changed from what to what.
-- See docs/decisions/0084-lanes-of-the-board.md.
alter table service_orders
  -- when it was closed or rejected; null while it is open, and for what was over before this column existed
  add column closed_at timestamptz,
  -- the newest changes by the DMS as [{field, before, after, at}], few and short
  add column dms_changes json;

create index service_orders_closed on service_orders (system_client_id, branch_id, closed_at desc, id)
  where closed_at is not null and closed and not rejected and matched_to is null;
