-- works with: 0037
-- The search compares names by their sound and finds telephone numbers, people and requests: see
-- docs/decisions/0085-a-search-by-sound.md. The rule is in the code, so the code renews what is stored: one job for each system
-- client, in slices, in the background. Until then a car is found by its old terms.
insert into jobs (system_client_id, id, kind, payload, due_at, created_at)
select system_client_id, 'search.renew', 'search.renew', '{}', now(), now() from system_clients
on conflict (system_client_id, id) do nothing;
