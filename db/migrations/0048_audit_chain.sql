-- DAT-64: rows of audit_log are never deleted. The only changes allowed erase who and what, for the deletion of an
-- account and the retention of looks, or show a look to its person earlier.
create function refuse_change_of_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.id, new.action, new.purpose, new.created_at)
      is not distinct from (old.id, old.action, old.purpose, old.created_at)
    and (new.actor_id is null or new.actor_id is not distinct from old.actor_id)
    and (new.object is null or new.object is not distinct from old.object)
    and (new.person_id is null or new.person_id is not distinct from old.person_id)
    and (new.hidden_until is null or new.hidden_until is not distinct from old.hidden_until)
    and (new.details = '{}' or new.details = old.details) then
    return new;
  end if;
  raise exception 'audit_log is append-only';
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change_of_audit_log();

-- DAT-64: each seal covers the rows after those of the seal before it, up to last_row. Its hash contains the hash of the
-- seal before it and what is never erased of its rows: id, time, action and purpose.
create table audit_seals (
  id bigint generated always as identity primary key,
  last_row bigint not null unique,
  rows integer not null check (rows > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  sealed_at timestamptz not null default app_now()
);
create function refuse_change_of_audit_seal() returns trigger language plpgsql as $$
begin
  raise exception 'audit_seals is append-only';
end $$;
create trigger audit_seals_append_only before update or delete on audit_seals
  for each row execute function refuse_change_of_audit_seal();

-- The register of actions is read by person and by purpose.
create index audit_log_by_purpose on audit_log (purpose, id desc) where purpose is not null;
create index audit_log_by_action on audit_log (action, id desc);

-- DAT-37: the administrators' page «Retención» reads the words of a rule from its runs.
alter table retention_runs
  add column title text,
  add column period text;
