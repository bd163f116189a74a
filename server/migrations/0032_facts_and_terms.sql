-- What pages, forms and the board asked the log of events for is stored as a fact with the row it is about, and what the search
-- finds has an index of its own. See docs/decisions/0067-terms-of-a-search.md and 0068-facts-beside-the-log.md.

alter table service_orders
  -- when the DMS last changed it; making it is no change
  add column changed_by_dms timestamptz;
alter table leads add column changed_by_dms timestamptz;
-- the login that closed it; null if the service did, or while it is open
alter table surveys add column closed_by text;

-- When something that forms show of a survey was last changed; no row if nothing was since it was made.
create table survey_changes (
  system_client_id text not null,
  survey_id text not null,
  changed_at timestamptz not null,
  primary key (system_client_id, survey_id),
  constraint survey_changes_survey foreign key (system_client_id, survey_id) references surveys on delete cascade
);

-- The log is read once, for these columns; from now on they are written with the change itself.
update service_orders o set changed_by_dms = e.at
from (
  select e.system_client_id, substr(e.subject, 7) as id, max(e.at) as at from events e
  join login_roles r on r.system_client_id = e.system_client_id and r.role = 'dms' and 'login:' || r.login_id = e.actor
  where e.kind = 'order.changed' group by 1, 2
) e
where e.system_client_id = o.system_client_id and e.id = o.id;
update leads l set changed_by_dms = e.at
from (
  select e.system_client_id, substr(e.subject, 6) as id, max(e.at) as at from events e
  join login_roles r on r.system_client_id = e.system_client_id and r.role = 'dms' and 'login:' || r.login_id = e.actor
  where e.kind = 'lead.changed' group by 1, 2
) e
where e.system_client_id = l.system_client_id and e.id = l.id;
update surveys s set closed_by = e.login_id
from (
  select distinct on (system_client_id, subject) system_client_id, substr(subject, 8) as id,
    split_part(actor, ':', 2) as login_id
  from events where kind = 'survey.closed' and actor ~ '^(login|support):'
  order by system_client_id, subject, sequence desc
) e
where e.system_client_id = s.system_client_id and e.id = s.id and s.closed;
insert into survey_changes (system_client_id, survey_id, changed_at)
select s.system_client_id, s.id, e.at
from (
  select system_client_id, substr(subject, 8) as id, max(at) as at from events
  where subject like 'survey/%'
    and kind not in ('survey.created', 'message.created', 'message.sent', 'message.failed', 'message.resent',
      'message.notSent', 'owner.opened', 'owner.linkAsked', 'owner.feedback', 'upload.begun', 'telegram.invited')
  group by 1, 2
) e
join surveys s on s.system_client_id = e.system_client_id and s.id = e.id
where e.at > s.created_at;

create or replace view surveys_with_origin as
select s.system_client_id, s.id, s.survey_type, s.order_id, s.lead_id, s.master_client_id, s.template_id, s.template_version,
  s.completed, s.closed, s.surveyor, s.frozen, s.created_at, s.completed_at, s.closed_at, s.vehicle_key,
  coalesce(s.header, o.survey_header, l.survey_header) as header,
  case when s.header is null then coalesce(o.contact_corrections, l.contact_corrections) end as contact_corrections,
  o.document as order_document,
  coalesce(o.branch_id, l.branch_id, s.branch_id) as branch_id,
  b.site_id, t.name as site_name, t.address, t.telephone, t.email, t.website, t.logo,
  greatest(s.created_at, s.completed_at, s.closed_at, o.changed_at, l.changed_at, c.changed_at) as changed_at
from surveys s
left join service_orders o on o.system_client_id = s.system_client_id and o.id = s.order_id
left join leads l on l.system_client_id = s.system_client_id and l.id = s.lead_id
left join branches b on b.system_client_id = s.system_client_id and b.id = coalesce(o.branch_id, l.branch_id, s.branch_id)
left join sites t on t.system_client_id = s.system_client_id and t.id = b.site_id
left join survey_changes c on c.system_client_id = s.system_client_id and c.survey_id = s.id;

-- What the search finds: a word finds the terms that begin with it. Ordered by bytes, so that those are one range of the index.
-- The rows belong to an order, a lead or a survey alone (kind 'vehicle'); they have no foreign keys, because each of a dozen rows
-- would be checked, and the statement that writes them writes its subject too.
create table search_terms (
  system_client_id text not null,
  term text collate "C" not null,
  kind text not null,
  id text not null,
  -- of the order, lead or survey: the newest come first
  created_at timestamptz not null,
  branch_id text not null
);

drop index service_orders_search;
drop index leads_search;
drop index surveys_alone;
drop index service_orders_open;

-- The same rules as contract/src/rules/search-terms.ts, for what is stored already. An engine may know capitals of ASCII alone,
-- so those of our languages are named. What is written from now on is folded by the service itself.
-- These are procedural, because functions in SQL would be planned again for every order.
create function pg_temp.parts(value text) returns text[] language plpgsql as $$
begin
  return array_remove(regexp_split_to_array(upper(translate(replace(value, 'ß', 'ss'),
    'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþабвгдеёжзийклмнопрстуфхцчшщъыьэюя',
    'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ')), '[\s\-–·.|]+'), '');
end $$;
create function pg_temp.readings(value text) returns text[] language plpgsql as $$
declare
  text text := array_to_string(pg_temp.parts(value), E'\n');
begin
  text := regexp_replace(text, '([/_#:])(?=[^\n])', E'\\1\n', 'g');
  text := regexp_replace(text, '([0-9])(?=[^0-9\n])', E'\\1\n', 'g');
  text := regexp_replace(text, '([^0-9\n])(?=[0-9])', E'\\1\n', 'g');
  text := regexp_replace(text, '(^|\n)(0+)(?=[1-9])', E'\\1\\2\n', 'g');
  return string_to_array(text, E'\n');
end $$;
-- From each part to the end.
create function pg_temp.ends(parts text[]) returns text[] language plpgsql as $$
declare
  ends text[] := '{}';
  rest text := '';
begin
  for n in reverse coalesce(cardinality(parts), 0)..1 loop
    rest := parts[n] || rest;
    ends := rest || ends;
  end loop;
  return ends;
end $$;
create function pg_temp.number_terms(value text) returns text[] language plpgsql as $$
declare
  ends text[] := pg_temp.ends(pg_temp.readings(value));
  terms text[] := ends[1:1] || ends[greatest(2, cardinality(ends) - 2):];
begin
  if length(ends[1]) > 6 then terms := terms || right(ends[1], 4); end if;
  return terms;
end $$;
create function pg_temp.plate_terms(value text) returns text[] language plpgsql as $$
declare
  terms text[] := pg_temp.ends(pg_temp.readings(value));
  whole text := left(terms[1], 16);
begin
  for n in 1..coalesce(length(whole), 0) - 3 loop
    terms := terms || substr(whole, n);
  end loop;
  return terms;
end $$;
create function pg_temp.vin_terms(value text) returns text[] language plpgsql as $$
declare
  vin text := array_to_string(pg_temp.parts(value), '');
begin
  return case when length(vin) > 8 then array[vin, right(vin, 8), right(vin, 7), right(vin, 6)] else array[vin] end;
end $$;
create function pg_temp.search_text(id text, header json) returns text language plpgsql as $$
declare
  text text := '';
  term text;
begin
  foreach term in array pg_temp.number_terms(id) || pg_temp.number_terms(coalesce(header->>'externalId', ''))
    || pg_temp.plate_terms(coalesce(header#>>'{vehicle,numberPlate}', ''))
    || pg_temp.vin_terms(coalesce(header#>>'{vehicle,vin}', ''))
    || pg_temp.ends((pg_temp.parts(coalesce(header#>>'{customer,name}', concat_ws(' ', header#>>'{customer,firstName}',
      header#>>'{customer,middleName}', header#>>'{customer,lastName}'))))[1:6])
  loop
    term := '|' || left(term, 40);
    if term <> '|' and strpos(text || '|', term || '|') = 0 and octet_length(text) + octet_length(term) <= 1200 then
      text := text || term;
    end if;
  end loop;
  return text;
end $$;

-- A matched manual order has no text: it is found under the order of the DMS.
update service_orders set search_text = pg_temp.search_text(id, survey_header) where search_text <> '';
update leads set search_text = pg_temp.search_text(id, survey_header);
update surveys set search_text = pg_temp.search_text(id, header) where order_id is null and lead_id is null and header is not null;

insert into search_terms (system_client_id, term, kind, id, created_at, branch_id)
select o.system_client_id, t.term, 'order', o.id, o.created_at, o.branch_id
from service_orders o cross join unnest(string_to_array(substr(o.search_text, 2), '|')) as t(term)
union all
select l.system_client_id, t.term, 'lead', l.id, l.created_at, l.branch_id
from leads l cross join unnest(string_to_array(substr(l.search_text, 2), '|')) as t(term)
union all
select s.system_client_id, t.term, 'vehicle', s.id, s.created_at, s.branch_id
from surveys s cross join unnest(string_to_array(substr(s.search_text, 2), '|')) as t(term)
where s.order_id is null and s.lead_id is null and s.branch_id is not null;
-- Made from the full table: that takes a fraction of the time.
alter table search_terms
  add constraint search_terms_pkey primary key (system_client_id, term, kind, id) include (created_at, branch_id);

drop function pg_temp.search_text(text, json);
drop function pg_temp.vin_terms(text);
drop function pg_temp.plate_terms(text);
drop function pg_temp.number_terms(text);
drop function pg_temp.readings(text);
drop function pg_temp.parts(text);
drop function pg_temp.ends(text[]);

-- The newest cars of a branch, with their terms in the index: for words that too many cars have.
create index service_orders_newest on service_orders (system_client_id, branch_id, created_at) include (id, search_text);
create index leads_newest on leads (system_client_id, branch_id, created_at) include (id, search_text);
create index surveys_alone_newest on surveys (system_client_id, branch_id, created_at) include (id, search_text)
  where order_id is null and lead_id is null;

-- The board reads what is open, branch by branch.
create index service_orders_open on service_orders (system_client_id, branch_id, planned_start desc nulls last, id)
  where not closed and not rejected and matched_to is null;
create index leads_open on leads (system_client_id, branch_id, planned_start desc, id) where not closed and not rejected;
create index surveys_alone_open on surveys (system_client_id, branch_id, created_at)
  where order_id is null and lead_id is null and not closed and not completed;
create index surveys_alone_completed on surveys (system_client_id, branch_id, completed_at)
  where order_id is null and lead_id is null and not closed and completed;
