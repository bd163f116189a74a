-- Without "works with": a process that does not know this table would serve photos without their blurred areas.
-- What staff drew on photos: arrows, circles, words, blurred areas. It may come before its photo, so it belongs to the survey.
-- `blurred` and `drawn` name the pictures made from it: with the blurred areas only, and with everything; null if they are the photo.
create table photo_markups (
  system_client_id text not null,
  survey_id text not null,
  photo_id text not null,
  version text not null,
  shapes json not null,
  blurred text,
  drawn text,
  saved_at timestamptz not null,
  saved_by text not null,
  replaced_at timestamptz,
  replaced_by text,
  constraint photo_markups_pkey primary key (system_client_id, survey_id, photo_id),
  constraint photo_markups_survey foreign key (system_client_id, survey_id) references surveys (system_client_id, id)
);
