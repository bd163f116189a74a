-- What customers decided on the telephone or at the counter, as staff recorded it. A row speaks of the decision its quote has
-- now while date and way are the same; what the owner or the DMS decided since makes it a thing of the past.
create table recorded_decisions (
  system_client_id text not null,
  survey_id text not null,
  quote_id text not null,
  approval_date text not null,
  approval_medium text not null,
  recorded_by text not null,
  -- with whom, by name
  spoke_with text,
  -- what the owner had decided online before: it stands again when this is taken back
  replaced json,
  constraint recorded_decisions_pkey primary key (system_client_id, survey_id, quote_id),
  constraint recorded_decisions_survey foreign key (system_client_id, survey_id) references surveys on delete cascade
);
