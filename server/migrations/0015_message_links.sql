-- Upkeep looks for links that are over: among those that are still kept, not among all messages there ever were.
create index messages_kept_links on messages (system_client_id, link_valid_until) where sealed_link is not null;
