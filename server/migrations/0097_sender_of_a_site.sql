-- works with: 0037
-- A site sends by the channels of its client under a name and address of its own. See docs/decisions/0139-sender-of-a-site.md.

alter table sites add column mail_from text, add column mail_from_name text, add column sms_from text;
