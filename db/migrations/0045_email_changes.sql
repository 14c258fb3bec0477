-- DAT-55: changes of the e-mail address of an account. `undo_until`: until when the link sent to the old address undoes it.
-- While one is disputed, the account has no sessions and nobody signs in.
create table email_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references "user" (id) on delete cascade,
  state text not null default 'pedido'
    check (state in ('pedido', 'hecho', 'en_disputa', 'en_revision', 'cerrado', 'revertido')),
  old_email text not null,
  new_email text not null check (new_email <> old_email),
  expires_at timestamptz not null,
  changed_at timestamptz,
  undo_until timestamptz,
  due_at timestamptz,
  claimed_at timestamptz,
  decided_by uuid references "user" (id) on delete set null,
  decision_reason text check (char_length(decision_reason) <= 1000),
  ended_at timestamptz,
  created_at timestamptz not null default app_now(),
  check (state not in ('hecho', 'en_disputa', 'en_revision', 'revertido') or changed_at is not null),
  check (state not in ('en_disputa', 'en_revision') or due_at is not null)
);
create unique index email_changes_open on email_changes (user_id)
  where state in ('pedido', 'en_disputa', 'en_revision');
create index email_changes_by_user on email_changes (user_id);
create index email_changes_expiring on email_changes (expires_at) where state = 'pedido';
create index email_changes_due on email_changes (due_at) where state = 'en_disputa';
-- An address that an account may still get back is not free.
create index email_changes_by_old_email on email_changes (old_email)
  where state in ('hecho', 'en_disputa', 'en_revision');
