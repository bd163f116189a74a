-- When a car was promised to its owner, and who works on it: set in the app or by the DMS, beside what the order itself says.
-- See docs/decisions/0082-the-work-plan-of-a-car.md.
create table car_plans (
  system_client_id text not null references system_clients,
  card_kind text not null,
  card_id text not null,
  -- as it was sent, and the instant it means
  promised text,
  promised_at timestamptz,
  -- when somebody set or took it back, by the service's clock, and who: as in events
  promised_set_at timestamptz,
  promised_set_by text,
  -- a person as the interface shows one; the login if it is one of ours
  technician json,
  technician_login_id text,
  technician_set_at timestamptz,
  technician_set_by text,
  constraint car_plans_pkey primary key (system_client_id, card_kind, card_id),
  constraint car_plans_kind check (card_kind in ('order', 'lead'))
);
