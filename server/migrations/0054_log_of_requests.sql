-- works with: 0037
-- Every request of a key, kept for some days: a partition per day, so that old ones are dropped and not deleted. Refused writes have
-- what was sent, without personal data. See docs/decisions/0101-a-log-of-requests.md.

create table request_log (
  system_client_id text not null,
  at timestamptz not null,
  number integer not null,
  key_id text not null,
  operation text not null,
  object_ids text not null,
  status smallint not null,
  error_code integer,
  ms real not null,
  request_id text not null,
  detail json,
  constraint request_log_pkey primary key (system_client_id, at, number)
) partition by range (at);

create index request_log_by_object on request_log (system_client_id, split_part(object_ids, '/', 1), at, number);
create index request_log_by_request on request_log (system_client_id, request_id);
create index request_log_refused on request_log (system_client_id, at, number) where status >= 400;
