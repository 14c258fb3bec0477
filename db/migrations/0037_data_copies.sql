-- DAT-05 to DAT-08: copies of a person's data.
create table data_copies (
  id uuid primary key default uuidv7(),
  user_id uuid not null references "user" (id) on delete cascade,
  -- The address when it was asked for: with another address the copy has expired.
  email text not null,
  state text not null default 'pedida' check (state in ('pedida', 'preparando', 'lista', 'fallida', 'vencida')),
  requested_at timestamptz not null default app_now(),
  ready_at timestamptz,
  expires_at timestamptz,
  -- Files that could not be included.
  missing_files integer not null default 0 check (missing_files >= 0),
  bytes bigint not null default 0 check (bytes >= 0),
  -- Keys in bucket copias, in the order of the parts.
  file_keys text[] not null default '{}',
  check (state <> 'lista' or num_nulls(ready_at, expires_at) = 0)
);
create unique index data_copies_one_in_preparation on data_copies (user_id) where state in ('pedida', 'preparando');
create index data_copies_newest on data_copies (user_id, requested_at desc);
create index data_copies_ready on data_copies (expires_at) where state = 'lista';
