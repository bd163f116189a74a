-- works with: 0037
-- What the numbers count: a row of facts per order, and sums by day and month of branches, persons and questions. Written in the
-- background from what happened, and again by `walkaround figures rebuild`. See docs/decisions/0113-numbers-from-facts-per-order.md.

-- Whether people see the names of others beside numbers.
alter table system_clients add column named_figures boolean not null default false;

create table order_figures (
  system_client_id text not null,
  order_id text not null,
  branch_id text not null,
  -- The day the car came, in the time zone of the client.
  day date not null,
  -- Its advisor and the technicians of its checks.
  persons text[] not null,
  -- The vehicles whose findings it touches: of its surveys, and of those that its lines name.
  vehicle_keys text[] not null,
  orders integer not null,
  rejected integer not null,
  checked integer not null,
  checks integer not null,
  amber integer not null,
  red integer not null,
  offered integer not null,
  approved integer not null,
  sold integer not null,
  deferred integer not null,
  returned integer not null,
  sent integer not null,
  opened integer not null,
  decided_online integer not null,
  timed_checks integer not null,
  check_seconds bigint not null,
  told integer not null,
  told_seconds bigint not null,
  decided integer not null,
  decided_seconds bigint not null,
  photos integer not null,
  videos integer not null,
  stars integer not null,
  feedbacks integer not null,
  constraint order_figures_pkey primary key (system_client_id, order_id),
  constraint order_figures_system_client_id_fkey foreign key (system_client_id) references system_clients (system_client_id)
);
create index order_figures_by_day on order_figures (system_client_id, branch_id, day, order_id);

-- Money of an order, without VAT. It counts as an order of its currency also where it has no money.
create table order_money (
  system_client_id text not null,
  order_id text not null,
  currency text not null,
  priced_orders integer not null,
  offered_money numeric not null,
  approved_money numeric not null,
  sold_money numeric not null,
  uplift_money numeric not null,
  constraint order_money_pkey primary key (system_client_id, order_id, currency),
  constraint order_money_order foreign key (system_client_id, order_id)
    references order_figures (system_client_id, order_id) on delete cascade
);

-- Sums. The grain is client.day, branch.day, branch.month, person.day or person.month; what it does not tell apart is empty.
create table figure_days (
  system_client_id text not null,
  grain text not null,
  day date not null,
  branch_id text not null,
  person text not null,
  orders integer not null,
  rejected integer not null,
  checked integer not null,
  checks integer not null,
  amber integer not null,
  red integer not null,
  offered integer not null,
  approved integer not null,
  sold integer not null,
  deferred integer not null,
  returned integer not null,
  sent integer not null,
  opened integer not null,
  decided_online integer not null,
  timed_checks integer not null,
  check_seconds bigint not null,
  told integer not null,
  told_seconds bigint not null,
  decided integer not null,
  decided_seconds bigint not null,
  photos integer not null,
  videos integer not null,
  stars integer not null,
  feedbacks integer not null,
  constraint figure_days_pkey primary key (system_client_id, grain, day, branch_id, person),
  constraint figure_days_system_client_id_fkey foreign key (system_client_id) references system_clients (system_client_id)
);
create index figure_days_by_branch on figure_days (system_client_id, grain, branch_id, day);
create index figure_days_by_person on figure_days (system_client_id, grain, person, day) where person <> '';

create table figure_money (
  system_client_id text not null,
  grain text not null,
  day date not null,
  branch_id text not null,
  person text not null,
  currency text not null,
  priced_orders integer not null,
  offered_money numeric not null,
  approved_money numeric not null,
  sold_money numeric not null,
  uplift_money numeric not null,
  constraint figure_money_pkey primary key (system_client_id, grain, day, branch_id, person, currency),
  constraint figure_money_system_client_id_fkey foreign key (system_client_id) references system_clients (system_client_id)
);
create index figure_money_by_branch on figure_money (system_client_id, grain, branch_id, day);
create index figure_money_by_person on figure_money (system_client_id, grain, person, day) where person <> '';

create table question_days (
  system_client_id text not null,
  grain text not null,
  day date not null,
  branch_id text not null,
  template_id text not null,
  question_id text not null,
  answered integer not null,
  found integer not null,
  timed integer not null,
  milliseconds bigint not null,
  constraint question_days_pkey primary key (system_client_id, grain, day, branch_id, template_id, question_id),
  constraint question_days_system_client_id_fkey foreign key (system_client_id) references system_clients (system_client_id)
);
create index question_days_by_branch on question_days (system_client_id, grain, branch_id, day);

create table question_money (
  system_client_id text not null,
  grain text not null,
  day date not null,
  branch_id text not null,
  template_id text not null,
  question_id text not null,
  currency text not null,
  sold_money numeric not null,
  constraint question_money_pkey primary key (system_client_id, grain, day, branch_id, template_id, question_id, currency),
  constraint question_money_system_client_id_fkey foreign key (system_client_id) references system_clients (system_client_id)
);
create index question_money_by_branch on question_money (system_client_id, grain, branch_id, day);

-- What the persons of the sums are called.
create table figure_people (
  system_client_id text not null,
  person text not null,
  name text not null,
  constraint figure_people_pkey primary key (system_client_id, person),
  constraint figure_people_system_client_id_fkey foreign key (system_client_id) references system_clients (system_client_id)
);

-- Up to where the log of events is counted, and days whose sums are to be made again.
create table figure_marks (
  system_client_id text not null,
  logged_at timestamptz not null,
  position bigint not null,
  constraint figure_marks_pkey primary key (system_client_id),
  constraint figure_marks_system_client_id_fkey foreign key (system_client_id) references system_clients (system_client_id)
);

create table figure_touched (
  system_client_id text not null,
  branch_id text not null,
  day date not null,
  constraint figure_touched_pkey primary key (system_client_id, day, branch_id),
  constraint figure_touched_system_client_id_fkey foreign key (system_client_id) references system_clients (system_client_id)
);

-- From here on by the log; what happened so far by one job for each system client, in the background.
insert into figure_marks (system_client_id, logged_at, position)
select system_client_id, logged_at, position from event_heads;

insert into jobs (system_client_id, id, kind, payload, due_at, created_at)
select system_client_id, 'figures.rebuild', 'figures.rebuild', '{}', now(), now() from system_clients
on conflict (system_client_id, id) do nothing;
