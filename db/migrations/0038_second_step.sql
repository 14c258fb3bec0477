-- DAT-46: the secret of a person's authenticator application. It counts once a right code has confirmed it. A code is
-- used once: last_step is the 30-second step of the last one.
create table totp_secrets (
  user_id uuid primary key references "user" (id) on delete cascade,
  sealed text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default app_now()
);

-- DAT-47: single-use codes, for who has lost the application. Only their digests are stored.
create table recovery_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references "user" (id) on delete cascade,
  digest text not null unique,
  used_at timestamptz,
  created_at timestamptz not null default app_now()
);
create index recovery_codes_by_user on recovery_codes (user_id);

-- DAT-48: sign-ins that wait for their second step. The cookie has the token; password_digest tells whether the password
-- has changed since.
create table sign_in_challenges (
  digest text primary key,
  user_id uuid not null references "user" (id) on delete cascade,
  password_digest text not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default app_now()
);
create index sign_in_challenges_by_user on sign_in_challenges (user_id);
create index sign_in_challenges_by_expiry on sign_in_challenges (expires_at);
