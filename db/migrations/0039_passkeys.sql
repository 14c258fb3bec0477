-- DAT-44: the passkeys of a person. `counter` only grows, where the authenticator counts at all: one that goes back means a
-- copied key.
create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references "user" (id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  name text not null,
  used_at timestamptz,
  created_at timestamptz not null default app_now()
);
create index passkeys_by_user on passkeys (user_id);

-- DAT-44: what an authenticator has been asked to sign, for one purpose and one browser, whose token is part of the digest.
-- Without a person: a sign-in with any key.
create table passkey_challenges (
  digest text primary key,
  user_id uuid references "user" (id) on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default app_now()
);
create index passkey_challenges_by_user on passkey_challenges (user_id);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
