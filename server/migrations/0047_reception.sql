-- The language in which the customer reads and signs the act; null: that of the system client.
-- A link that opens only a signed form; null: the owner's page. See docs/decisions/0093-the-customer-signs-on-their-side.md.
alter table surveys add column act_language text;
alter table owner_links add column form text;
