-- works with: 0037
-- The language in which a site writes to customers; null: that of the system client. What is known about the language of a survey's
-- customer is read with the survey. See docs/decisions/0097-the-language-of-the-customer.md.

alter table sites add column language text;

create or replace view surveys_with_origin as
select s.system_client_id, s.id, s.survey_type, s.order_id, s.lead_id, s.master_client_id, s.template_id, s.template_version,
  s.completed, s.closed, s.surveyor, s.frozen, s.created_at, s.completed_at, s.closed_at, s.vehicle_key,
  coalesce(s.header, o.survey_header, l.survey_header) as header,
  case when s.header is null then coalesce(o.contact_corrections, l.contact_corrections) end as contact_corrections,
  o.document as order_document,
  coalesce(o.branch_id, l.branch_id, s.branch_id) as branch_id,
  b.site_id, t.name as site_name, t.address, t.telephone, t.email, t.website, t.logo,
  greatest(s.created_at, s.completed_at, s.closed_at, o.changed_at, l.changed_at, c.changed_at) as changed_at,
  concat(s.xmin, '.', c.xmin, '.', o.xmin, '.', l.xmin, '.', b.xmin, '.', extract(epoch from
    greatest(s.created_at, s.completed_at, s.closed_at, o.changed_at, l.changed_at, c.changed_at))) as revision,
  s.act_language as chosen_language,
  t.language as site_language
from surveys s
left join service_orders o on o.system_client_id = s.system_client_id and o.id = s.order_id
left join leads l on l.system_client_id = s.system_client_id and l.id = s.lead_id
left join branches b on b.system_client_id = s.system_client_id and b.id = coalesce(o.branch_id, l.branch_id, s.branch_id)
left join sites t on t.system_client_id = s.system_client_id and t.id = b.site_id
left join survey_changes c on c.system_client_id = s.system_client_id and c.survey_id = s.id;
