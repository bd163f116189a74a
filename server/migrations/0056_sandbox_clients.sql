-- works with: 0037
-- A sandbox is a system client for trying out a DMS: nothing that it sends leaves the service, and its clock can be moved ahead.
-- Make the first one when no process of an older version runs any more: an older one does not know that it sends nothing.
-- See docs/decisions/0103-sandbox-clients.md.

alter table system_clients add column is_sandbox boolean not null default false;
-- how far its clock is ahead of the real time
alter table system_clients add column clock_ahead_ms bigint not null default 0;
alter table system_clients add constraint system_clients_clock check (clock_ahead_ms = 0 or (is_sandbox and clock_ahead_ms > 0));
