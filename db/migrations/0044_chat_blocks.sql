-- DAT-68: each party can block the other. Then neither writes; both still read.
alter table chats
  add column client_blocked_at timestamptz,
  add column lawyer_blocked_at timestamptz;
-- The open cases of clients who blocked a lawyer are out of the market for that lawyer.
create index chats_blocked_by_client on chats (lawyer_id, client_id) where client_blocked_at is not null;
