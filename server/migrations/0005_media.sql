-- Photos, videos, uploads, damage marks and signatures of surveys; the queue of work that is done behind the doors; and
-- what printed forms say about a dealership.

-- Secrets every process of one installation shares. Not of any system client.
create table installation_secrets (
  name text primary key,
  value bytea not null,
  created_at timestamptz not null default now()
);

alter table sites
  -- lines of the postal address, as they are printed
  add column address text[] not null default '{}',
  add column telephone text,
  add column email text,
  add column website text,
  -- SHA-256 of the logo's file, as photos have it
  add column logo text;

create table photos (
  system_client_id text not null,
  survey_id text not null,
  -- made by whoever took the photo, so that a repeat is harmless
  id text not null,
  -- where it is attached: to the survey when all three are null
  question_id text,
  answer_id text,
  mark_id text,
  -- SHA-256 of what is stored, in hex: the name of its file
  file text not null,
  -- SHA-256 of what was sent, before it was cleaned: tells a repeat from another photo under the same id
  source bytea not null,
  content_type text not null,
  bytes integer not null,
  -- as seen upright
  width integer not null,
  height integer not null,
  -- the camera's word, with an offset only where it gave one
  taken_at text,
  -- centre of interest, from 0 to 1 of width and height
  focus_x real not null,
  focus_y real not null,
  created_at timestamptz not null,
  primary key (system_client_id, survey_id, id),
  constraint photos_survey foreign key (system_client_id, survey_id) references surveys
);
create index photos_by_file on photos (system_client_id, file);

create table videos (
  system_client_id text not null,
  survey_id text not null,
  id text not null,
  question_id text,
  answer_id text,
  -- waiting: to be converted · ready: as MP4 with a poster · original: served as it was sent, nothing could convert it ·
  -- failed: neither can be shown
  state text not null check (state in ('waiting', 'ready', 'original', 'failed')),
  -- from 0 to 100 while it is being converted
  progress smallint not null default 0,
  failure text,
  -- SHA-256 of what was sent, in hex
  source text not null,
  source_type text not null,
  source_bytes bigint not null,
  -- what is served
  file text,
  content_type text,
  bytes bigint,
  poster text,
  duration_ms integer,
  width integer,
  height integer,
  created_at timestamptz not null,
  primary key (system_client_id, survey_id, id),
  constraint videos_survey foreign key (system_client_id, survey_id) references surveys
);

-- A file on its way here, in parts; each part is safe before it is acknowledged.
create table uploads (
  system_client_id text not null,
  id text not null,
  survey_id text not null,
  kind text not null check (kind in ('photo', 'video')),
  -- the id the photo or video will have
  subject_id text not null,
  question_id text,
  answer_id text,
  mark_id text,
  content_type text not null,
  -- SHA-256 of the whole, when the sender gave it
  sha256 bytea,
  length bigint not null,
  received bigint not null default 0,
  -- names of the parts' files in order: <bytes>-<random>, so that two senders at once never write the same one
  parts text[] not null default '{}',
  -- why the finished file was refused
  refused json,
  created_at timestamptz not null,
  touched_at timestamptz not null,
  finished_at timestamptz,
  primary key (system_client_id, id),
  constraint uploads_survey foreign key (system_client_id, survey_id) references surveys,
  constraint uploads_once unique (system_client_id, survey_id, kind, subject_id)
);
create index uploads_by_age on uploads (touched_at);

create table damage_marks (
  system_client_id text not null,
  survey_id text not null,
  id text not null,
  kind text not null check (kind in ('scratch', 'dent', 'crack', 'chip', 'rust', 'missing', 'other')),
  -- of which vehicle, by VIN or else by plate, so that later visits find it
  vehicle_key text,
  -- on the drawing of the body style, in its own units
  body_style text not null,
  x real not null,
  y real not null,
  panel text,
  size text check (size in ('small', 'medium', 'large')),
  comment text,
  created_at timestamptz not null,
  primary key (system_client_id, survey_id, id),
  constraint damage_marks_survey foreign key (system_client_id, survey_id) references surveys
);
create index damage_marks_by_vehicle on damage_marks (system_client_id, vehicle_key, created_at);

create table signatures (
  system_client_id text not null,
  survey_id text not null,
  id text not null,
  role text not null check (role in ('customer', 'driver', 'owner', 'serviceAdvisor', 'technician')),
  -- the question it signs; the whole act when null
  question_id text,
  name text,
  -- [[x, y, x, y, …], …]: strokes in units of the field's height
  strokes json not null,
  signed_at timestamptz not null,
  primary key (system_client_id, survey_id, id),
  constraint signatures_survey foreign key (system_client_id, survey_id) references surveys
);

-- Work to be done behind the doors, written in the transaction of the fact that asks for it. Claimed over all clients at
-- once, so where tables are distributed this one stays local.
create table jobs (
  system_client_id text not null references system_clients,
  id text not null,
  kind text not null,
  payload json not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  -- who holds the job now: until then, and under this number
  leased_until timestamptz,
  fence bigint not null default 0,
  -- given up, with the last failure in words
  failed_at timestamptz,
  failure text,
  created_at timestamptz not null,
  primary key (system_client_id, id)
);
create index jobs_due on jobs (due_at) where failed_at is null;

do $$
declare
  col record;
begin
  for col in
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and data_type = 'json' and table_name in ('signatures', 'jobs', 'uploads')
  loop
    execute format('alter table %I alter column %I set compression lz4', col.table_name, col.column_name);
  end loop;
exception when feature_not_supported then null;
end $$;
