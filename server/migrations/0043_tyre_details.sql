-- What was read on a tyre beside its tread: up to three depths, the week of production and the size. The answer keeps the lowest
-- depth; the DMS reads nothing of this table.
create table tyre_details (
  system_client_id text not null,
  survey_id text not null,
  question_id text not null,
  inner_depth text,
  middle_depth text,
  outer_depth text,
  dot text,
  size text,
  noted_at timestamptz not null,
  noted_by text,
  constraint tyre_details_pkey primary key (system_client_id, survey_id, question_id),
  constraint tyre_details_survey foreign key (system_client_id, survey_id) references surveys (system_client_id, id)
);
