-- Orders and leads are a document plus the columns that are queried or constrained; surveys store only what was
-- done to them, over an immutable template version.

create table service_orders (
  system_client_id text not null references system_clients,
  id text not null,
  branch_id text not null,
  closed boolean not null,
  rejected boolean not null,
  parent_order_id text,
  planned_start timestamptz,
  -- the canonical order as the DMS sent it (A1); read whole, so json and not jsonb
  document json not null,
  -- what its surveys remember of the header: values outlive a PUT that leaves them out (C4)
  survey_header json not null,
  -- [{ id, surveyType, templateId }], as shown on the order (C5)
  surveys json not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (system_client_id, id),
  constraint service_orders_branch foreign key (system_client_id, branch_id) references branches
);
create index service_orders_by_branch on service_orders (system_client_id, branch_id, planned_start, id);

create table leads (
  system_client_id text not null references system_clients,
  -- compared byte by byte: the order of the lead list is the same on every engine
  id text collate "C" not null,
  branch_id text not null,
  closed boolean not null,
  rejected boolean not null,
  planned_start timestamptz not null,
  document json not null,
  survey_header json not null,
  surveys json not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (system_client_id, id),
  constraint leads_branch foreign key (system_client_id, branch_id) references branches
);
-- The lead list walks these in short keyset steps, one range per branch and value of closed (C7).
create index leads_by_planned_start on leads (system_client_id, closed, planned_start, id);
create index leads_by_branch on leads (system_client_id, branch_id, closed, planned_start, id);

create table lead_deals (
  system_client_id text not null,
  lead_id text not null,
  id text not null,
  -- keeps the order in which deals were sent
  position integer not null,
  document json not null,
  primary key (system_client_id, lead_id, id),
  constraint lead_deals_lead foreign key (system_client_id, lead_id) references leads
);

create table surveys (
  system_client_id text not null references system_clients,
  id text not null,
  survey_type text not null check (survey_type in ('health', 'VC', 'QC', 'VR', 'CVR')),
  order_id text,
  lead_id text,
  master_client_id text not null,
  template_id text not null,
  template_version integer not null,
  completed boolean not null default false,
  closed boolean not null default false,
  -- null while the survey follows its order or lead; the frozen copy once it is closed (C4)
  header json,
  -- the person who started the inspection (C6)
  surveyor json,
  -- written once when the inspection is completed, so that history never changes: language, what was not visible, and
  -- what was offered at which price
  frozen json,
  created_at timestamptz not null,
  completed_at timestamptz,
  closed_at timestamptz,
  primary key (system_client_id, id),
  constraint surveys_order foreign key (system_client_id, order_id) references service_orders,
  constraint surveys_lead foreign key (system_client_id, lead_id) references leads,
  -- one survey per type and order or lead (C2)
  constraint surveys_one_per_order unique (system_client_id, order_id, survey_type),
  constraint surveys_one_per_lead unique (system_client_id, lead_id, survey_type),
  constraint surveys_one_origin check (order_id is null or lead_id is null)
);

create table survey_answers (
  system_client_id text not null,
  survey_id text not null,
  question_id text not null,
  -- the template's own id for standard answers, a new one for entered answers
  id text not null,
  custom boolean not null,
  selected boolean not null,
  value text,
  unit_of_measurement text,
  status text check (status in ('green', 'amber', 'red')),
  comment text,
  created_at timestamptz not null,
  primary key (system_client_id, survey_id, question_id, id),
  constraint survey_answers_survey foreign key (system_client_id, survey_id) references surveys
);

-- POST answer with an Idempotency-Key (B7); rows live for 24 hours.
create table answer_idempotency_keys (
  system_client_id text not null,
  survey_id text not null,
  question_id text not null,
  key text not null,
  body_hash bytea not null,
  answer_id text not null,
  created_at timestamptz not null,
  primary key (system_client_id, survey_id, question_id, key)
);
create index answer_idempotency_keys_by_age on answer_idempotency_keys (created_at);

-- Documents of some kilobytes: lz4 reads several times faster than the default where the engine has it.
do $$
declare
  col record;
begin
  for col in
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and data_type = 'json'
  loop
    execute format('alter table %I alter column %I set compression lz4', col.table_name, col.column_name);
  end loop;
exception when feature_not_supported then null;
end $$;
