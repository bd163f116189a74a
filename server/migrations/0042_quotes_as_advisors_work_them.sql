-- works with: 0037
-- What a package contains, what an hour costs at a site, and what was said when a decision was recorded or taken back.
alter table packages
  -- ids of packages whose work it contains, as its master writes them; null: none
  add column contains text[];
alter table sites
  -- [{"labourType": …, "amountExVat": …, "currency": …}, …]; null: none
  add column hourly_rates json;
alter table recorded_decisions
  -- customer, driver or other
  add column told_by text,
  add column note text,
  -- the decision was taken back: the row stays, so that people see why
  add column taken_back_reason text,
  add column taken_back_by text,
  add column taken_back_at timestamptz;
