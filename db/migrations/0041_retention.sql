-- DAT-37, DAT-38: what each run of the rules of retention deleted.
create table retention_runs (
  id bigint generated always as identity primary key,
  rule text not null check (length(rule) between 1 and 60),
  -- What is older than this was deleted.
  cut_off timestamptz not null,
  rows integer not null default 0 check (rows >= 0),
  files integer not null default 0 check (files >= 0),
  started_at timestamptz not null default app_now(),
  -- Null: it runs, or its process was killed.
  finished_at timestamptz,
  -- The message of the error that ended it.
  error text
);
create index retention_runs_of_rule on retention_runs (rule, id desc);

-- The hash of an ID card and the time at which it was deleted stay.
alter table lawyer_profiles
  add column id_card_sha256 text check (id_card_sha256 ~ '^[0-9a-f]{64}$'),
  add column id_card_deleted_at timestamptz;

-- contract: the new check allows everything that the dropped one did
alter table lawyer_profiles
  drop constraint lawyer_profiles_complete,
  add constraint lawyer_profiles_complete check (
    verification_status in ('email_pending', 'profile_pending')
    or (num_nulls(experience, description, phone_number, rut, birth_date, address_street, address_commune,
          address_region, location, university, graduation_year) = 0
      and cardinality(specialties) > 0
      -- A card is deleted after the decision only.
      and (id_card_path is not null or verification_status = 'verified' and id_card_deleted_at is not null))
  ) not valid;
