-- DAT-24: since when the mailbox of a request without an account is known to be the asker's.
alter table desk_requests add column confirmed_at timestamptz;
update desk_requests d set confirmed_at = coalesce(
  (select min(m.sent_at) from request_messages m where m.request_id = d.request_id and m.kind = 'received'),
  r.received_at)
from data_requests r where r.id = d.request_id and r.state <> 'por_confirmar';

-- A granted opposition (DAT-17) blocks beside a request to block the same profile: each request ends its own block.
alter table data_blocks add column by_opposition boolean not null default false;
update data_blocks b set by_opposition = true from data_requests r where r.id = b.request_id and r.kind = 'oponer';
drop index data_blocks_once;
-- contract: no release has blocks. Blocks without an account are not offered, so no asker is known by a digest.
alter table data_blocks drop column asker_digest, alter column asker_id set not null;
create unique index data_blocks_once on data_blocks (object_id, asker_id, by_opposition);
