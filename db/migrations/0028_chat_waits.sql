-- SEG-62: conversations whose newest messages somebody has not read for some time, and how far the events of
-- messages were followed.
create table chat_waits (
  chat_id uuid not null references chats (id) on delete cascade,
  -- The side that has not read.
  side text not null check (side in ('client', 'lawyer')),
  -- The first unread message of the other side.
  first_seq integer not null check (first_seq >= 1),
  first_at timestamptz not null,
  -- When the next notice is due; null after the last one.
  due_at timestamptz,
  notices integer not null default 0 check (notices between 0 and 2),
  primary key (chat_id, side)
);
create index chat_waits_due on chat_waits (due_at) where due_at is not null;

create table event_cursors (
  name text primary key check (length(name) between 1 and 60),
  epoch uuid not null,
  xid xid8 not null,
  id bigint not null
);
