-- DAT-69 to DAT-72: what follows a report.
create table sanctions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references "user" (id) on delete cascade,
  report_id uuid references reports (id) on delete set null,
  kind text not null check (kind in ('advertencia', 'ocultar', 'suspender')),
  state text not null check (state in ('anunciada', 'vigente', 'retirada', 'terminada')),
  -- A rule of /normas, and the reason that its person reads.
  rule smallint not null check (rule between 1 and 8),
  reason text not null check (char_length(reason) between 20 and 10000),
  -- Why a suspension was not announced first.
  urgent_reason text check (char_length(urgent_reason) between 20 and 10000),
  -- Of hidden content.
  review_id uuid references reviews (id) on delete set null,
  decided_by uuid references "user" (id) on delete set null,
  created_at timestamptz not null default app_now(),
  starts_at timestamptz not null,
  -- Null: until it is lifted; then it is reviewed every 90 days.
  ends_at timestamptz,
  reviewed_at timestamptz not null default app_now(),
  -- What its person answers to an announcement.
  answer text check (char_length(answer) between 1 and 20000),
  answered_at timestamptz,
  closed_at timestamptz,
  closing_reason text check (char_length(closing_reason) between 20 and 10000),
  check (kind = 'suspender' or state in ('vigente', 'terminada')),
  check ((answer is null) = (answered_at is null)),
  check ((state in ('retirada', 'terminada')) = (closed_at is not null))
);
create unique index sanctions_one_open_suspension on sanctions (user_id)
  where kind = 'suspender' and state in ('anunciada', 'vigente');
create index sanctions_of_person on sanctions (user_id, created_at desc);
create index sanctions_to_begin on sanctions (starts_at) where state = 'anunciada';
create index sanctions_open_suspensions on sanctions (created_at) where kind = 'suspender' and state in ('anunciada', 'vigente');
create index sanctions_of_report on sanctions (report_id) where report_id is not null;
create index sanctions_of_review on sanctions (review_id) where review_id is not null;

create table appeals (
  sanction_id uuid primary key references sanctions (id) on delete cascade,
  text text not null check (char_length(text) between 1 and 20000),
  state text not null default 'apelada' check (state in ('apelada', 'confirmada', 'revocada')),
  created_at timestamptz not null default app_now(),
  decided_by uuid references "user" (id) on delete set null,
  decision text check (char_length(decision) between 20 and 10000),
  decided_at timestamptz,
  check ((state = 'apelada') = (decided_at is null)),
  check ((decision is null) = (decided_at is null))
);
create index appeals_open on appeals (created_at) where state = 'apelada';

-- A suspended person reads and appeals; everything else is refused. The session reads it.
alter table profiles add column suspended_at timestamptz;
