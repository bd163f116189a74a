-- Devices that a login signed in from before: whoever guesses at the login elsewhere does not keep these waiting.
create table sign_in_devices (
  -- SHA-256 of the token in the device's cookie
  device bytea not null,
  login_id text not null references logins,
  seen_at timestamptz not null,
  primary key (device, login_id)
);
create index sign_in_devices_by_login on sign_in_devices (login_id);
create index sign_in_devices_by_age on sign_in_devices (seen_at);

-- Where a session was begun: the network, the device as above, and what the browser says it is. Null for older ones.
alter table sessions add column address text;
alter table sessions add column device bytea;
alter table sessions add column agent text;
