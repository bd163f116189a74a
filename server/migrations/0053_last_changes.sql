-- works with: 0037
-- When each order and each survey last changed, in the order in which the log of events got to know it: the lists of both read it. A
-- table of its own, because a tap on a tablet must not lock or index the survey. See docs/decisions/0100-reading-without-polling.md.

create table last_changes (
  system_client_id text not null,
  -- order or survey
  kind text not null,
  id text collate "C" not null,
  branch_id text,
  -- only of a survey
  survey_type text,
  -- an order that is closed or rejected, a survey that is completed
  is_done boolean not null,
  -- the time of its last event in the log; before the log told of it, that of the row
  changed_at timestamptz not null,
  primary key (system_client_id, kind, id)
);
create index last_changes_by_time on last_changes (system_client_id, kind, is_done, changed_at, id);
create index last_changes_by_branch on last_changes (system_client_id, kind, branch_id, is_done, changed_at, id);
