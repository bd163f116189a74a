-- What became of all messages of a client is read by state and channel, the newest first.
-- works with: 0037
-- without a transaction
create index concurrently if not exists messages_by_state on messages (system_client_id, state, created_at, id);
create index concurrently if not exists messages_by_channel on messages (system_client_id, state, category, created_at, id);
