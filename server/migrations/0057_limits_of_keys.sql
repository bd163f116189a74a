-- works with: 0037
-- How many requests a minute a key may make, where it differs from the setting of the installation. See
-- docs/decisions/0107-requests-of-a-key.md.

alter table api_keys add column requests_per_minute integer check (requests_per_minute > 0);
