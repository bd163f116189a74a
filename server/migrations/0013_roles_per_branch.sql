-- A role may be limited to some branches of its client. null: every branch, those to come included. The DMS and admins
-- set up and keep the whole client, so theirs is never limited.

alter table login_roles
  add column branch_ids text[],
  add constraint login_roles_branches
    check (branch_ids is null or (cardinality(branch_ids) > 0 and role not in ('dms', 'admin')));
