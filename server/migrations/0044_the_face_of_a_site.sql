-- What owners recognise their garage by: colours and hours of a site, pictures of its advisors.
-- See docs/decisions/0090-the-face-of-a-dealership.md.

alter table sites add column main_colour text, add column second_colour text,
  add column hours text[] not null default '{}';

create table advisor_pictures (
  system_client_id text not null,
  site_id text not null,
  -- Id of the person in the DMS, or the e-mail address in small letters.
  person text not null,
  -- SHA-256 of the picture's file, which is stored with the client's photos.
  file text not null,
  created_at timestamp with time zone not null,
  primary key (system_client_id, site_id, person),
  foreign key (system_client_id, site_id) references sites (system_client_id, id)
);
