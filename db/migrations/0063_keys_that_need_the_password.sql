-- DAT-54: after «No fui yo» the keys added since the sign-in are only a second step: they open nothing without the password.
alter table passkeys add column needs_password boolean not null default false;
