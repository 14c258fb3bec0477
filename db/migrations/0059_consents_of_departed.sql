-- DAT-38: the consents of a deleted account stay five years after its deletion. Rows of accounts deleted before have null,
-- and stay five years after they were written.
alter table consent_movements add column left_at timestamptz check (user_id is null or left_at is null);
