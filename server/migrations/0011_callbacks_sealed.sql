-- Callbacks: a body holds the link of the owner's page, so it is sealed as keys are; and a lane is one process's at a time, so
-- that it may claim ahead.

alter table callback_deliveries
  -- of those written before bodies were sealed
  alter column body drop not null,
  -- AES-256-GCM, bound to this delivery; opened it is sent byte for byte
  add column sealed_body bytea,
  -- the loop that holds the lease; null for one that is sent beside its lane
  add column leased_by text,
  add constraint callback_deliveries_one_body check ((body is null) <> (sealed_body is null));
