-- Orders made by hand that were joined with an order of the DMS, what that moved and removed, and which were taken apart (I5).
create table order_joins (
  system_client_id text not null,
  manual_id text not null,
  order_id text not null,
  joined_at timestamptz not null,
  by_itself boolean not null,
  -- ids of the surveys that moved to the order
  moved json not null,
  -- [{ surveyType, side }] of surveys nobody had touched
  removed json not null,
  -- contact corrections of the order made by hand, as they were
  corrections json,
  undone_at timestamptz,
  primary key (system_client_id, manual_id, order_id),
  constraint order_joins_manual foreign key (system_client_id, manual_id) references service_orders,
  constraint order_joins_order foreign key (system_client_id, order_id) references service_orders
);
create index order_joins_by_order on order_joins (system_client_id, order_id) where undone_at is null;
-- Every order that comes looks for one made by hand; there are few of them.
create index service_orders_by_hand on service_orders (system_client_id, created_at)
  where is_manual and matched_to is null and not closed and not rejected;
