-- DAT-56, DAT-57: the key of ENCRYPTION_KEYS_FILE that a secret is sealed with; null: the one of SESSION_SECRET, as before.
-- Taken from the text itself, so that a process of the release before, which writes only the text, leaves it right. The
-- reference keeps a key that is needed.
alter table totp_secrets
  add column sealed_with text generated always as (substring(sealed from '^(k[0-9a-f]{12})\.')) stored
    references encryption_keys (id);
create index totp_secrets_sealed_with on totp_secrets (sealed_with) where sealed_with is not null;
