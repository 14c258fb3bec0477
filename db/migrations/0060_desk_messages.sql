-- contract: the new check allows everything that the dropped one did
alter table request_messages
  drop constraint request_messages_kind_check,
  add constraint request_messages_kind_check check
    (kind in ('received', 'extended', 'identity', 'proven', 'attached', 'answer', 'withdrawn', 'unblocked', 'lifted'));
