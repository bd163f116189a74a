-- works with: 0037
-- without a transaction
-- A plate leads to its car whether or not somebody names the country, which stands before it in the key.
create index concurrently if not exists vehicles_by_plate on vehicles (system_client_id, split_part(key, '/', -1), seen_at)
  where key like 'plate/%';
