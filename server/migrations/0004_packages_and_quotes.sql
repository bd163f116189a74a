-- What a finding costs: packages with prices, where they are offered, what was selected and quoted; and the memory of
-- vehicles that tells what is due.

create table packages (
  -- the master client that runs the package
  system_client_id text not null references system_clients,
  id text not null,
  description text,
  -- the package as its master keeps it, without computed sums
  document json not null,
  -- customers may select it and it has an interval: a candidate for automatic quotes (E8)
  is_automatic boolean not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (system_client_id, id)
);

-- A client's own prices for a centrally run package: { variant: { item: [exVat, incVat] } }.
create table package_prices (
  system_client_id text not null references system_clients,
  master_client_id text not null,
  package_id text not null,
  currency text not null,
  prices json not null,
  changed_at timestamptz not null,
  -- no foreign key: the package belongs to another client, and constraints stay within one
  primary key (system_client_id, master_client_id, package_id)
);

-- Moves with every change of packages, prices and assignments of a client: what was computed from them is kept in memory
-- as long as the numbers are the same.
create table catalogue_versions (
  system_client_id text primary key references system_clients,
  version bigint not null
);

create table package_assignments (
  system_client_id text not null references system_clients,
  template_master_id text not null,
  template_id text not null,
  question_id text not null,
  answer_id text not null,
  -- '' for every site, every branch
  site_id text not null default '',
  branch_id text not null default '',
  package_ids text[] not null,
  primary key (system_client_id, template_master_id, template_id, question_id, answer_id, site_id, branch_id)
);

-- A package variant somebody selected in a survey, frozen with its prices (E2).
create table survey_variants (
  system_client_id text not null,
  survey_id text not null,
  -- the stable id of its package quote (E7)
  quote_id text not null,
  question_id text not null,
  answer_id text not null,
  package_id text not null,
  variant_id text not null,
  -- { package, variant }: the package's header and the variant, as they were offered
  document json not null,
  -- approvalStatus and the fields that go with it
  approval json not null,
  created_at timestamptz not null,
  primary key (system_client_id, survey_id, quote_id),
  constraint survey_variants_survey foreign key (system_client_id, survey_id) references surveys,
  constraint survey_variants_once unique (system_client_id, survey_id, question_id, answer_id, package_id, variant_id)
);

create table survey_quotes (
  system_client_id text not null,
  survey_id text not null,
  id text not null,
  category text not null check (category in ('quote', 'upsaleQuote')),
  question_id text not null,
  answer_id text not null,
  package_id text,
  variant_id text,
  document json not null,
  -- automatic quotes: shown to the customer, decided or changed by someone, withdrawn, and why it is due
  visible boolean not null default true,
  touched boolean not null default false,
  withdrawn boolean not null default false,
  reason json,
  created_at timestamptz not null,
  primary key (system_client_id, survey_id, id),
  constraint survey_quotes_survey foreign key (system_client_id, survey_id) references surveys
);
-- a variant is replaced by one quote at most (E7)
create unique index survey_quotes_replace on survey_quotes
  (system_client_id, survey_id, question_id, answer_id, package_id, variant_id) where category = 'quote';

-- Every vehicle a client has seen, by VIN and by plate.
create table vehicles (
  system_client_id text not null references system_clients,
  -- vin/… or plate/…, folded to capitals without blanks
  key text not null,
  -- the attributes as last supplied, by the DMS or by staff, never from the VIN alone
  document json not null,
  last_order_id text,
  mileage_km double precision,
  seen_at timestamptz not null,
  primary key (system_client_id, key)
);
create index vehicles_recent on vehicles (system_client_id, seen_at);

-- When a package was last sold or approved on a vehicle (E8).
create table vehicle_services (
  system_client_id text not null references system_clients,
  vehicle_key text not null,
  package_id text not null,
  -- the order line or quote it is known from
  source text not null,
  done_at timestamptz not null,
  mileage_km double precision,
  primary key (system_client_id, vehicle_key, package_id, source)
);

-- Look-ups by VIN in one minute and one day (F3), over all processes.
create table vin_lookups (
  system_client_id text not null references system_clients,
  period text not null check (period in ('minute', 'day')),
  began_at timestamptz not null,
  used integer not null,
  primary key (system_client_id, period)
);

alter table system_clients
  add column vin_lookups_per_minute integer not null default 60,
  add column vin_lookups_per_day integer not null default 600,
  -- package types whose automatic quotes the customer does not see (E8)
  add column hidden_upsale_types text[] not null default '{}';

do $$
declare
  col record;
begin
  for col in
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and data_type = 'json'
      and table_name in ('packages', 'package_prices', 'survey_variants', 'survey_quotes', 'vehicles')
  loop
    execute format('alter table %I alter column %I set compression lz4', col.table_name, col.column_name);
  end loop;
exception when feature_not_supported then null;
end $$;
