-- The versions of an answer that nobody has replaced in the knowledge of them (I1). One in most rows; several where two
-- people answered a question without having seen each other.
create table answer_taps (
  system_client_id text not null,
  survey_id text not null,
  question_id text not null,
  -- of a question with several answers, or an entered one: which; else empty
  slot text not null,
  -- [{ version, at, arrivedAt, login, name, device, answer }], the one that stands first
  versions json not null,
  version_count smallint not null,
  primary key (system_client_id, survey_id, question_id, slot),
  constraint answer_taps_survey foreign key (system_client_id, survey_id) references surveys on delete cascade
);
create index answer_taps_conflicts on answer_taps (system_client_id, survey_id) where version_count > 1;
