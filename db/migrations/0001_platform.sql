-- The clock of every rule in SQL. Tests shift it with: alter database … set app.clock_shift = '2 days'.
create function app_now() returns timestamptz
  language sql stable parallel safe
  return now() + coalesce(nullif(current_setting('app.clock_shift', true), ''), '0')::interval;

-- One row: what this database is. The epoch changes when a backup is restored, so that every browser starts afresh
-- instead of resuming from events that no longer exist (docs/design.md §6).
create table installation (
  only_row boolean primary key default true check (only_row),
  epoch uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now()
);
insert into installation default values;

-- Outbox of what browsers must hear: kinds and ids only. Read by (xid, id): ids alone skip an event that a
-- longer transaction commits later (measured, docs/design.md §6).
create table events (
  id bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  user_id uuid,
  audience text check (audience in ('mercado')),
  kind text not null check (length(kind) between 1 and 60),
  ref uuid,
  created_at timestamptz not null default now(),
  primary key (xid, id),
  check (num_nonnulls(user_id, audience) = 1)
);
create index events_by_user on events (user_id, xid, id);

-- Failures counted per key (an account seen from an address, an address) inside a window that starts with the first.
create table rate_limits (
  key text primary key check (length(key) <= 200),
  count integer not null check (count >= 0),
  window_start timestamptz not null default app_now()
);

-- Every try to hand an e-mail to the transport. Screens that must say "the mail failed" wait for the first row.
create table mail_attempts (
  id bigint generated always as identity primary key,
  job_key text not null check (length(job_key) <= 200),
  sent boolean not null,
  error text,
  attempted_at timestamptz not null default now()
);
create index mail_attempts_by_job_key on mail_attempts (job_key, id);

-- Where mail goes in local mode: people read it at /correo-local, tests at /api/dev/mailbox.
create table local_mailbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  sent_at timestamptz not null default now()
);
create index local_mailbox_by_recipient on local_mailbox (recipient, id desc);

create table audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid,
  action text not null check (length(action) between 1 and 80),
  object text,
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index audit_log_by_time on audit_log (created_at desc, id desc);
