-- DAT-50: requests to take the second step away from an account whose owner has lost it. Each waits 72 hours.
create table factor_losses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references "user" (id) on delete cascade,
  state text not null default 'esperando' check (state in ('esperando', 'quitado', 'cancelada')),
  due_at timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null default app_now()
);
create unique index factor_losses_open on factor_losses (user_id) where state = 'esperando';
create index factor_losses_by_user on factor_losses (user_id);
create index factor_losses_due on factor_losses (due_at) where state = 'esperando';
