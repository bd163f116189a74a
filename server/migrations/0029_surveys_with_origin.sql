-- What a survey hangs on is an order, a lead or itself. This view says once what follows from it: the header it shows, the contact
-- data staff corrected, and the branch and site where it is. A closed survey keeps its own header; one that moves with its order
-- or lead has none.
create view surveys_with_origin as
select s.system_client_id, s.id, s.survey_type, s.order_id, s.lead_id, s.master_client_id, s.template_id, s.template_version,
  s.completed, s.closed, s.surveyor, s.frozen, s.created_at, s.completed_at, s.closed_at, s.vehicle_key,
  coalesce(s.header, o.survey_header, l.survey_header) as header,
  case when s.header is null then coalesce(o.contact_corrections, l.contact_corrections) end as contact_corrections,
  o.document as order_document,
  coalesce(o.branch_id, l.branch_id, s.branch_id) as branch_id,
  b.site_id, t.name as site_name, t.address, t.telephone, t.email, t.website, t.logo
from surveys s
left join service_orders o on o.system_client_id = s.system_client_id and o.id = s.order_id
left join leads l on l.system_client_id = s.system_client_id and l.id = s.lead_id
left join branches b on b.system_client_id = s.system_client_id and b.id = coalesce(o.branch_id, l.branch_id, s.branch_id)
left join sites t on t.system_client_id = s.system_client_id and t.id = b.site_id;
