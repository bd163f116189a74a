-- Videos are cleaned of what the recorder wrote into them when they arrive. Those that came before are cleaned by a job, and
-- nobody is shown them until then; what was converted never held any of it.
alter table videos add column cleaned boolean not null default false;
update videos set cleaned = true where state = 'ready';
create index videos_to_clean on videos (system_client_id, survey_id, id) where not cleaned and state <> 'failed';
