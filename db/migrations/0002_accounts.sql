-- better-auth's four tables keep its names and its camel case (docs/decisions/0005); the rest is ours.
create table "user" (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  -- Normalised before it is stored, so that a twin in other letters cannot open a second account.
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  "emailVerified" boolean not null default false,
  image text,
  -- What was chosen at sign-up. Shown when the profile is missing (AUT-22); gives no right.
  signup_role text not null check (signup_role in ('client', 'lawyer', 'admin')),
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);

alter table audit_log add foreign key (actor_id) references "user" (id) on delete set null;
create index audit_log_by_actor on audit_log (actor_id);

create table session (
  id uuid primary key,
  "userId" uuid not null references "user" (id) on delete cascade,
  token text not null unique,
  "expiresAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index session_by_user on session ("userId");
create index session_by_expiry on session ("expiresAt");

create table account (
  id uuid primary key,
  "userId" uuid not null references "user" (id) on delete cascade,
  "accountId" text not null,
  "providerId" text not null,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text,
  password text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  unique ("providerId", "accountId")
);
create index account_by_user on account ("userId");

create table verification (
  id uuid primary key,
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index verification_by_identifier on verification (identifier);
create index verification_by_expiry on verification ("expiresAt");

-- ENT-03. The role decided here is the only one that gives rights.
create table profiles (
  id uuid primary key references "user" (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  email text not null unique check (email = lower(email)),
  avatar_url text,
  role text not null check (role in ('client', 'lawyer', 'admin')),
  verification_status text
    check (verification_status in ('email_pending', 'profile_pending', 'admin_pending', 'verified')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Only lawyers are verified, and every lawyer stands somewhere on that road (AUT-19).
  check ((role = 'lawyer') = (verification_status is not null))
);
create index profiles_by_role on profiles (role);

-- ENT-04
create table client_profiles (
  id uuid primary key references profiles (id) on delete cascade,
  created_at timestamptz not null default now()
);

-- ENT-05: the columns that the session shows; the professional ones come with onboarding.
create table lawyer_profiles (
  id uuid primary key references profiles (id) on delete cascade,
  verification_status text not null default 'email_pending'
    check (verification_status in ('email_pending', 'profile_pending', 'admin_pending', 'verified')),
  is_verified boolean not null default false,
  plan text not null default 'gratis' check (plan in ('gratis', 'basico', 'intermedio', 'avanzado')),
  credits_available integer not null default 0 check (credits_available >= 0),
  credits_used integer not null default 0 check (credits_used >= 0),
  plan_last_updated timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (is_verified = (verification_status = 'verified'))
);
