-- A signature keeps the text it was given under, and its hash (I2). Those from before have none: they count as they did in
-- inspections that are done, and ask for a new one in those that are still open.
alter table signatures
  add column shown text,
  add column shown_hash bytea,
  add column accepted boolean not null default false,
  add constraint signatures_shown_check check ((shown is null) = (shown_hash is null));

update signatures g set accepted = true
from surveys s
where s.system_client_id = g.system_client_id and s.id = g.survey_id and (s.completed or s.closed);

-- Who signs for a company is neither its driver nor the company.
alter table signatures drop constraint signatures_role_check;
alter table signatures add constraint signatures_role_check
  check (role in ('customer', 'driver', 'owner', 'representative', 'serviceAdvisor', 'technician'));

-- What the workshop notes beside a damage mark for itself; the comment is printed.
alter table damage_marks add column internal_comment text;
