-- works with: 0037
-- Clients take turns in the queue of jobs: a step from one client that has jobs to the next, and the oldest job of each. The queue is
-- short compared with other tables. See docs/decisions/0099-clients-take-turns-in-the-queue.md.

create index jobs_by_client on jobs (system_client_id, due_at) where failed_at is null;
