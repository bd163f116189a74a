-- Survey templates. A version is immutable: surveys keep the one they were made from (D1).

create table survey_templates (
  -- the master client that runs the template
  system_client_id text not null references system_clients,
  id text not null,
  survey_type text not null check (survey_type in ('health', 'VC', 'QC', 'VR', 'CVR')),
  latest_version integer not null,
  primary key (system_client_id, id)
);

create table survey_template_versions (
  system_client_id text not null,
  template_id text not null,
  version integer not null,
  text text not null,
  document json not null,
  created_at timestamptz not null default now(),
  primary key (system_client_id, template_id, version),
  constraint survey_template_versions_template
    foreign key (system_client_id, template_id) references survey_templates deferrable initially deferred
);

-- Which template a client uses for a survey type; branch_id and make are '' for "any".
-- The rows of a master client serve everyone who has none of his own.
create table template_choices (
  system_client_id text not null references system_clients,
  survey_type text not null check (survey_type in ('health', 'VC', 'QC', 'VR', 'CVR')),
  branch_id text not null default '',
  make text not null default '',
  master_client_id text not null,
  template_id text not null,
  primary key (system_client_id, survey_type, branch_id, make)
);
