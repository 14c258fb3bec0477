-- H-05. When a lawyer opened the chat from the market; null: the client opened it. Until the client's first answer the
-- lawyer sees first name and initial only.
alter table chats add column market_opened_at timestamptz;
-- Whether each side has answered: a message of their own, the lawyer's proposal, the client's acceptance. None of the three
-- is indexed, so a message still updates its chat in place.
alter table chats add column client_answered boolean not null default false;
alter table chats add column lawyer_answered boolean not null default false;

update chats set market_opened_at = m.created_at
from credit_movements m where m.chat_id = chats.id and m.kind = 'spend';

update chats set client_answered = true
where exists (select from messages m where m.chat_id = chats.id and m.side = 'client' and m.type = 'text')
  or exists (select from proposals p where p.chat_id = chats.id and p.status = 'accepted');

update chats set lawyer_answered = true
where exists (select from messages m where m.chat_id = chats.id and m.side = 'lawyer' and m.type <> 'system');
