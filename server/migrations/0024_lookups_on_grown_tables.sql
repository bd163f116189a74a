-- Look-ups that read a whole table once it has grown.
create index callback_queue_due on callback_queue (due_at);
create index inspections_by_survey on inspections (system_client_id, survey_id);
create index surveys_by_branch on surveys (system_client_id, branch_id) where branch_id is not null;
create index telegram_invitations_by_expiry on telegram_invitations (system_client_id, expires_at);
-- The word of an invitation names no client.
create index telegram_invitations_by_word on telegram_invitations (word_hash);
-- Which files are still in use, asked by the sweep; and what was recorded while there was nothing to convert it.
create index videos_by_file on videos (system_client_id, file);
create index videos_by_source on videos (system_client_id, source);
create index videos_by_poster on videos (system_client_id, poster);
create index videos_as_recorded on videos (system_client_id) where state = 'original';

-- Sessions end when nobody has used them for a while.
create index sessions_by_use on sessions (seen_at);
