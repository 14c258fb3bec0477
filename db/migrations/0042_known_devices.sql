-- DAT-54: the browsers that a person has signed in with. The browser has a random token in a cookie; only a digest of it and
-- the person is stored.
create table known_devices (
  user_id uuid not null references "user" (id) on delete cascade,
  digest text not null,
  seen_at timestamptz not null default app_now(),
  created_at timestamptz not null default app_now(),
  primary key (user_id, digest)
);
create index known_devices_by_seen on known_devices (seen_at);
