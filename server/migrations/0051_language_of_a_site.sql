-- works with: 0037
-- The language in which a site writes to customers; null: that of the system client.
-- See docs/decisions/0097-the-language-of-the-customer.md.

alter table sites add column language text;
