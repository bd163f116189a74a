-- The installation's key can be changed. What it derives is another thing then, so the token of a viewing address (I3) that was
-- derived with a former key is kept, sealed with the present one: the address that is printed on forms stays the same.
alter table owner_links add column sealed_viewing bytea;
