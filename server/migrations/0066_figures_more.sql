-- works with: 0037
-- More figures, and the cars behind them: minutes to the offer and of the parts desk, findings without an offer, videos that owners watched, and lists of
-- orders by day of a client, a branch or a person. See docs/decisions/0119-the-cars-behind-a-figure.md.

-- When the owner first played a video of the result on the page of this link.
alter table owner_links add column watched_at timestamptz;

alter table order_figures
  add column timed_offers integer not null default 0,
  add column offer_seconds bigint not null default 0,
  add column parts_replies integer not null default 0,
  add column parts_seconds bigint not null default 0,
  add column not_offered integer not null default 0,
  add column sent_with_video integer not null default 0,
  add column watched integer not null default 0;
alter table figure_days
  add column timed_offers integer not null default 0,
  add column offer_seconds bigint not null default 0,
  add column parts_replies integer not null default 0,
  add column parts_seconds bigint not null default 0,
  add column not_offered integer not null default 0,
  add column sent_with_video integer not null default 0,
  add column watched integer not null default 0;

-- Lists go from the newest day on: of a branch by order_figures_by_day, of the whole client and of a person by these.
create index order_figures_by_client on order_figures (system_client_id, day, order_id);
create table order_people (
  system_client_id text not null,
  person text not null,
  day date not null,
  order_id text not null,
  branch_id text not null,
  constraint order_people_pkey primary key (system_client_id, person, day, order_id),
  constraint order_people_order foreign key (system_client_id, order_id)
    references order_figures (system_client_id, order_id) on delete cascade
);
create index order_people_by_order on order_people (system_client_id, order_id);

-- What was counted before has none of this.
insert into jobs (system_client_id, id, kind, payload, due_at, created_at)
select system_client_id, 'figures.rebuild', 'figures.rebuild', '{}', now(), now() from system_clients
on conflict (system_client_id, id) do nothing;
