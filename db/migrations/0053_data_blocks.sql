-- DAT-18, DAT-19: data that is not used while a request about it is decided, or since it was granted.
create table data_blocks (
  id uuid primary key default uuidv7(),
  request_id uuid not null unique references data_requests (id) on delete cascade,
  asker_id uuid references "user" (id) on delete cascade,
  -- Of somebody without an account: the keyed digest of the address.
  asker_digest text,
  object text not null check (object in ('perfil', 'causa', 'resena')),
  -- The lawyer, case or review; it may be gone.
  object_id uuid not null,
  state text not null default 'provisional' check (state in ('provisional', 'vigente', 'levantado')),
  began_at timestamptz not null default app_now(),
  ended_at timestamptz,
  check ((state = 'levantado') = (ended_at is not null)),
  check (num_nonnulls(asker_id, asker_digest) = 1)
);
create unique index data_blocks_once on data_blocks (object_id, coalesce(asker_id::text, asker_digest));
create index data_blocks_of_asker on data_blocks (asker_id) where asker_id is not null;

-- A blocked profile is not found; its lawyer still works, so it stays verified.
alter table lawyer_profiles add column profile_blocked_at timestamptz;
-- A blocked review is shown as stars only; it still counts.
alter table reviews add column text_blocked_at timestamptz;
-- Why a case is out of the market. Suspensions were the only reason before.
alter table paused_cases
  add column for_suspension boolean not null default true,
  add column for_block boolean not null default false,
  add constraint paused_cases_why check (for_suspension or for_block);

-- As before, and without blocked profiles.
create or replace function list_lawyer() returns trigger language plpgsql as $$
declare
  known_as text;
begin
  if not new.is_verified or new.profile_blocked_at is not null then
    delete from lawyer_listing where id = new.id;
    return null;
  end if;
  -- The name is held before the listing, as by whoever changes it: nobody misses the other, nobody waits in a circle.
  select name into known_as from profiles where id = new.id for no key update;
  insert into lawyer_listing as l (id, grade, tie, name, specialties, commune, experience, price) values (
    new.id, listing_grade(new.plan, new.rating_sum, new.rating_count), listing_tie(new.rating_count, new.experience),
    folded(known_as), new.specialties, new.address_commune, coalesce(new.experience, 0), new.price
  )
  on conflict (id) do update set
    grade = excluded.grade, tie = excluded.tie, name = excluded.name, specialties = excluded.specialties,
    commune = excluded.commune, experience = excluded.experience, price = excluded.price
  where (l.grade, l.tie, l.name, l.specialties, l.commune, l.experience, l.price) is distinct from (
    excluded.grade, excluded.tie, excluded.name, excluded.specialties, excluded.commune, excluded.experience,
    excluded.price
  );
  return null;
end $$;

create or replace trigger list_lawyer
  after insert or update of is_verified, profile_blocked_at, plan, rating_sum, rating_count, experience, specialties,
    address_commune, price
  on lawyer_profiles for each row execute function list_lawyer();

-- contract: the new check allows everything that the dropped one did
alter table request_messages
  drop constraint request_messages_kind_check,
  add constraint request_messages_kind_check check
    (kind in ('received', 'extended', 'identity', 'proven', 'answer', 'withdrawn', 'unblocked', 'lifted'));
