-- SEG-29: the secret address of a person's calendar. One a person; without a row there is none.
create table calendar_feeds (
  user_id uuid primary key references profiles (id) on delete cascade,
  -- SHA-256 of the 32 random bytes of the address, which itself is stored nowhere.
  token_digest bytea not null unique check (length(token_digest) = 32),
  -- Whether titles name cases and people.
  with_names boolean not null default false,
  -- Grows with every change of `with_names`, which changes all titles.
  revision integer not null default 0,
  changed_at timestamptz not null default app_now(),
  created_at timestamptz not null default app_now()
);
