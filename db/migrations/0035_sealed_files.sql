-- DAT-56, DAT-57: encryption at rest. The keys themselves are in a file outside the database and its backups.

-- Keys with which something is sealed. A process whose file lacks one of them refuses to start.
create table encryption_keys (
  id text primary key check (id ~ '^k[0-9a-f]{12}$'),
  -- HMAC-SHA256 of a fixed text with the key: tells another key under the same id.
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  used_since timestamptz not null default app_now()
);

-- The key that the file is sealed with; null: it is stored in clear. The reference keeps a key that is needed.
alter table stored_files add column sealed_with text references encryption_keys (id);
create index stored_files_sealed_with on stored_files (sealed_with) where sealed_with is not null;

-- copias: copies of a person's data. evidencia: files of requests and reports.
-- contract: the new check allows everything that the dropped one did
alter table stored_files
  drop constraint stored_files_bucket_check,
  add constraint stored_files_bucket_check check (bucket in ('avatars', 'identidad', 'certificados', 'copias', 'evidencia'));
