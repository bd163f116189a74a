-- Links end with the person they were made for (I3), and the advisor hears of an owner's acts summed up (I9).

-- When the DMS named another person; it was withdrawn then.
alter table owner_links add column person_changed_at timestamptz;

-- When the advisor was told of it; null: not yet. What there is was told at once.
alter table owner_decisions add column told_at timestamptz;
alter table owner_feedback add column told_at timestamptz;
update owner_decisions set told_at = at;
update owner_feedback set told_at = at;
create index owner_decisions_untold on owner_decisions (system_client_id, survey_id) where told_at is null;
create index owner_feedback_untold on owner_feedback (system_client_id, survey_id) where told_at is null;

-- Callbacks: while a secret is changed, what is sent is signed with the former one, too.
alter table callback_receivers
  add column former_sealed_secret bytea,
  add column former_until timestamptz;
