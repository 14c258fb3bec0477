-- DAT-54: passwords that were replaced lately; nobody may go back to one, because somebody else may know it.
create table replaced_passwords (
  user_id uuid not null references "user" (id) on delete cascade,
  hash text not null,
  expires_at timestamptz not null
);
create index replaced_passwords_by_person on replaced_passwords (user_id, expires_at);
-- After «No fui yo» no password works until the person chooses one.
alter table account add column needs_new_password boolean not null default false;
