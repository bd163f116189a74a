-- Orders first, then surveys, each in the order of their keys. What the log has told of meanwhile is newer and stays.
with batch as (
  select kind, system_client_id, id from (
    (select 'order' as kind, system_client_id, id from service_orders
      where coalesce(($1::text[])[1], 'order') = 'order'
        and (system_client_id, id) > (coalesce(($1::text[])[2], ''), coalesce(($1::text[])[3], ''))
      order by system_client_id, id limit $2::int)
    union all
    (select 'survey', system_client_id, id from surveys
      where (system_client_id, id) > (case when ($1::text[])[1] = 'survey' then ($1::text[])[2] else '' end,
        case when ($1::text[])[1] = 'survey' then ($1::text[])[3] else '' end)
      order by system_client_id, id limit $2::int)
  ) as next order by kind, system_client_id, id limit $2::int
), orders as (
  insert into last_changes (system_client_id, kind, id, branch_id, is_done, changed_at)
  select o.system_client_id, 'order', o.id, o.branch_id, o.closed or o.rejected, date_trunc('milliseconds', o.changed_at)
  from batch b join service_orders o on o.system_client_id = b.system_client_id and o.id = b.id
  where b.kind = 'order'
  on conflict do nothing
), surveys as (
  insert into last_changes (system_client_id, kind, id, branch_id, survey_type, is_done, changed_at)
  select s.system_client_id, 'survey', s.id, s.branch_id, s.survey_type, s.completed,
    date_trunc('milliseconds', s.changed_at)
  from batch b join surveys_with_origin s on s.system_client_id = b.system_client_id and s.id = b.id
  where b.kind = 'survey'
  on conflict do nothing
)
select (select array[kind, system_client_id, id] from batch order by kind desc, system_client_id desc, id desc limit 1) as position,
  count(*) as rows
from batch
