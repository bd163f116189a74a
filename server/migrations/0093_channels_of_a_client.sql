-- works with: 0037
-- The channels of messages that a client has of its own, and the bot that a person started. See
-- docs/decisions/0135-channels-of-a-client.md.

create table message_channels (
  system_client_id text not null,
  channel text not null,
  -- as the console shows them; no secret is among them
  settings jsonb not null,
  -- with the installation's key: password, key of the gateway, token of the bot
  sealed_secret bytea,
  -- of Telegram: found by it when something is to be read
  bot_id text,
  changed_at timestamptz not null,
  constraint message_channels_pkey primary key (system_client_id, channel),
  constraint message_channels_client_fkey foreign key (system_client_id) references system_clients,
  constraint message_channels_channel_check check (channel in ('email', 'sms', 'telegram'))
);

-- '': the bot of the installation
alter table telegram_contacts add column bot_id text not null default '';
