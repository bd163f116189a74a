-- The schema as the migrations make it. Written by `npm run generate`, never loaded.

create table access_records (
  system_client_id text not null,
  hour timestamp with time zone not null,
  kind text not null,
  subject text not null,
  address text not null,
  detail text not null default ''::text,
  times integer not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  constraint access_records_pkey PRIMARY KEY (system_client_id, hour, kind, subject, address, detail)
);

create table advisor_pictures (
  system_client_id text not null,
  site_id text not null,
  person text not null,
  file text not null,
  created_at timestamp with time zone not null,
  constraint advisor_pictures_pkey PRIMARY KEY (system_client_id, site_id, person),
  constraint advisor_pictures_system_client_id_site_id_fkey FOREIGN KEY (system_client_id, site_id) REFERENCES sites(system_client_id, id)
);

create table answer_idempotency_keys (
  system_client_id text not null,
  survey_id text not null,
  question_id text not null,
  key text not null,
  body_hash bytea not null,
  answer_id text not null,
  created_at timestamp with time zone not null,
  constraint answer_idempotency_keys_pkey PRIMARY KEY (system_client_id, survey_id, question_id, key)
);

create table answer_taps (
  system_client_id text not null,
  survey_id text not null,
  question_id text not null,
  slot text not null,
  versions json not null,
  version_count smallint not null,
  constraint answer_taps_pkey PRIMARY KEY (system_client_id, survey_id, question_id, slot),
  constraint answer_taps_survey FOREIGN KEY (system_client_id, survey_id) REFERENCES surveys(system_client_id, id) ON DELETE CASCADE
);

create table api_keys (
  id text not null,
  login_id text not null,
  hash bytea not null,
  label text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  blocked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  requests_per_minute integer,
  addresses text[],
  replaced_by text,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_login_id_fkey FOREIGN KEY (login_id) REFERENCES logins(id),
  constraint api_keys_requests_per_minute_check CHECK ((requests_per_minute > 0))
);

create table audit_entries (
  system_client_id text not null,
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  area text not null,
  kind text not null,
  subject text not null,
  subject_name text,
  actor_kind text not null,
  actor_id text not null,
  actor_login text,
  actor_name text,
  key_prefix text,
  address text,
  request_id text,
  times integer,
  detail text,
  changes json,
  position bigint,
  hash bytea,
  constraint audit_entries_position UNIQUE (system_client_id, "position"),
  constraint audit_entries_pkey PRIMARY KEY (system_client_id, id),
  constraint audit_entries_sealed CHECK ((("position" IS NULL) = (hash IS NULL)))
);

create table audit_heads (
  system_client_id text not null,
  position bigint not null,
  hash bytea not null,
  cut_position bigint not null default 0,
  cut_hash bytea not null,
  began_at timestamp with time zone not null,
  mark bytea not null,
  mark_key text not null,
  constraint audit_heads_pkey PRIMARY KEY (system_client_id)
);

create table audit_sink_positions (
  system_client_id text not null,
  sink text not null,
  position bigint not null,
  constraint audit_sink_positions_pkey PRIMARY KEY (system_client_id, sink)
);

create table audit_sinks (
  system_client_id text not null,
  sink text not null,
  fence bigint not null,
  leased_until timestamp with time zone,
  failures integer not null default 0,
  next_at timestamp with time zone,
  answered_at timestamp with time zone,
  answer text,
  taken_at timestamp with time zone,
  constraint audit_sinks_pkey PRIMARY KEY (system_client_id, sink)
);

create table branch_codes (
  system_client_id text not null,
  code text not null,
  branch_id text not null,
  registered_at timestamp with time zone,
  constraint branch_codes_pkey PRIMARY KEY (system_client_id, code),
  constraint branch_codes_branch FOREIGN KEY (system_client_id, branch_id) REFERENCES branches(system_client_id, id)
);

create table branches (
  system_client_id text not null,
  id text not null,
  site_id text not null,
  name text not null,
  release_types text[],
  is_new boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint branches_pkey PRIMARY KEY (system_client_id, id),
  constraint branches_site FOREIGN KEY (system_client_id, site_id) REFERENCES sites(system_client_id, id)
);

create table callback_attempts (
  system_client_id text not null,
  delivery_id text not null,
  number integer not null,
  started_at timestamp with time zone not null,
  dns_ms integer,
  connect_ms integer,
  total_ms integer not null,
  request text not null,
  status integer,
  response_head text,
  response_body text,
  failure text,
  constraint callback_attempts_pkey PRIMARY KEY (system_client_id, delivery_id, number)
);

create table callback_deliveries (
  system_client_id text not null,
  id text not null,
  output_type text not null,
  reference_object_id text,
  body text,
  url text not null,
  lane text not null,
  sealed_key bytea not null,
  sealed_secret bytea,
  most_attempts integer not null default 5,
  created_at timestamp with time zone not null,
  sealed_body bytea,
  given_up_at timestamp with time zone,
  replayed_after integer not null default 0,
  site_id text,
  kind text,
  constraint callback_deliveries_pkey PRIMARY KEY (system_client_id, id),
  constraint callback_deliveries_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id),
  constraint callback_deliveries_one_body CHECK (((body IS NULL) <> (sealed_body IS NULL)))
);

create table callback_lanes (
  system_client_id text not null,
  lane text not null,
  leased_by text not null,
  leased_until timestamp with time zone,
  fence bigint not null,
  constraint callback_lanes_pkey PRIMARY KEY (system_client_id, lane),
  constraint callback_lanes_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table callback_queue (
  system_client_id text not null,
  id text not null,
  lane text not null,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  logged integer not null default 0,
  leased_until timestamp with time zone,
  fence bigint not null default 0,
  failure text,
  constraint callback_queue_pkey PRIMARY KEY (system_client_id, id),
  constraint callback_queue_delivery FOREIGN KEY (system_client_id, id) REFERENCES callback_deliveries(system_client_id, id) ON DELETE CASCADE
);

create table callback_receivers (
  system_client_id text not null,
  url text not null,
  lane text not null,
  sealed_key bytea not null,
  key_hint text not null,
  sealed_secret bytea,
  changed_at timestamp with time zone not null,
  former_sealed_secret bytea,
  former_until timestamp with time zone,
  kinds jsonb not null default '{}'::jsonb,
  constraint callback_receivers_pkey PRIMARY KEY (system_client_id),
  constraint callback_receivers_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table callback_site_receivers (
  system_client_id text not null,
  site_id text not null,
  url text not null,
  lane text not null,
  sealed_key bytea not null,
  key_hint text not null,
  sealed_secret bytea,
  former_sealed_secret bytea,
  former_until timestamp with time zone,
  kinds jsonb not null default '{}'::jsonb,
  changed_at timestamp with time zone not null,
  constraint callback_site_receivers_pkey PRIMARY KEY (system_client_id, site_id),
  constraint callback_site_receivers_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table car_note_reads (
  system_client_id text not null,
  card_kind text not null,
  card_id text not null,
  login_id text not null,
  read_until timestamp with time zone not null,
  constraint car_note_reads_pkey PRIMARY KEY (system_client_id, card_kind, card_id, login_id),
  constraint car_note_reads_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table car_notes (
  system_client_id text not null,
  id text not null,
  card_kind text not null,
  card_id text not null,
  written_on text not null,
  audience text not null,
  note text not null,
  author_login_id text not null,
  author_name text not null,
  written_at timestamp with time zone not null,
  arrived_at timestamp with time zone not null,
  constraint car_notes_pkey PRIMARY KEY (system_client_id, id),
  constraint car_notes_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id),
  constraint car_notes_audience CHECK ((audience = ANY (ARRAY['everybody'::text, 'advisor'::text, 'technician'::text, 'parts'::text]))),
  constraint car_notes_kind CHECK ((card_kind = ANY (ARRAY['order'::text, 'lead'::text, 'vehicle'::text])))
);

create table car_plans (
  system_client_id text not null,
  card_kind text not null,
  card_id text not null,
  promised text,
  promised_at timestamp with time zone,
  promised_set_at timestamp with time zone,
  promised_set_by text,
  technician json,
  technician_login_id text,
  technician_set_at timestamp with time zone,
  technician_set_by text,
  constraint car_plans_pkey PRIMARY KEY (system_client_id, card_kind, card_id),
  constraint car_plans_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id),
  constraint car_plans_kind CHECK ((card_kind = ANY (ARRAY['order'::text, 'lead'::text])))
);

create table catalogue_versions (
  system_client_id text not null,
  version bigint not null,
  constraint catalogue_versions_pkey PRIMARY KEY (system_client_id),
  constraint catalogue_versions_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table client_words (
  system_client_id text not null,
  kind text not null,
  words jsonb not null,
  changed_at timestamp with time zone not null,
  constraint client_words_pkey PRIMARY KEY (system_client_id, kind),
  constraint client_words_client_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table contact_changes (
  system_client_id text not null,
  id text not null,
  order_id text,
  lead_id text,
  survey_id text,
  partner text not null,
  contact text,
  before json,
  after json,
  changed_at timestamp with time zone not null,
  changed_by text not null,
  constraint contact_changes_pkey PRIMARY KEY (system_client_id, id),
  constraint contact_changes_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id),
  constraint contact_changes_partner_check CHECK ((partner = ANY (ARRAY['customer'::text, 'owner'::text, 'driver'::text])))
);

create table damage_marks (
  system_client_id text not null,
  survey_id text not null,
  id text not null,
  kind text not null,
  vehicle_key text,
  body_style text not null,
  x real not null,
  y real not null,
  panel text,
  size text,
  comment text,
  created_at timestamp with time zone not null,
  internal_comment text,
  constraint damage_marks_pkey PRIMARY KEY (system_client_id, survey_id, id),
  constraint damage_marks_survey FOREIGN KEY (system_client_id, survey_id) REFERENCES surveys(system_client_id, id),
  constraint damage_marks_kind_check CHECK ((kind = ANY (ARRAY['scratch'::text, 'dent'::text, 'crack'::text, 'chip'::text, 'rust'::text, 'missing'::text, 'other'::text]))),
  constraint damage_marks_size_check CHECK ((size = ANY (ARRAY['small'::text, 'medium'::text, 'large'::text])))
);

create table event_heads (
  system_client_id text not null,
  epoch text not null default md5(((random())::text || (clock_timestamp())::text)),
  position bigint not null default 0,
  logged_at timestamp with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
  kept_after bigint not null default 0,
  constraint event_heads_pkey PRIMARY KEY (system_client_id)
);

create table event_inbox (
  system_client_id text not null,
  sequence bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  kind text not null,
  subject text not null,
  actor text not null,
  payload json,
  version smallint not null default 1,
  constraint event_inbox_pkey PRIMARY KEY (system_client_id, sequence)
);

create table event_log (
  system_client_id text not null,
  logged_at timestamp with time zone not null,
  position bigint not null,
  sequence bigint not null,
  at timestamp with time zone not null,
  kind text not null,
  version smallint not null,
  subject text not null,
  card text,
  branch_id text,
  actor text not null,
  payload json,
  constraint event_log_pkey PRIMARY KEY (system_client_id, logged_at, "position")
) partition by RANGE (logged_at);

create table event_retention (
  system_client_id text not null,
  kind text not null,
  days integer not null,
  is_exported boolean not null,
  applied_until timestamp with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
  constraint event_retention_pkey PRIMARY KEY (system_client_id, kind),
  constraint event_retention_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id),
  constraint event_retention_days CHECK (((days >= 1) AND (days <= 36500)))
);

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
  timed_offers integer not null default 0,
  offer_seconds bigint not null default 0,
  parts_replies integer not null default 0,
  parts_seconds bigint not null default 0,
  not_offered integer not null default 0,
  sent_with_video integer not null default 0,
  watched integer not null default 0,
  constraint figure_days_pkey PRIMARY KEY (system_client_id, grain, day, branch_id, person),
  constraint figure_days_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table figure_marks (
  system_client_id text not null,
  logged_at timestamp with time zone not null,
  position bigint not null,
  constraint figure_marks_pkey PRIMARY KEY (system_client_id),
  constraint figure_marks_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

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
  constraint figure_money_pkey PRIMARY KEY (system_client_id, grain, day, branch_id, person, currency),
  constraint figure_money_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table figure_people (
  system_client_id text not null,
  person text not null,
  name text not null,
  constraint figure_people_pkey PRIMARY KEY (system_client_id, person),
  constraint figure_people_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table figure_touched (
  system_client_id text not null,
  branch_id text not null,
  day date not null,
  constraint figure_touched_pkey PRIMARY KEY (system_client_id, day, branch_id),
  constraint figure_touched_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table finding_closings (
  system_client_id text not null,
  id text not null,
  vehicle_key text not null,
  master_client_id text not null,
  template_id text not null,
  question_id text not null,
  closed_at timestamp with time zone not null,
  closed_by text not null,
  reason text not null,
  constraint finding_closings_pkey PRIMARY KEY (system_client_id, id),
  constraint finding_closings_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table finding_visits (
  system_client_id text not null,
  survey_id text not null,
  question_id text not null,
  finding_id text not null,
  vehicle_key text not null,
  order_id text,
  branch_id text,
  is_apart boolean not null,
  at timestamp with time zone not null,
  grade text not null,
  value text,
  unit_of_measurement text,
  answered_by text,
  is_offered boolean not null,
  constraint finding_visits_pkey PRIMARY KEY (system_client_id, survey_id, question_id),
  constraint finding_visits_grade CHECK ((grade = ANY (ARRAY['amber'::text, 'red'::text])))
);

create table findings (
  system_client_id text not null,
  id text not null,
  vehicle_key text not null,
  master_client_id text not null,
  template_id text not null,
  question_id text not null,
  opened_in text not null,
  opened_at timestamp with time zone not null,
  counted_in text,
  survey_id text not null,
  order_id text,
  branch_id text,
  seen_at timestamp with time zone not null,
  visits integer not null,
  grade text not null,
  worst_grade text not null,
  value text,
  unit_of_measurement text,
  offered_at timestamp with time zone,
  offered_in text,
  currency text,
  offered_ex_vat numeric,
  offered_inc_vat numeric,
  decision text,
  decided_at timestamp with time zone,
  decided_by text,
  reason_code text,
  deferred_to date,
  closed_as text,
  closed_at timestamp with time zone,
  closed_in text,
  constraint findings_pkey PRIMARY KEY (system_client_id, id),
  constraint findings_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id),
  constraint findings_closed CHECK ((closed_as = ANY (ARRAY['green'::text, 'sold'::text, 'byHand'::text]))),
  constraint findings_decision CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text, 'deferred'::text]))),
  constraint findings_grade CHECK ((grade = ANY (ARRAY['amber'::text, 'red'::text]))),
  constraint findings_worst_grade CHECK ((worst_grade = ANY (ARRAY['amber'::text, 'red'::text])))
);

create table inbox_reads (
  system_client_id text not null,
  login_id text not null,
  entry_id text not null,
  read_at timestamp with time zone not null,
  constraint inbox_reads_pkey PRIMARY KEY (system_client_id, login_id, entry_id),
  constraint inbox_reads_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table inspections (
  system_client_id text not null,
  id text not null,
  body_hash bytea not null,
  order_id text,
  survey_id text,
  created_at timestamp with time zone not null,
  constraint inspections_pkey PRIMARY KEY (system_client_id, id),
  constraint inspections_order FOREIGN KEY (system_client_id, order_id) REFERENCES service_orders(system_client_id, id),
  constraint inspections_survey FOREIGN KEY (system_client_id, survey_id) REFERENCES surveys(system_client_id, id),
  constraint inspections_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table installation_secrets (
  name text not null,
  value bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint installation_secrets_pkey PRIMARY KEY (name)
);

create table invitations (
  system_client_id text not null,
  id text not null,
  kind text not null,
  login text not null,
  name text not null,
  role text not null,
  branch_ids text[],
  token_hash bytea not null,
  email text,
  language text not null,
  sealed_link bytea,
  mail text,
  mail_failure text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint invitations_pkey PRIMARY KEY (system_client_id, id),
  constraint invitations_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id),
  constraint invitations_kind_check CHECK ((kind = ANY (ARRAY['join'::text, 'password'::text]))),
  constraint invitations_mail_check CHECK ((mail = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text])))
);

create table jobs (
  system_client_id text not null,
  id text not null,
  kind text not null,
  payload json not null,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  leased_until timestamp with time zone,
  fence bigint not null default 0,
  failed_at timestamp with time zone,
  failure text,
  created_at timestamp with time zone not null,
  constraint jobs_pkey PRIMARY KEY (system_client_id, id),
  constraint jobs_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table last_changes (
  system_client_id text not null,
  kind text not null,
  id text collate "C" not null,
  branch_id text,
  survey_type text,
  is_done boolean not null,
  changed_at timestamp with time zone not null,
  constraint last_changes_pkey PRIMARY KEY (system_client_id, kind, id)
);

create table lead_deals (
  system_client_id text not null,
  lead_id text not null,
  id text not null,
  position integer not null,
  document json not null,
  constraint lead_deals_pkey PRIMARY KEY (system_client_id, lead_id, id),
  constraint lead_deals_lead FOREIGN KEY (system_client_id, lead_id) REFERENCES leads(system_client_id, id)
);

create table leads (
  system_client_id text not null,
  id text collate "C" not null,
  branch_id text not null,
  closed boolean not null,
  rejected boolean not null,
  planned_start timestamp with time zone not null,
  document json not null,
  survey_header json not null,
  surveys json not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  contact_corrections json,
  search_text text not null default ''::text,
  changed_by_dms timestamp with time zone,
  constraint leads_pkey PRIMARY KEY (system_client_id, id),
  constraint leads_branch FOREIGN KEY (system_client_id, branch_id) REFERENCES branches(system_client_id, id),
  constraint leads_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table line_questions (
  system_client_id text not null,
  id text not null,
  survey_id text not null,
  about_kind text not null,
  about_id text not null,
  title text not null,
  words text not null,
  written_at timestamp with time zone not null,
  arrived_at timestamp with time zone not null,
  link_id text,
  told_at timestamp with time zone,
  answered_at timestamp with time zone,
  answer_to text,
  login_id text,
  author_name text,
  message_id text,
  constraint line_questions_pkey PRIMARY KEY (system_client_id, id),
  constraint line_questions_link FOREIGN KEY (system_client_id, link_id) REFERENCES owner_links(system_client_id, id),
  constraint line_questions_survey FOREIGN KEY (system_client_id, survey_id) REFERENCES surveys(system_client_id, id),
  constraint line_questions_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id),
  constraint line_questions_about CHECK ((about_kind = ANY (ARRAY['quote'::text, 'finding'::text]))),
  constraint line_questions_by CHECK (((link_id IS NULL) = ((answer_to IS NOT NULL) AND (login_id IS NOT NULL))))
);

create table login_roles (
  system_client_id text not null,
  login_id text not null,
  role text not null,
  branch_ids text[],
  is_spare boolean not null default false,
  constraint login_roles_pkey PRIMARY KEY (system_client_id, login_id),
  constraint login_roles_login_id_fkey FOREIGN KEY (login_id) REFERENCES logins(id),
  constraint login_roles_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id),
  constraint login_roles_branches CHECK (((branch_ids IS NULL) OR ((cardinality(branch_ids) > 0) AND (role <> ALL (ARRAY['dms'::text, 'admin'::text]))))),
  constraint login_roles_role_check CHECK ((role = ANY (ARRAY['dms'::text, 'technician'::text, 'parts'::text, 'advisor'::text, 'manager'::text, 'admin'::text]))) NOT VALID
);

create table logins (
  id text not null,
  login text not null,
  name text not null,
  password_hash text,
  is_support boolean not null default false,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone,
  constraint logins_login UNIQUE (login),
  constraint logins_pkey PRIMARY KEY (id)
);

create table message_channels (
  system_client_id text not null,
  channel text not null,
  settings jsonb not null,
  sealed_secret bytea,
  bot_id text,
  changed_at timestamp with time zone not null,
  constraint message_channels_pkey PRIMARY KEY (system_client_id, channel),
  constraint message_channels_client_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id),
  constraint message_channels_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'telegram'::text])))
);

create table message_templates (
  system_client_id text not null,
  language text not null,
  type text not null,
  channel text not null,
  subject text,
  text text not null,
  changed_at timestamp with time zone not null,
  constraint message_templates_pkey PRIMARY KEY (system_client_id, language, type, channel),
  constraint message_templates_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id),
  constraint message_templates_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'telegram'::text])))
);

create table messages (
  system_client_id text not null,
  id text not null,
  survey_id text not null,
  output_id integer not null,
  category text not null,
  type text not null,
  destinations json not null,
  language text not null,
  subject text,
  text text not null,
  html text,
  link_id text,
  sealed_link bytea,
  link_path text,
  link_valid_until timestamp with time zone,
  state text not null default 'waiting'::text,
  via text,
  attempts integer not null default 0,
  failure text,
  created_by text not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  failure_code text,
  constraint messages_output UNIQUE (system_client_id, survey_id, output_id),
  constraint messages_pkey PRIMARY KEY (system_client_id, id),
  constraint messages_survey FOREIGN KEY (system_client_id, survey_id) REFERENCES surveys(system_client_id, id),
  constraint messages_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id),
  constraint messages_category_check CHECK ((category = ANY (ARRAY['email'::text, 'sms'::text, 'telegram'::text, 'delayedEmail'::text]))),
  constraint messages_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text]))),
  constraint messages_type_check CHECK ((type = ANY (ARRAY['surveyResultsEmail'::text, 'vcApproval'::text, 'videoRecordedNotification'::text, 'customerDecisionNotification'::text, 'customerFeedbackNotification'::text, 'questionNotification'::text, 'questionAnswer'::text, 'linkRequestNotification'::text, 'linkEndedNotification'::text, 'decisionCode'::text, 'workReminder'::text]))) NOT VALID
);

create table offered_work (
  system_client_id text not null,
  survey_id text not null,
  quote_id text not null,
  vehicle_key text not null,
  order_id text,
  branch_id text,
  is_apart boolean not null,
  category text not null,
  question_id text not null,
  covered_questions text[] not null default '{}'::text[],
  package_id text,
  variant_id text,
  currency text,
  ex_vat numeric,
  inc_vat numeric,
  offered_at timestamp with time zone not null,
  decision text,
  decided_at timestamp with time zone,
  decided_by text,
  medium text,
  reason_code text,
  deferred_to date,
  approved_ex_vat numeric,
  approved_inc_vat numeric,
  is_ordered boolean not null,
  sold_order_id text,
  sold_at timestamp with time zone,
  sold_ex_vat numeric,
  sold_inc_vat numeric,
  state text not null,
  constraint offered_work_pkey PRIMARY KEY (system_client_id, survey_id, quote_id),
  constraint offered_work_category CHECK ((category = ANY (ARRAY['quote'::text, 'package'::text, 'upsaleQuote'::text]))),
  constraint offered_work_decision CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text, 'deferred'::text]))),
  constraint offered_work_state CHECK ((state = ANY (ARRAY['open'::text, 'sold'::text, 'settled'::text, 'again'::text])))
);

create table order_figures (
  system_client_id text not null,
  order_id text not null,
  branch_id text not null,
  day date not null,
  persons text[] not null,
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
  timed_offers integer not null default 0,
  offer_seconds bigint not null default 0,
  parts_replies integer not null default 0,
  parts_seconds bigint not null default 0,
  not_offered integer not null default 0,
  sent_with_video integer not null default 0,
  watched integer not null default 0,
  constraint order_figures_pkey PRIMARY KEY (system_client_id, order_id),
  constraint order_figures_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table order_joins (
  system_client_id text not null,
  manual_id text not null,
  order_id text not null,
  joined_at timestamp with time zone not null,
  by_itself boolean not null,
  moved json not null,
  removed json not null,
  corrections json,
  undone_at timestamp with time zone,
  constraint order_joins_pkey PRIMARY KEY (system_client_id, manual_id, order_id),
  constraint order_joins_manual FOREIGN KEY (system_client_id, manual_id) REFERENCES service_orders(system_client_id, id),
  constraint order_joins_order FOREIGN KEY (system_client_id, order_id) REFERENCES service_orders(system_client_id, id)
);

create table order_money (
  system_client_id text not null,
  order_id text not null,
  currency text not null,
  priced_orders integer not null,
  offered_money numeric not null,
  approved_money numeric not null,
  sold_money numeric not null,
  uplift_money numeric not null,
  constraint order_money_pkey PRIMARY KEY (system_client_id, order_id, currency),
  constraint order_money_order FOREIGN KEY (system_client_id, order_id) REFERENCES order_figures(system_client_id, order_id) ON DELETE CASCADE
);

create table order_people (
  system_client_id text not null,
  person text not null,
  day date not null,
  order_id text not null,
  branch_id text not null,
  constraint order_people_pkey PRIMARY KEY (system_client_id, person, day, order_id),
  constraint order_people_order FOREIGN KEY (system_client_id, order_id) REFERENCES order_figures(system_client_id, order_id) ON DELETE CASCADE
);

create table order_work (
  system_client_id text not null,
  order_id text not null,
  position integer not null,
  item_id text,
  survey_id text,
  answer_id text,
  package_id text,
  variant_id text,
  currency text,
  quantity numeric,
  ex_vat numeric,
  inc_vat numeric,
  sold_quantity numeric,
  sold_ex_vat numeric,
  sold_inc_vat numeric,
  deferred_quantity numeric,
  deferred_until text,
  quote_survey_id text,
  quote_id text,
  constraint order_work_pkey PRIMARY KEY (system_client_id, order_id, "position"),
  constraint order_work_order FOREIGN KEY (system_client_id, order_id) REFERENCES service_orders(system_client_id, id) ON DELETE CASCADE
);

create table owner_codes (
  system_client_id text not null,
  link_id text not null,
  id text not null,
  form_id text not null,
  hash bytea not null,
  sent_at timestamp with time zone not null,
  valid_until timestamp with time zone not null,
  tries integer not null default 0,
  constraint owner_codes_pkey PRIMARY KEY (system_client_id, link_id, id),
  constraint owner_codes_link FOREIGN KEY (system_client_id, link_id) REFERENCES owner_links(system_client_id, id)
);

create table owner_decision_lines (
  system_client_id text not null,
  decision_id text not null,
  quote_id text not null,
  survey_id text not null,
  decided_at timestamp with time zone not null,
  approval_status text not null,
  rejection_reason_code text,
  deferred_to date,
  currency text not null,
  offered_ex_vat numeric,
  offered_inc_vat numeric,
  approved_ex_vat numeric,
  approved_inc_vat numeric,
  constraint owner_decision_lines_pkey PRIMARY KEY (system_client_id, decision_id, quote_id),
  constraint owner_decision_lines_decision FOREIGN KEY (system_client_id, decision_id) REFERENCES owner_decisions(system_client_id, id)
);

create table owner_decisions (
  system_client_id text not null,
  id text not null,
  survey_id text not null,
  link_id text not null,
  form_id text not null,
  at timestamp with time zone not null,
  receipt text not null,
  hash bytea not null,
  told_at timestamp with time zone,
  constraint owner_decisions_form UNIQUE (system_client_id, link_id, form_id),
  constraint owner_decisions_pkey PRIMARY KEY (system_client_id, id),
  constraint owner_decisions_link FOREIGN KEY (system_client_id, link_id) REFERENCES owner_links(system_client_id, id),
  constraint owner_decisions_survey FOREIGN KEY (system_client_id, survey_id) REFERENCES surveys(system_client_id, id)
);

create table owner_feedback (
  system_client_id text not null,
  id text not null,
  survey_id text not null,
  link_id text not null,
  form_id text not null,
  at timestamp with time zone not null,
  stars smallint not null,
  text text,
  told_at timestamp with time zone,
  constraint owner_feedback_form UNIQUE (system_client_id, link_id, form_id),
  constraint owner_feedback_pkey PRIMARY KEY (system_client_id, id),
  constraint owner_feedback_link FOREIGN KEY (system_client_id, link_id) REFERENCES owner_links(system_client_id, id),
  constraint owner_feedback_survey FOREIGN KEY (system_client_id, survey_id) REFERENCES surveys(system_client_id, id),
  constraint owner_feedback_stars_check CHECK (((stars >= 1) AND (stars <= 5)))
);

create table owner_links (
  system_client_id text not null,
  survey_id text not null,
  id text not null,
  token_hash bytea,
  valid_until timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  created_at timestamp with time zone not null,
  message_id text,
  opened_at timestamp with time zone,
  asked_at timestamp with time zone,
  viewing_hash bytea,
  person_changed_at timestamp with time zone,
  sealed_viewing bytea,
  form text,
  watched_at timestamp with time zone,
  constraint owner_links_token UNIQUE (system_client_id, token_hash),
  constraint owner_links_viewing UNIQUE (system_client_id, viewing_hash),
  constraint owner_links_pkey PRIMARY KEY (system_client_id, id),
  constraint owner_links_survey FOREIGN KEY (system_client_id, survey_id) REFERENCES surveys(system_client_id, id),
  constraint owner_links_opens CHECK (((token_hash IS NOT NULL) OR (viewing_hash IS NOT NULL)))
);

create table package_assignments (
  system_client_id text not null,
  template_master_id text not null,
  template_id text not null,
  question_id text not null,
  answer_id text not null,
  site_id text not null default ''::text,
  branch_id text not null default ''::text,
  package_ids text[] not null,
  constraint package_assignments_pkey PRIMARY KEY (system_client_id, template_master_id, template_id, question_id, answer_id, site_id, branch_id),
  constraint package_assignments_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table package_prices (
  system_client_id text not null,
  master_client_id text not null,
  package_id text not null,
  currency text not null,
  prices json not null,
  changed_at timestamp with time zone not null,
  constraint package_prices_pkey PRIMARY KEY (system_client_id, master_client_id, package_id),
  constraint package_prices_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table packages (
  system_client_id text not null,
  id text not null,
  description text,
  document json not null,
  is_automatic boolean not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  covers text,
  contains text[],
  texts json,
  constraint packages_pkey PRIMARY KEY (system_client_id, id),
  constraint packages_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id),
  constraint packages_covers CHECK ((covers = ANY (ARRAY['axle'::text, 'each'::text, 'vehicle'::text])))
);

create table part_requests (
  system_client_id text not null,
  survey_id text not null,
  question_id text not null,
  revision integer not null,
  state text not null,
  tap text not null,
  tapped_at timestamp with time zone not null,
  requested_at timestamp with time zone not null,
  requested_by text not null,
  requested_name text not null,
  wanted text,
  answered_at timestamp with time zone,
  answered_by text,
  answered_name text,
  currency text,
  lines json,
  available_on date,
  note text,
  changed_name text not null,
  first_requested_at timestamp with time zone not null,
  first_answered_at timestamp with time zone,
  settled_at timestamp with time zone,
  constraint part_requests_pkey PRIMARY KEY (system_client_id, survey_id, question_id),
  constraint part_requests_survey FOREIGN KEY (system_client_id, survey_id) REFERENCES surveys(system_client_id, id) ON DELETE CASCADE,
  constraint part_requests_answered CHECK (((state <> 'requested'::text) OR (answered_at IS NULL))),
  constraint part_requests_state CHECK ((state = ANY (ARRAY['requested'::text, 'priced'::text, 'unavailable'::text, 'withdrawn'::text])))
);

create table passkeys (
  id text not null,
  login_id text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  is_synced boolean not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint passkeys_credential UNIQUE (credential_id),
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_login_id_fkey FOREIGN KEY (login_id) REFERENCES logins(id)
);

create table photo_markups (
  system_client_id text not null,
  survey_id text not null,
  photo_id text not null,
  version text not null,
  shapes json not null,
  blurred text,
  drawn text,
  saved_at timestamp with time zone not null,
  saved_by text not null,
  replaced_at timestamp with time zone,
  replaced_by text,
  constraint photo_markups_pkey PRIMARY KEY (system_client_id, survey_id, photo_id),
  constraint photo_markups_survey FOREIGN KEY (system_client_id, survey_id) REFERENCES surveys(system_client_id, id)
);

create table photos (
  system_client_id text not null,
  survey_id text not null,
  id text not null,
  question_id text,
  answer_id text,
  mark_id text,
  file text not null,
  source bytea not null,
  content_type text not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  taken_at text,
  focus_x real not null,
  focus_y real not null,
  created_at timestamp with time zone not null,
  constraint photos_pkey PRIMARY KEY (system_client_id, survey_id, id),
  constraint photos_survey FOREIGN KEY (system_client_id, survey_id) REFERENCES surveys(system_client_id, id)
);

create table pins (
  system_client_id text not null,
  login_id text not null,
  sealed_hash bytea not null,
  set_at timestamp with time zone not null,
  constraint pins_pkey PRIMARY KEY (system_client_id, login_id),
  constraint pins_login_id_fkey FOREIGN KEY (login_id) REFERENCES logins(id),
  constraint pins_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table provider_people (
  system_client_id text not null,
  provider_id text not null,
  subject text not null,
  login_id text not null,
  created_at timestamp with time zone not null,
  constraint provider_people_pkey PRIMARY KEY (system_client_id, provider_id, subject),
  constraint provider_people_login_id_fkey FOREIGN KEY (login_id) REFERENCES logins(id),
  constraint provider_people_provider_fkey FOREIGN KEY (system_client_id, provider_id) REFERENCES sign_in_providers(system_client_id, provider_id) ON DELETE CASCADE
);

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
  constraint question_days_pkey PRIMARY KEY (system_client_id, grain, day, branch_id, template_id, question_id),
  constraint question_days_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table question_money (
  system_client_id text not null,
  grain text not null,
  day date not null,
  branch_id text not null,
  template_id text not null,
  question_id text not null,
  currency text not null,
  sold_money numeric not null,
  constraint question_money_pkey PRIMARY KEY (system_client_id, grain, day, branch_id, template_id, question_id, currency),
  constraint question_money_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table recorded_decisions (
  system_client_id text not null,
  survey_id text not null,
  quote_id text not null,
  approval_date text not null,
  approval_medium text not null,
  recorded_by text not null,
  spoke_with text,
  replaced json,
  currency text,
  offered_ex_vat numeric,
  offered_inc_vat numeric,
  approved_ex_vat numeric,
  approved_inc_vat numeric,
  approval_status text,
  rejection_reason_code text,
  deferred_to date,
  decided_at timestamp with time zone,
  decided_by text,
  told_by text,
  note text,
  taken_back_reason text,
  taken_back_by text,
  taken_back_at timestamp with time zone,
  constraint recorded_decisions_pkey PRIMARY KEY (system_client_id, survey_id, quote_id),
  constraint recorded_decisions_survey FOREIGN KEY (system_client_id, survey_id) REFERENCES surveys(system_client_id, id) ON DELETE CASCADE
);

create table recovery_codes (
  login_id text not null,
  hash bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (login_id, hash),
  constraint recovery_codes_login_id_fkey FOREIGN KEY (login_id) REFERENCES logins(id)
);

create table reminder_lines (
  system_client_id text not null,
  survey_id text not null,
  quote_id text not null,
  kind text not null,
  due date not null,
  reminder_id text not null,
  constraint reminder_lines_pkey PRIMARY KEY (system_client_id, survey_id, quote_id, kind, due),
  constraint reminder_lines_reminder FOREIGN KEY (system_client_id, reminder_id) REFERENCES reminders(system_client_id, id) ON DELETE CASCADE,
  constraint reminder_lines_kind CHECK ((kind = ANY (ARRAY['deferred'::text, 'declined'::text, 'byHand'::text, 'also'::text])))
);

create table reminder_people (
  system_client_id text not null,
  person_hash bytea not null,
  channel text not null,
  language text not null,
  survey_id text not null,
  stopped_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint reminder_people_pkey PRIMARY KEY (system_client_id, person_hash),
  constraint reminder_people_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id),
  constraint reminder_people_channel CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'telegram'::text])))
);

create table reminder_settings (
  system_client_id text not null,
  deferred boolean not null default false,
  deferred_days integer not null default 14,
  declined boolean not null default false,
  declined_days integer not null default 60,
  catch_up_days integer not null default 14,
  most_per_year integer not null default 2,
  pause_days integer not null default 30,
  quiet_from text not null default '19:00'::text,
  quiet_to text not null default '09:00'::text,
  return_days integer not null default 60,
  consent text,
  sealed_key bytea,
  planned_at timestamp with time zone,
  constraint reminder_settings_pkey PRIMARY KEY (system_client_id),
  constraint reminder_settings_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id),
  constraint reminder_settings_catch_up CHECK (((catch_up_days >= 1) AND (catch_up_days <= 90))),
  constraint reminder_settings_declined CHECK (((declined_days >= 1) AND (declined_days <= 730))),
  constraint reminder_settings_deferred CHECK (((deferred_days >= 0) AND (deferred_days <= 365))),
  constraint reminder_settings_most CHECK (((most_per_year >= 1) AND (most_per_year <= 12))),
  constraint reminder_settings_pause CHECK (((pause_days >= 1) AND (pause_days <= 365))),
  constraint reminder_settings_return CHECK (((return_days >= 1) AND (return_days <= 365)))
);

create table reminders (
  system_client_id text not null,
  id text not null,
  survey_id text not null,
  vehicle_key text not null,
  branch_id text,
  person_hash bytea not null,
  message_id text not null,
  is_by_hand boolean not null,
  created_at timestamp with time zone not null,
  constraint reminders_pkey PRIMARY KEY (system_client_id, id),
  constraint reminders_person FOREIGN KEY (system_client_id, person_hash) REFERENCES reminder_people(system_client_id, person_hash),
  constraint reminders_survey FOREIGN KEY (system_client_id, survey_id) REFERENCES surveys(system_client_id, id) ON DELETE CASCADE
);

create table request_log (
  system_client_id text not null,
  at timestamp with time zone not null,
  number integer not null,
  key_id text not null,
  operation text not null,
  object_ids text not null,
  status smallint not null,
  error_code integer,
  ms real not null,
  request_id text not null,
  detail json,
  constraint request_log_pkey PRIMARY KEY (system_client_id, at, number)
) partition by RANGE (at);

create table schema_migrations (
  version integer not null,
  name text not null,
  applied_at timestamp with time zone not null default now(),
  works_with integer,
  filled boolean,
  fill_position text[],
  filled_rows bigint,
  constraint schema_migrations_pkey PRIMARY KEY (version)
);

create table search_terms (
  system_client_id text not null,
  term text collate "C" not null,
  kind text not null,
  id text not null,
  created_at timestamp with time zone not null,
  branch_id text not null,
  constraint search_terms_pkey PRIMARY KEY (system_client_id, term, kind, id) INCLUDE (created_at, branch_id)
);

create table service_orders (
  system_client_id text not null,
  id text not null,
  branch_id text not null,
  closed boolean not null,
  rejected boolean not null,
  parent_order_id text,
  planned_start timestamp with time zone,
  document json not null,
  survey_header json not null,
  surveys json not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  contact_corrections json,
  search_text text not null default ''::text,
  is_manual boolean not null default false,
  matched_to text,
  changed_by_dms timestamp with time zone,
  currency text,
  sold_ex_vat numeric,
  sold_inc_vat numeric,
  closed_at timestamp with time zone,
  dms_changes json,
  constraint service_orders_pkey PRIMARY KEY (system_client_id, id),
  constraint service_orders_branch FOREIGN KEY (system_client_id, branch_id) REFERENCES branches(system_client_id, id),
  constraint service_orders_matched FOREIGN KEY (system_client_id, matched_to) REFERENCES service_orders(system_client_id, id),
  constraint service_orders_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table sessions (
  id bytea not null,
  login_id text not null,
  created_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  address text,
  device bytea,
  agent text,
  by_password boolean not null default true,
  only_client_id text,
  provider_id text,
  provider_subject text,
  provider_sid text,
  sealed_id_token bytea,
  tablet_id text,
  tablet json,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_login_id_fkey FOREIGN KEY (login_id) REFERENCES logins(id)
);

create table sign_in_attempts (
  system_client_id text not null,
  state_hash bytea not null,
  provider_id text not null,
  browser_hash bytea not null,
  sealed_checks bytea not null,
  goes_to text not null,
  is_fresh boolean not null,
  former_session bytea,
  joins_login_id text,
  device bytea,
  address text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_attempts_pkey PRIMARY KEY (system_client_id, state_hash),
  constraint sign_in_attempts_provider_fkey FOREIGN KEY (system_client_id, provider_id) REFERENCES sign_in_providers(system_client_id, provider_id) ON DELETE CASCADE
);

create table sign_in_challenges (
  hash bytea not null,
  login_id text not null,
  kind text not null,
  challenge text not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_challenges_pkey PRIMARY KEY (hash),
  constraint sign_in_challenges_login_id_fkey FOREIGN KEY (login_id) REFERENCES logins(id),
  constraint sign_in_challenges_kind_check CHECK ((kind = ANY (ARRAY['prove'::text, 'enrol'::text, 'add'::text])))
);

create table sign_in_devices (
  device bytea not null,
  login_id text not null,
  seen_at timestamp with time zone not null,
  constraint sign_in_devices_pkey PRIMARY KEY (device, login_id),
  constraint sign_in_devices_login_id_fkey FOREIGN KEY (login_id) REFERENCES logins(id)
);

create table sign_in_failures (
  subject bytea not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  waits_until timestamp with time zone not null,
  constraint sign_in_failures_pkey PRIMARY KEY (subject)
);

create table sign_in_providers (
  system_client_id text not null,
  provider_id text not null,
  label text not null,
  issuer text not null,
  application_id text not null,
  sealed_secret bytea,
  secret_set_at timestamp with time zone,
  scopes text not null,
  domains text[] not null,
  claims jsonb not null,
  rules jsonb not null,
  is_enabled boolean not null,
  adds_people boolean not null,
  joins_by_email boolean not null,
  keeps_roles boolean not null,
  tolerance_seconds integer not null,
  changed_at timestamp with time zone not null,
  constraint sign_in_providers_pkey PRIMARY KEY (system_client_id, provider_id),
  constraint sign_in_providers_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table signatures (
  system_client_id text not null,
  survey_id text not null,
  id text not null,
  role text not null,
  question_id text,
  name text,
  strokes json not null,
  signed_at timestamp with time zone not null,
  shown text,
  shown_hash bytea,
  accepted boolean not null default false,
  constraint signatures_pkey PRIMARY KEY (system_client_id, survey_id, id),
  constraint signatures_survey FOREIGN KEY (system_client_id, survey_id) REFERENCES surveys(system_client_id, id),
  constraint signatures_role_check CHECK ((role = ANY (ARRAY['customer'::text, 'driver'::text, 'owner'::text, 'representative'::text, 'serviceAdvisor'::text, 'technician'::text]))),
  constraint signatures_shown_check CHECK (((shown IS NULL) = (shown_hash IS NULL)))
);

create table sites (
  system_client_id text not null,
  id text not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  address text[] not null default '{}'::text[],
  telephone text,
  email text,
  website text,
  logo text,
  hourly_rates json,
  main_colour text,
  second_colour text,
  hours text[] not null default '{}'::text[],
  language text,
  booking_link text,
  parts_step boolean not null default false,
  time_zone text,
  currency text,
  mail_from text,
  mail_from_name text,
  sms_from text,
  constraint sites_pkey PRIMARY KEY (system_client_id, id),
  constraint sites_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table survey_answers (
  system_client_id text not null,
  survey_id text not null,
  question_id text not null,
  id text not null,
  custom boolean not null,
  selected boolean not null,
  value text,
  unit_of_measurement text,
  status text,
  comment text,
  created_at timestamp with time zone not null,
  answered_by text,
  tapped_at timestamp with time zone,
  device_at timestamp with time zone,
  answered_at timestamp with time zone,
  device text,
  before_answer_id text,
  before_status text,
  before_value text,
  constraint survey_answers_pkey PRIMARY KEY (system_client_id, survey_id, question_id, id),
  constraint survey_answers_survey FOREIGN KEY (system_client_id, survey_id) REFERENCES surveys(system_client_id, id),
  constraint survey_answers_status_check CHECK ((status = ANY (ARRAY['green'::text, 'amber'::text, 'red'::text])))
);

create table survey_changes (
  system_client_id text not null,
  survey_id text not null,
  changed_at timestamp with time zone not null,
  constraint survey_changes_pkey PRIMARY KEY (system_client_id, survey_id),
  constraint survey_changes_survey FOREIGN KEY (system_client_id, survey_id) REFERENCES surveys(system_client_id, id) ON DELETE CASCADE
);

create table survey_edits (
  system_client_id text not null,
  survey_id text not null,
  edit_id text not null,
  result json not null,
  at timestamp with time zone not null,
  constraint survey_edits_pkey PRIMARY KEY (system_client_id, survey_id, edit_id),
  constraint survey_edits_survey FOREIGN KEY (system_client_id, survey_id) REFERENCES surveys(system_client_id, id)
);

create table survey_quotes (
  system_client_id text not null,
  survey_id text not null,
  id text not null,
  category text not null,
  question_id text not null,
  answer_id text not null,
  package_id text,
  variant_id text,
  document json not null,
  visible boolean not null default true,
  touched boolean not null default false,
  withdrawn boolean not null default false,
  reason json,
  created_at timestamp with time zone not null,
  currency text,
  offered_ex_vat numeric,
  offered_inc_vat numeric,
  approved_ex_vat numeric,
  approved_inc_vat numeric,
  approval_status text,
  approval_medium text,
  rejection_reason_code text,
  deferred_to date,
  decided_at timestamp with time zone,
  decided_by text,
  covered_questions text[],
  constraint survey_quotes_pkey PRIMARY KEY (system_client_id, survey_id, id),
  constraint survey_quotes_survey FOREIGN KEY (system_client_id, survey_id) REFERENCES surveys(system_client_id, id),
  constraint survey_quotes_category_check CHECK ((category = ANY (ARRAY['quote'::text, 'upsaleQuote'::text])))
);

create table survey_template_versions (
  system_client_id text not null,
  template_id text not null,
  version integer not null,
  text text not null,
  document json not null,
  created_at timestamp with time zone not null default now(),
  constraint survey_template_versions_pkey PRIMARY KEY (system_client_id, template_id, version),
  constraint survey_template_versions_template FOREIGN KEY (system_client_id, template_id) REFERENCES survey_templates(system_client_id, id) DEFERRABLE INITIALLY DEFERRED
);

create table survey_templates (
  system_client_id text not null,
  id text not null,
  survey_type text not null,
  latest_version integer not null,
  constraint survey_templates_pkey PRIMARY KEY (system_client_id, id),
  constraint survey_templates_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id),
  constraint survey_templates_survey_type_check CHECK ((survey_type = ANY (ARRAY['health'::text, 'VC'::text, 'QC'::text, 'VR'::text, 'CVR'::text])))
);

create table survey_variants (
  system_client_id text not null,
  survey_id text not null,
  quote_id text not null,
  question_id text not null,
  answer_id text not null,
  package_id text not null,
  variant_id text not null,
  document json not null,
  approval json not null,
  created_at timestamp with time zone not null,
  currency text,
  offered_ex_vat numeric,
  offered_inc_vat numeric,
  approved_ex_vat numeric,
  approved_inc_vat numeric,
  approval_status text,
  approval_medium text,
  rejection_reason_code text,
  deferred_to date,
  decided_at timestamp with time zone,
  decided_by text,
  covered_questions text[],
  constraint survey_variants_once UNIQUE (system_client_id, survey_id, question_id, answer_id, package_id, variant_id),
  constraint survey_variants_pkey PRIMARY KEY (system_client_id, survey_id, quote_id),
  constraint survey_variants_survey FOREIGN KEY (system_client_id, survey_id) REFERENCES surveys(system_client_id, id)
);

create table surveys (
  system_client_id text not null,
  id text not null,
  survey_type text not null,
  order_id text,
  lead_id text,
  master_client_id text not null,
  template_id text not null,
  template_version integer not null,
  completed boolean not null default false,
  closed boolean not null default false,
  header json,
  surveyor json,
  frozen json,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  closed_at timestamp with time zone,
  vehicle_key text,
  branch_id text,
  search_text text,
  closed_by text,
  act_language text,
  constraint surveys_one_per_lead UNIQUE (system_client_id, lead_id, survey_type),
  constraint surveys_one_per_order UNIQUE (system_client_id, order_id, survey_type),
  constraint surveys_pkey PRIMARY KEY (system_client_id, id),
  constraint surveys_branch FOREIGN KEY (system_client_id, branch_id) REFERENCES branches(system_client_id, id),
  constraint surveys_lead FOREIGN KEY (system_client_id, lead_id) REFERENCES leads(system_client_id, id),
  constraint surveys_order FOREIGN KEY (system_client_id, order_id) REFERENCES service_orders(system_client_id, id),
  constraint surveys_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id),
  constraint surveys_one_origin CHECK (((order_id IS NULL) OR (lead_id IS NULL))),
  constraint surveys_survey_type_check CHECK ((survey_type = ANY (ARRAY['health'::text, 'VC'::text, 'QC'::text, 'VR'::text, 'CVR'::text])))
);

create table system_clients (
  system_client_id text not null,
  name text not null,
  time_zone text not null default 'UTC'::text,
  language text not null default 'en'::text,
  currency text,
  strict_branches boolean not null default false,
  default_site_id text not null,
  release_types text[] not null default '{health}'::text[],
  masters text[] not null default '{open}'::text[],
  created_at timestamp with time zone not null default now(),
  vin_lookups_per_minute integer not null default 60,
  vin_lookups_per_day integer not null default 600,
  hidden_upsale_types text[] not null default '{}'::text[],
  owner_link_days integer not null default 30,
  decision_code_above numeric,
  is_demo boolean not null default false,
  is_sandbox boolean not null default false,
  clock_ahead_ms bigint not null default 0,
  named_figures boolean not null default false,
  red_warning_minutes integer not null default 25,
  passwords_off boolean not null default false,
  second_factor text,
  places json,
  constraint system_clients_pkey PRIMARY KEY (system_client_id),
  constraint system_clients_clock CHECK (((clock_ahead_ms = 0) OR (is_sandbox AND (clock_ahead_ms > 0)))),
  constraint system_clients_decision_code_above CHECK ((decision_code_above >= (0)::numeric)),
  constraint system_clients_owner_link_days CHECK (((owner_link_days >= 1) AND (owner_link_days <= 3650))),
  constraint system_clients_red_warning_minutes CHECK (((red_warning_minutes >= 1) AND (red_warning_minutes <= 10080))),
  constraint system_clients_second_factor_check CHECK ((second_factor = ANY (ARRAY['admins'::text, 'managers'::text])))
);

create table tablet_people (
  system_client_id text not null,
  tablet_id text not null,
  login_id text not null,
  used_at timestamp with time zone,
  failures integer not null default 0,
  constraint tablet_people_pkey PRIMARY KEY (system_client_id, tablet_id, login_id),
  constraint tablet_people_login_id_fkey FOREIGN KEY (login_id) REFERENCES logins(id),
  constraint tablet_people_tablet_fkey FOREIGN KEY (system_client_id, tablet_id) REFERENCES tablets(system_client_id, id) ON DELETE CASCADE
);

create table tablets (
  system_client_id text not null,
  id text not null,
  name text not null,
  branch_ids text[],
  lock_minutes integer not null,
  code_hash bytea,
  code_expires_at timestamp with time zone,
  token_hash bytea,
  paired_at timestamp with time zone,
  agent text,
  seen_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint tablets_pkey PRIMARY KEY (system_client_id, id),
  constraint tablets_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table telegram_contacts (
  system_client_id text not null,
  person_key text not null,
  chat_id text not null,
  started_at timestamp with time zone not null,
  bot_id text not null default ''::text,
  constraint telegram_contacts_pkey PRIMARY KEY (system_client_id, person_key),
  constraint telegram_contacts_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table telegram_invitations (
  system_client_id text not null,
  word_hash bytea not null,
  person_key text not null,
  expires_at timestamp with time zone not null,
  constraint telegram_invitations_pkey PRIMARY KEY (system_client_id, word_hash),
  constraint telegram_invitations_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table telegram_reading (
  bot_id text not null,
  next_update bigint not null,
  leased_until timestamp with time zone,
  constraint telegram_reading_pkey PRIMARY KEY (bot_id)
);

create table template_choices (
  system_client_id text not null,
  survey_type text not null,
  branch_id text not null default ''::text,
  make text not null default ''::text,
  master_client_id text not null,
  template_id text not null,
  constraint template_choices_pkey PRIMARY KEY (system_client_id, survey_type, branch_id, make),
  constraint template_choices_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id),
  constraint template_choices_survey_type_check CHECK ((survey_type = ANY (ARRAY['health'::text, 'VC'::text, 'QC'::text, 'VR'::text, 'CVR'::text])))
);

create table tyre_details (
  system_client_id text not null,
  survey_id text not null,
  question_id text not null,
  inner_depth text,
  middle_depth text,
  outer_depth text,
  dot text,
  size text,
  noted_at timestamp with time zone not null,
  noted_by text,
  constraint tyre_details_pkey PRIMARY KEY (system_client_id, survey_id, question_id),
  constraint tyre_details_survey FOREIGN KEY (system_client_id, survey_id) REFERENCES surveys(system_client_id, id)
);

create table uploads (
  system_client_id text not null,
  id text not null,
  survey_id text not null,
  kind text not null,
  subject_id text not null,
  question_id text,
  answer_id text,
  mark_id text,
  content_type text not null,
  sha256 bytea,
  length bigint not null,
  received bigint not null default 0,
  parts text[] not null default '{}'::text[],
  refused json,
  created_at timestamp with time zone not null,
  touched_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  chapters json,
  constraint uploads_once UNIQUE (system_client_id, survey_id, kind, subject_id),
  constraint uploads_pkey PRIMARY KEY (system_client_id, id),
  constraint uploads_survey FOREIGN KEY (system_client_id, survey_id) REFERENCES surveys(system_client_id, id),
  constraint uploads_kind_check CHECK ((kind = ANY (ARRAY['photo'::text, 'video'::text])))
);

create table vehicle_services (
  system_client_id text not null,
  vehicle_key text not null,
  package_id text not null,
  source text not null,
  done_at timestamp with time zone not null,
  mileage_km double precision,
  constraint vehicle_services_pkey PRIMARY KEY (system_client_id, vehicle_key, package_id, source),
  constraint vehicle_services_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table vehicles (
  system_client_id text not null,
  key text not null,
  document json not null,
  last_order_id text,
  mileage_km double precision,
  seen_at timestamp with time zone not null,
  constraint vehicles_pkey PRIMARY KEY (system_client_id, key),
  constraint vehicles_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id)
);

create table videos (
  system_client_id text not null,
  survey_id text not null,
  id text not null,
  question_id text,
  answer_id text,
  state text not null,
  progress smallint not null default 0,
  failure text,
  source text not null,
  source_type text not null,
  source_bytes bigint not null,
  file text,
  content_type text,
  bytes bigint,
  poster text,
  duration_ms integer,
  width integer,
  height integer,
  created_at timestamp with time zone not null,
  cleaned boolean not null default false,
  chapters json,
  constraint videos_pkey PRIMARY KEY (system_client_id, survey_id, id),
  constraint videos_survey FOREIGN KEY (system_client_id, survey_id) REFERENCES surveys(system_client_id, id),
  constraint videos_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'ready'::text, 'original'::text, 'failed'::text])))
);

create table vin_lookups (
  system_client_id text not null,
  period text not null,
  began_at timestamp with time zone not null,
  used integer not null,
  constraint vin_lookups_pkey PRIMARY KEY (system_client_id, period),
  constraint vin_lookups_system_client_id_fkey FOREIGN KEY (system_client_id) REFERENCES system_clients(system_client_id),
  constraint vin_lookups_period_check CHECK ((period = ANY (ARRAY['minute'::text, 'day'::text])))
);

create table work_follow_ups (
  system_client_id text not null,
  survey_id text not null,
  quote_id text not null,
  revision integer not null,
  last_act text,
  last_kind text,
  changed_by text,
  changed_at timestamp with time zone not null,
  claimed_by text,
  calls integer not null default 0,
  last_call text,
  called_at timestamp with time zone,
  due_on date,
  booked_at timestamp with time zone,
  booked_for date,
  ended_as text,
  ended_reason text,
  ended_at timestamp with time zone,
  constraint work_follow_ups_pkey PRIMARY KEY (system_client_id, survey_id, quote_id),
  constraint work_follow_ups_survey FOREIGN KEY (system_client_id, survey_id) REFERENCES surveys(system_client_id, id) ON DELETE CASCADE,
  constraint work_follow_ups_ended CHECK ((ended_as = ANY (ARRAY['done'::text, 'stopped'::text]))),
  constraint work_follow_ups_last_call CHECK ((last_call = ANY (ARRAY['reached'::text, 'notReached'::text, 'callAgain'::text])))
);

CREATE INDEX access_records_by_age ON public.access_records USING btree (last_at);
CREATE INDEX access_records_by_time ON public.access_records USING btree (system_client_id, last_at);
CREATE INDEX answer_idempotency_keys_by_age ON public.answer_idempotency_keys USING btree (created_at);
CREATE INDEX answer_taps_conflicts ON public.answer_taps USING btree (system_client_id, survey_id) WHERE (version_count > 1);
CREATE INDEX api_keys_by_login ON public.api_keys USING btree (login_id);
CREATE INDEX audit_entries_by_actor ON public.audit_entries USING btree (system_client_id, actor_login, id);
CREATE INDEX audit_entries_by_area ON public.audit_entries USING btree (system_client_id, area, id);
CREATE INDEX audit_entries_by_subject ON public.audit_entries USING btree (system_client_id, subject, id);
CREATE INDEX audit_entries_by_time ON public.audit_entries USING btree (system_client_id, at);
CREATE INDEX audit_entries_waiting ON public.audit_entries USING btree (system_client_id, id) WHERE (hash IS NULL);
CREATE INDEX branch_codes_by_branch ON public.branch_codes USING btree (system_client_id, branch_id);
CREATE INDEX callback_deliveries_by_age ON public.callback_deliveries USING btree (created_at);
CREATE INDEX callback_deliveries_given_up ON public.callback_deliveries USING btree (system_client_id, given_up_at) WHERE (given_up_at IS NOT NULL);
CREATE INDEX callback_deliveries_log ON public.callback_deliveries USING btree (system_client_id, created_at, id);
CREATE INDEX callback_queue_due ON public.callback_queue USING btree (due_at);
CREATE INDEX callback_queue_lanes ON public.callback_queue USING btree (system_client_id, lane, due_at, id);
CREATE INDEX car_notes_by_card ON public.car_notes USING btree (system_client_id, card_kind, card_id, arrived_at);
CREATE INDEX contact_changes_by_lead ON public.contact_changes USING btree (system_client_id, lead_id) WHERE (lead_id IS NOT NULL);
CREATE INDEX contact_changes_by_order ON public.contact_changes USING btree (system_client_id, order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX contact_changes_by_survey ON public.contact_changes USING btree (system_client_id, survey_id) WHERE (survey_id IS NOT NULL);
CREATE INDEX damage_marks_by_vehicle ON public.damage_marks USING btree (system_client_id, vehicle_key, created_at);
CREATE INDEX event_log_by_card ON ONLY public.event_log USING btree (system_client_id, card, logged_at, "position") WHERE (card IS NOT NULL);
CREATE INDEX event_log_of_access ON ONLY public.event_log USING btree (system_client_id, at) WHERE (split_part(kind, '.'::text, 1) = ANY (ARRAY['client'::text, 'login'::text, 'key'::text]));
CREATE INDEX event_log_of_news ON ONLY public.event_log USING btree (system_client_id, branch_id, logged_at, "position") WHERE (kind = ANY (ARRAY['owner.decided'::text, 'owner.feedback'::text, 'owner.linkAsked'::text, 'owner.opened'::text, 'message.failed'::text, 'note.written'::text, 'owner.asked'::text]));
CREATE INDEX figure_days_by_branch ON public.figure_days USING btree (system_client_id, grain, branch_id, day);
CREATE INDEX figure_days_by_person ON public.figure_days USING btree (system_client_id, grain, person, day) WHERE (person <> ''::text);
CREATE INDEX figure_money_by_branch ON public.figure_money USING btree (system_client_id, grain, branch_id, day);
CREATE INDEX figure_money_by_person ON public.figure_money USING btree (system_client_id, grain, person, day) WHERE (person <> ''::text);
CREATE INDEX finding_closings_by_vehicle ON public.finding_closings USING btree (system_client_id, vehicle_key);
CREATE INDEX finding_visits_apart ON public.finding_visits USING btree (system_client_id, branch_id, at) WHERE is_apart;
CREATE INDEX finding_visits_by_finding ON public.finding_visits USING btree (system_client_id, finding_id);
CREATE INDEX finding_visits_by_vehicle ON public.finding_visits USING btree (system_client_id, vehicle_key, question_id);
CREATE INDEX finding_visits_not_offered ON public.finding_visits USING btree (system_client_id, branch_id, at DESC, survey_id, question_id) WHERE ((NOT is_offered) AND (NOT is_apart));
CREATE INDEX findings_by_vehicle ON public.findings USING btree (system_client_id, vehicle_key, question_id);
CREATE INDEX findings_ended_by ON public.findings USING btree (system_client_id, closed_in) WHERE (closed_as = 'green'::text);
CREATE INDEX findings_open ON public.findings USING btree (system_client_id, branch_id, seen_at DESC, id) WHERE (closed_at IS NULL);
CREATE INDEX inspections_by_survey ON public.inspections USING btree (system_client_id, survey_id);
CREATE INDEX jobs_by_client ON public.jobs USING btree (system_client_id, due_at) WHERE (failed_at IS NULL);
CREATE INDEX jobs_due ON public.jobs USING btree (due_at) WHERE (failed_at IS NULL);
CREATE INDEX last_changes_by_branch ON public.last_changes USING btree (system_client_id, kind, branch_id, is_done, changed_at, id);
CREATE INDEX last_changes_by_time ON public.last_changes USING btree (system_client_id, kind, is_done, changed_at, id);
CREATE INDEX leads_by_branch ON public.leads USING btree (system_client_id, branch_id, closed, planned_start, id);
CREATE INDEX leads_by_planned_start ON public.leads USING btree (system_client_id, closed, planned_start, id);
CREATE INDEX leads_newest ON public.leads USING btree (system_client_id, branch_id, created_at) INCLUDE (id, search_text);
CREATE INDEX leads_open ON public.leads USING btree (system_client_id, branch_id, planned_start DESC, id) WHERE ((NOT closed) AND (NOT rejected));
CREATE INDEX line_questions_by_survey ON public.line_questions USING btree (system_client_id, survey_id, arrived_at);
CREATE INDEX line_questions_waiting ON public.line_questions USING btree (system_client_id, survey_id) WHERE ((link_id IS NOT NULL) AND (answered_at IS NULL));
CREATE INDEX login_roles_by_login ON public.login_roles USING btree (login_id);
CREATE INDEX messages_by_channel ON public.messages USING btree (system_client_id, state, category, created_at, id);
CREATE INDEX messages_by_state ON public.messages USING btree (system_client_id, state, created_at, id);
CREATE INDEX messages_kept_links ON public.messages USING btree (system_client_id, link_valid_until) WHERE (sealed_link IS NOT NULL);
CREATE INDEX messages_outbox ON public.messages USING btree (system_client_id, created_at, id) WHERE (via = 'outbox'::text);
CREATE INDEX offered_work_apart ON public.offered_work USING btree (system_client_id, branch_id, offered_at) WHERE is_apart;
CREATE INDEX offered_work_by_vehicle ON public.offered_work USING btree (system_client_id, vehicle_key, offered_at);
CREATE INDEX offered_work_due ON public.offered_work USING btree (system_client_id, COALESCE(branch_id, ''::text), COALESCE(deferred_to, ((decided_at AT TIME ZONE 'UTC'::text))::date, '1970-01-01'::date), survey_id, quote_id) WHERE ((decision = ANY (ARRAY['deferred'::text, 'rejected'::text])) AND (state = 'open'::text) AND (NOT is_apart));
CREATE INDEX offered_work_due_anywhere ON public.offered_work USING btree (system_client_id, COALESCE(deferred_to, ((decided_at AT TIME ZONE 'UTC'::text))::date, '1970-01-01'::date), survey_id, quote_id) INCLUDE (branch_id, decision, deferred_to, decided_at, currency, ex_vat, inc_vat) WHERE ((decision = ANY (ARRAY['deferred'::text, 'rejected'::text])) AND (state = 'open'::text) AND (NOT is_apart));
CREATE INDEX offered_work_not_approved ON public.offered_work USING btree (system_client_id, branch_id, sold_at DESC, survey_id, quote_id) WHERE ((sold_at IS NOT NULL) AND (decision IS DISTINCT FROM 'approved'::text) AND (NOT is_apart));
CREATE INDEX offered_work_not_ordered ON public.offered_work USING btree (system_client_id, branch_id, decided_at DESC, survey_id, quote_id) WHERE ((decision = 'approved'::text) AND (NOT is_ordered) AND (state = 'open'::text) AND (NOT is_apart));
CREATE INDEX offered_work_undecided ON public.offered_work USING btree (system_client_id, branch_id, offered_at DESC, survey_id, quote_id) WHERE ((decision IS NULL) AND (state = 'open'::text) AND (NOT is_apart));
CREATE INDEX order_figures_by_client ON public.order_figures USING btree (system_client_id, day, order_id);
CREATE INDEX order_figures_by_day ON public.order_figures USING btree (system_client_id, branch_id, day, order_id);
CREATE INDEX order_joins_by_order ON public.order_joins USING btree (system_client_id, order_id) WHERE (undone_at IS NULL);
CREATE INDEX order_people_by_order ON public.order_people USING btree (system_client_id, order_id);
CREATE INDEX order_work_by_survey ON public.order_work USING btree (system_client_id, survey_id) WHERE (survey_id IS NOT NULL);
CREATE INDEX order_work_without_offer ON public.order_work USING btree (system_client_id, order_id, "position") WHERE ((sold_quantity > (0)::numeric) AND (quote_id IS NULL) AND (survey_id IS NOT NULL));
CREATE INDEX owner_decisions_by_survey ON public.owner_decisions USING btree (system_client_id, survey_id, at);
CREATE INDEX owner_decisions_untold ON public.owner_decisions USING btree (system_client_id, survey_id) WHERE (told_at IS NULL);
CREATE INDEX owner_feedback_by_survey ON public.owner_feedback USING btree (system_client_id, survey_id, at);
CREATE INDEX owner_feedback_untold ON public.owner_feedback USING btree (system_client_id, survey_id) WHERE (told_at IS NULL);
CREATE INDEX owner_links_by_survey ON public.owner_links USING btree (system_client_id, survey_id, created_at);
CREATE INDEX part_requests_current ON public.part_requests USING btree (system_client_id, requested_at) WHERE ((settled_at IS NULL) AND (state <> 'withdrawn'::text));
CREATE INDEX passkeys_by_login ON public.passkeys USING btree (login_id);
CREATE INDEX photos_by_file ON public.photos USING btree (system_client_id, file);
CREATE INDEX provider_people_by_login ON public.provider_people USING btree (system_client_id, login_id);
CREATE INDEX question_days_by_branch ON public.question_days USING btree (system_client_id, grain, branch_id, day);
CREATE INDEX question_money_by_branch ON public.question_money USING btree (system_client_id, grain, branch_id, day);
CREATE INDEX reminder_lines_of ON public.reminder_lines USING btree (system_client_id, reminder_id);
CREATE INDEX reminders_by_person ON public.reminders USING btree (system_client_id, person_hash, created_at);
CREATE INDEX reminders_by_survey ON public.reminders USING btree (system_client_id, survey_id);
CREATE INDEX reminders_by_time ON public.reminders USING btree (system_client_id, created_at, id);
CREATE INDEX request_log_by_object ON ONLY public.request_log USING btree (system_client_id, split_part(object_ids, '/'::text, 1), at, number);
CREATE INDEX request_log_by_request ON ONLY public.request_log USING btree (system_client_id, request_id);
CREATE INDEX request_log_refused ON ONLY public.request_log USING btree (system_client_id, at, number) WHERE (status >= 400);
CREATE INDEX service_orders_by_branch ON public.service_orders USING btree (system_client_id, branch_id, planned_start, id);
CREATE INDEX service_orders_by_hand ON public.service_orders USING btree (system_client_id, created_at) WHERE (is_manual AND (matched_to IS NULL) AND (NOT closed) AND (NOT rejected));
CREATE INDEX service_orders_closed ON public.service_orders USING btree (system_client_id, branch_id, closed_at DESC, id) WHERE ((closed_at IS NOT NULL) AND closed AND (NOT rejected) AND (matched_to IS NULL));
CREATE INDEX service_orders_newest ON public.service_orders USING btree (system_client_id, branch_id, created_at) INCLUDE (id, search_text);
CREATE INDEX service_orders_open ON public.service_orders USING btree (system_client_id, branch_id, planned_start DESC NULLS LAST, id) WHERE ((NOT closed) AND (NOT rejected) AND (matched_to IS NULL));
CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_by_login ON public.sessions USING btree (login_id);
CREATE INDEX sessions_by_provider ON public.sessions USING btree (only_client_id, provider_id, provider_subject) WHERE (only_client_id IS NOT NULL);
CREATE INDEX sessions_by_tablet ON public.sessions USING btree (tablet_id) WHERE (tablet_id IS NOT NULL);
CREATE INDEX sign_in_attempts_by_address ON public.sign_in_attempts USING btree (system_client_id, address, created_at);
CREATE INDEX sign_in_challenges_by_expiry ON public.sign_in_challenges USING btree (expires_at);
CREATE INDEX sign_in_challenges_by_login ON public.sign_in_challenges USING btree (login_id);
CREATE INDEX sign_in_devices_by_age ON public.sign_in_devices USING btree (seen_at);
CREATE INDEX sign_in_devices_by_login ON public.sign_in_devices USING btree (login_id);
CREATE INDEX sign_in_failures_by_age ON public.sign_in_failures USING btree (last_at);
CREATE INDEX sign_in_providers_by_domain ON public.sign_in_providers USING gin (domains);
CREATE INDEX survey_edits_by_age ON public.survey_edits USING btree (at);
CREATE INDEX surveys_alone_completed ON public.surveys USING btree (system_client_id, branch_id, completed_at) WHERE ((order_id IS NULL) AND (lead_id IS NULL) AND (NOT closed) AND completed);
CREATE INDEX surveys_alone_newest ON public.surveys USING btree (system_client_id, branch_id, created_at) INCLUDE (id, search_text) WHERE ((order_id IS NULL) AND (lead_id IS NULL));
CREATE INDEX surveys_alone_open ON public.surveys USING btree (system_client_id, branch_id, created_at) WHERE ((order_id IS NULL) AND (lead_id IS NULL) AND (NOT closed) AND (NOT completed));
CREATE INDEX surveys_by_branch ON public.surveys USING btree (system_client_id, branch_id) WHERE (branch_id IS NOT NULL);
CREATE INDEX surveys_by_vehicle ON public.surveys USING btree (system_client_id, vehicle_key, created_at) WHERE (vehicle_key IS NOT NULL);
CREATE INDEX tablet_people_by_login ON public.tablet_people USING btree (system_client_id, login_id);
CREATE INDEX telegram_contacts_by_chat ON public.telegram_contacts USING btree (system_client_id, chat_id);
CREATE INDEX telegram_invitations_by_expiry ON public.telegram_invitations USING btree (system_client_id, expires_at);
CREATE INDEX telegram_invitations_by_word ON public.telegram_invitations USING btree (word_hash);
CREATE INDEX uploads_by_age ON public.uploads USING btree (touched_at);
CREATE INDEX vehicles_by_plate ON public.vehicles USING btree (system_client_id, split_part(key, '/'::text, '-1'::integer), seen_at) WHERE (key ~~ 'plate/%'::text);
CREATE INDEX vehicles_recent ON public.vehicles USING btree (system_client_id, seen_at);
CREATE INDEX videos_as_recorded ON public.videos USING btree (system_client_id) WHERE (state = 'original'::text);
CREATE INDEX videos_by_file ON public.videos USING btree (system_client_id, file);
CREATE INDEX videos_by_poster ON public.videos USING btree (system_client_id, poster);
CREATE INDEX videos_by_source ON public.videos USING btree (system_client_id, source);
CREATE INDEX videos_to_clean ON public.videos USING btree (system_client_id, survey_id, id) WHERE ((NOT cleaned) AND (state <> 'failed'::text));
CREATE INDEX work_follow_ups_active ON public.work_follow_ups USING btree (system_client_id, changed_at) WHERE ((ended_as IS NULL) AND ((claimed_by IS NOT NULL) OR (due_on IS NOT NULL)));
CREATE INDEX work_follow_ups_touched ON public.work_follow_ups USING btree (system_client_id, survey_id, quote_id) WHERE ((ended_as IS NOT NULL) OR (claimed_by IS NOT NULL) OR (due_on IS NOT NULL));
CREATE UNIQUE INDEX invitations_by_token ON public.invitations USING btree (system_client_id, token_hash);
CREATE UNIQUE INDEX invitations_waiting ON public.invitations USING btree (system_client_id, login) WHERE (used_at IS NULL);
CREATE UNIQUE INDEX survey_quotes_replace ON public.survey_quotes USING btree (system_client_id, survey_id, question_id, answer_id, package_id, variant_id) WHERE (category = 'quote'::text);
CREATE UNIQUE INDEX tablets_by_code ON public.tablets USING btree (system_client_id, code_hash);
CREATE UNIQUE INDEX tablets_by_name ON public.tablets USING btree (system_client_id, lower(name));
CREATE UNIQUE INDEX tablets_by_token ON public.tablets USING btree (system_client_id, token_hash);

create view callback_states as
 SELECT d.system_client_id,
    d.id,
    d.output_type,
    d.reference_object_id,
    d.body,
    d.sealed_body,
    d.url,
    d.most_attempts,
    d.created_at,
        CASE
            WHEN (q.id IS NOT NULL) THEN 'waiting'::text
            WHEN (d.given_up_at IS NOT NULL) THEN 'givenUp'::text
            ELSE 'delivered'::text
        END AS state,
    (COALESCE(last.number, 0) - d.replayed_after) AS attempts,
    q.due_at,
    q.leased_until,
    l.leased_until AS lane_leased_until,
        CASE
            WHEN (q.id IS NULL) THEN last.ended_at
            ELSE NULL::timestamp with time zone
        END AS finished_at,
    COALESCE(q.failure, last.failure) AS failure,
    last.status AS last_status,
    d.site_id,
    d.kind
   FROM (((callback_deliveries d
     LEFT JOIN callback_queue q ON (((q.system_client_id = d.system_client_id) AND (q.id = d.id))))
     LEFT JOIN callback_lanes l ON (((l.system_client_id = q.system_client_id) AND (l.lane = q.lane))))
     LEFT JOIN LATERAL ( SELECT a.number,
            a.status,
            a.failure,
            (a.started_at + ((a.total_ms)::double precision * '00:00:00.001'::interval)) AS ended_at
           FROM callback_attempts a
          WHERE ((a.system_client_id = d.system_client_id) AND (a.delivery_id = d.id))
          ORDER BY a.number DESC
         LIMIT 1) last ON (true));

create view events as
 SELECT event_log.system_client_id,
    event_log.logged_at,
    event_log."position",
    event_log.sequence,
    event_log.at,
    event_log.kind,
    event_log.version,
    event_log.subject,
    event_log.card,
    event_log.branch_id,
    event_log.actor,
    event_log.payload
   FROM event_log
UNION ALL
 SELECT event_inbox.system_client_id,
    NULL::timestamp with time zone AS logged_at,
    NULL::bigint AS "position",
    event_inbox.sequence,
    event_inbox.at,
    event_inbox.kind,
    event_inbox.version,
    event_inbox.subject,
    NULL::text AS card,
    NULL::text AS branch_id,
    event_inbox.actor,
    event_inbox.payload
   FROM event_inbox;

create view found_on_surveys as
 SELECT system_client_id,
    survey_id,
    question_id,
    grade,
    value,
    unit_of_measurement
   FROM finding_visits;

create view ledger_answers as
 SELECT system_client_id,
    survey_id,
    question_id,
    id,
    status,
    value,
    unit_of_measurement,
    answered_by,
    COALESCE(tapped_at, created_at) AS at,
    created_at
   FROM survey_answers
  WHERE selected;

create view ledger_lines as
 SELECT w.system_client_id,
    w.order_id,
    w."position",
    w.survey_id,
    w.answer_id,
    w.package_id,
    w.variant_id,
    w.sold_quantity,
    w.sold_ex_vat,
    w.sold_inc_vat,
    (COALESCE(w.deferred_quantity, (0)::numeric) > (0)::numeric) AS deferred,
    w.deferred_until,
    o.rejected,
    o.created_at AS came_at,
    COALESCE(o.closed_at, o.planned_start, o.created_at) AS at
   FROM (order_work w
     JOIN service_orders o ON (((o.system_client_id = w.system_client_id) AND (o.id = w.order_id))));

create view ledger_offer_names as
 SELECT survey_variants.system_client_id,
    survey_variants.survey_id,
    survey_variants.quote_id,
    ((survey_variants.document -> 'package'::text) ->> 'description'::text) AS name
   FROM survey_variants
UNION ALL
 SELECT survey_quotes.system_client_id,
    survey_quotes.survey_id,
    survey_quotes.id AS quote_id,
    (survey_quotes.document ->> 'description'::text) AS name
   FROM survey_quotes;

create view ledger_offers as
 SELECT v.system_client_id,
    v.survey_id,
    v.quote_id,
    'package'::text AS category,
    v.question_id,
    v.answer_id,
    v.package_id,
    v.variant_id,
    v.covered_questions,
    v.currency,
    v.offered_ex_vat,
    v.offered_inc_vat,
    v.approved_ex_vat,
    v.approved_inc_vat,
    v.approval_status,
    v.approval_medium,
    v.rejection_reason_code,
    v.deferred_to,
    v.decided_at,
    v.decided_by,
    v.created_at
   FROM survey_variants v
  WHERE (NOT (EXISTS ( SELECT
           FROM survey_quotes r
          WHERE ((r.system_client_id = v.system_client_id) AND (r.survey_id = v.survey_id) AND (r.category = 'quote'::text) AND (r.question_id = v.question_id) AND (r.answer_id = v.answer_id) AND (r.package_id = v.package_id) AND (r.variant_id = v.variant_id)))))
UNION ALL
 SELECT q.system_client_id,
    q.survey_id,
    q.id AS quote_id,
    q.category,
    q.question_id,
    q.answer_id,
    q.package_id,
    q.variant_id,
    q.covered_questions,
    q.currency,
    q.offered_ex_vat,
    q.offered_inc_vat,
    q.approved_ex_vat,
    q.approved_inc_vat,
    q.approval_status,
    q.approval_medium,
    q.rejection_reason_code,
    q.deferred_to,
    q.decided_at,
    q.decided_by,
    q.created_at
   FROM survey_quotes q
  WHERE (q.visible AND (NOT q.withdrawn));

create view ledger_orders as
 SELECT system_client_id,
    id AS order_id,
    branch_id,
    closed,
    rejected,
    matched_to,
    closed_at,
    planned_start,
    created_at,
    survey_header AS header,
    document
   FROM service_orders;

create view ledger_possible_work as
 SELECT system_client_id,
    id AS survey_id,
    completed_at,
    (frozen -> 'offers'::text) AS offers
   FROM surveys;

create view ledger_visits as
 SELECT s.system_client_id,
    s.id AS survey_id,
    s.vehicle_key,
    s.survey_type,
    s.order_id,
    s.lead_id,
    s.master_client_id,
    s.template_id,
    s.template_version,
    s.created_at,
    s.completed_at,
    s.closed_at,
    ((s.frozen -> 'hidden'::text))::text AS hidden,
    COALESCE(o.branch_id, l.branch_id, s.branch_id) AS branch_id,
    COALESCE(o.created_at, l.created_at, s.created_at) AS came_at,
    ((s.order_id IS NULL) OR COALESCE(o.rejected, false)) AS is_apart
   FROM ((surveys s
     LEFT JOIN service_orders o ON (((o.system_client_id = s.system_client_id) AND (o.id = s.order_id))))
     LEFT JOIN leads l ON (((l.system_client_id = s.system_client_id) AND (l.id = s.lead_id))));

create view put_off_work as
 SELECT system_client_id,
    survey_id,
    quote_id,
    vehicle_key,
    order_id,
    branch_id,
    COALESCE(branch_id, ''::text) AS place,
    COALESCE(deferred_to, ((decided_at AT TIME ZONE 'UTC'::text))::date, '1970-01-01'::date) AS due,
    category,
    question_id,
    covered_questions,
    package_id,
    variant_id,
    currency,
    ex_vat,
    inc_vat,
    decision,
    decided_at,
    reason_code,
    deferred_to
   FROM offered_work
  WHERE ((decision = ANY (ARRAY['deferred'::text, 'rejected'::text])) AND (state = 'open'::text) AND (NOT is_apart));

create view receivers_of_callbacks as
 SELECT callback_receivers.system_client_id,
    ''::text AS site_id,
    callback_receivers.url,
    callback_receivers.lane,
    callback_receivers.sealed_key,
    callback_receivers.key_hint,
    callback_receivers.sealed_secret,
    callback_receivers.former_sealed_secret,
    callback_receivers.former_until,
    callback_receivers.kinds,
    callback_receivers.changed_at
   FROM callback_receivers
UNION ALL
 SELECT callback_site_receivers.system_client_id,
    callback_site_receivers.site_id,
    callback_site_receivers.url,
    callback_site_receivers.lane,
    callback_site_receivers.sealed_key,
    callback_site_receivers.key_hint,
    callback_site_receivers.sealed_secret,
    callback_site_receivers.former_sealed_secret,
    callback_site_receivers.former_until,
    callback_site_receivers.kinds,
    callback_site_receivers.changed_at
   FROM callback_site_receivers;

create view surveys_with_origin as
 SELECT s.system_client_id,
    s.id,
    s.survey_type,
    s.order_id,
    s.lead_id,
    s.master_client_id,
    s.template_id,
    s.template_version,
    s.completed,
    s.closed,
    s.surveyor,
    s.frozen,
    s.created_at,
    s.completed_at,
    s.closed_at,
    s.vehicle_key,
    COALESCE(s.header, o.survey_header, l.survey_header) AS header,
        CASE
            WHEN (s.header IS NULL) THEN COALESCE(o.contact_corrections, l.contact_corrections)
            ELSE NULL::json
        END AS contact_corrections,
    o.document AS order_document,
    COALESCE(o.branch_id, l.branch_id, s.branch_id) AS branch_id,
    b.site_id,
    t.name AS site_name,
    t.address,
    t.telephone,
    t.email,
    t.website,
    t.logo,
    GREATEST(s.created_at, s.completed_at, s.closed_at, o.changed_at, l.changed_at, c.changed_at) AS changed_at,
    concat(s.xmin, '.', c.xmin, '.', o.xmin, '.', l.xmin, '.', b.xmin, '.', EXTRACT(epoch FROM GREATEST(s.created_at, s.completed_at, s.closed_at, o.changed_at, l.changed_at, c.changed_at))) AS revision,
    s.act_language AS chosen_language,
    t.language AS site_language
   FROM (((((surveys s
     LEFT JOIN service_orders o ON (((o.system_client_id = s.system_client_id) AND (o.id = s.order_id))))
     LEFT JOIN leads l ON (((l.system_client_id = s.system_client_id) AND (l.id = s.lead_id))))
     LEFT JOIN branches b ON (((b.system_client_id = s.system_client_id) AND (b.id = COALESCE(o.branch_id, l.branch_id, s.branch_id)))))
     LEFT JOIN sites t ON (((t.system_client_id = s.system_client_id) AND (t.id = b.site_id))))
     LEFT JOIN survey_changes c ON (((c.system_client_id = s.system_client_id) AND (c.survey_id = s.id))));

CREATE OR REPLACE FUNCTION public.audit_entries_are_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.hash is null
    and to_jsonb(new) - 'position' - 'hash' = to_jsonb(old) - 'position' - 'hash' then
    return new;
  end if;
  if tg_op = 'DELETE' and current_setting('walkaround.audit_cut', true) = 'on' then
    return old;
  end if;
  raise exception 'entries of the audit are never changed' using errcode = 'restrict_violation';
end
$function$
;

CREATE TRIGGER audit_entries_kept BEFORE DELETE OR UPDATE ON public.audit_entries FOR EACH ROW EXECUTE FUNCTION audit_entries_are_kept();

CREATE TRIGGER audit_entries_not_emptied BEFORE TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION audit_entries_are_kept();
