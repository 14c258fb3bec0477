-- DAT-27: what a person agreed to, declared or withdrew, and the words that they saw.
create table consent_movements (
  id bigint generated always as identity primary key,
  -- null once the account is deleted; then a keyed hash of its e-mail address remains, as proof.
  user_id uuid references "user" (id) on delete set null,
  subject_digest text check (user_id is null or subject_digest is null),
  kind text not null check (kind in ('terminos', 'privacidad', 'datos_sensibles', 'ia_externa')),
  -- The day of the words.
  version date not null,
  text_sha256 text not null check (text_sha256 ~ '^[0-9a-f]{64}$'),
  given boolean not null,
  -- The case that the consent is about. No reference: the proof stays when the case is deleted.
  case_id uuid check (case_id is null or kind = 'datos_sensibles'),
  -- Where it was given or withdrawn, in Spanish.
  screen text not null check (length(screen) between 1 and 60),
  at timestamptz not null default app_now()
);
create index consent_movements_by_user on consent_movements (user_id, id);
create index consent_movements_by_time on consent_movements (at);

-- Rows are never changed, except that a deleted account leaves its own, nor deleted within five years.
create function refuse_change_of_consent() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < app_now() - interval '5 years' then
    return old;
  end if;
  if tg_op = 'UPDATE' and new.user_id is null and
    (new.id, new.kind, new.version, new.text_sha256, new.given, new.case_id, new.screen, new.at) is not distinct from
    (old.id, old.kind, old.version, old.text_sha256, old.given, old.case_id, old.screen, old.at) then
    return new;
  end if;
  raise exception 'consent_movements is append-only';
end $$;
create trigger consent_movements_append_only before update or delete on consent_movements
  for each row execute function refuse_change_of_consent();

-- Everybody who registered saw «Al registrarte aceptas los Términos y Condiciones y la Política de Privacidad.». Cases get
-- none: their clients are asked.
insert into consent_movements (user_id, kind, version, text_sha256, given, screen, at)
select u.id, d.kind, '2025-07-02', d.text_sha256, true, 'anterior al libro', u."createdAt"
from "user" u
cross join (values
  ('terminos', '67cf41cf37517f0701d1cc4ab59f484e9fb0e427571df6a11b4bd035452fe0df'),
  ('privacidad', 'cb662130840c8b44ef96f7dca991dbe7b54a5344cccc36d03341f836dba920ee')
) as d (kind, text_sha256)
where u.signup_role <> 'admin';
