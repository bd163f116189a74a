-- works with: 0037
-- A group spans countries: a site may have a time zone and a currency of its own. See docs/decisions/0138-settings-of-a-site.md.

alter table sites add column time_zone text, add column currency text;

-- what these sites say, by id, and the site of each of their branches: read with the settings of the client by everybody who calls
alter table system_clients add column places json;
