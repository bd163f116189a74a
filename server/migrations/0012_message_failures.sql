-- Messages: an owner who asks for a new link is told to the advisor, and a failure has a name the app has words for.

-- Ours alone: the interface knows the other five, and no callback tells of this one.
alter table messages drop constraint messages_type_check;
alter table messages add constraint messages_type_check check (type in ('surveyResultsEmail', 'vcApproval',
  'videoRecordedNotification', 'customerDecisionNotification', 'customerFeedbackNotification',
  'linkRequestNotification'));

-- Of the failure in words beside it; null on what failed before there were names.
alter table messages add column failure_code text;
