-- DAT-16, DAT-75: what became of the e-mail about a message of a request, as proof of sending. Its notice has it only for
-- some months.
alter table request_messages
  -- 'read': it was read in Amparo before the e-mail left. Null: not known yet, or it has no e-mail.
  add column mail_outcome text check (mail_outcome in ('sent', 'read', 'failed')),
  add column mail_settled_at timestamptz,
  add constraint request_messages_mail_settled check ((mail_outcome is null) = (mail_settled_at is null));
create index request_messages_without_outcome on request_messages (sent_at)
  where mail_outcome is null and kind in ('received', 'extended', 'identity', 'answer', 'lifted');

comment on column data_requests.reminded_on is 'The day on which it was last looked at for a reminder.';
