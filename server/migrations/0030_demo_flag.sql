-- A demo dealership is told by a flag of its client, not by its name.
alter table system_clients add column is_demo boolean not null default false;

update system_clients c
set is_demo = true
where exists (
  select from events e
  where e.system_client_id = c.system_client_id and e.kind = 'client.created' and e.actor = 'system:demo'
);
