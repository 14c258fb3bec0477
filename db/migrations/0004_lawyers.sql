-- ENT-05: the professional columns. Empty until the form of onboarding is sent.
alter table lawyer_profiles
  -- Chilean pesos for the first consultation.
  add column price integer not null default 0 check (price between 0 and 100000000),
  -- Whole years.
  add column experience integer check (experience between 0 and 70),
  add column description text check (length(description) between 1 and 3000),
  add column specialties text[] not null default '{}' check (cardinality(specialties) <= 46),
  add column phone_number text check (phone_number ~ '^\+569[0-9]{8}$'),
  -- Without dots, with the check digit: 12345678-5.
  add column rut text unique check (rut ~ '^[1-9][0-9]{0,8}-[0-9K]$'),
  add column birth_date date,
  add column address_street text check (length(address_street) between 1 and 120),
  add column address_number text check (length(address_number) between 1 and 20),
  add column address_apartment text check (length(address_apartment) between 1 and 20),
  add column address_commune text check (length(address_commune) between 1 and 60),
  add column address_region text check (length(address_region) between 1 and 60),
  -- «{comuna}, {región}» (TRAP-26).
  add column location text check (length(location) between 1 and 130),
  add column university text check (length(university) between 1 and 80),
  add column graduation_year integer check (graduation_year between 1950 and 2100),
  -- Key in bucket identidad. The link made from it dies after an hour, so it is signed anew each time (TRAP-20).
  add column id_card_path text,
  add column id_card_url text;

-- Nobody is under review, let alone verified, without the data that a review looks at. Lawyers made before this
-- form existed go back to it.
with unfinished as (
  update lawyer_profiles set verification_status = 'profile_pending', is_verified = false
  where verification_status in ('admin_pending', 'verified')
  returning id
)
update profiles set verification_status = 'profile_pending' from unfinished where unfinished.id = profiles.id;

alter table lawyer_profiles add constraint lawyer_profiles_complete check (
  verification_status in ('email_pending', 'profile_pending')
  or (num_nulls(experience, description, phone_number, rut, birth_date, address_street, address_commune,
        address_region, location, university, graduation_year, id_card_path) = 0
    and cardinality(specialties) > 0)
);

-- One live code a lawyer (OPEN-12); a new one takes the row's place.
create table email_codes (
  lawyer_id uuid primary key references profiles (id) on delete cascade,
  code_hash text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  wrong_tries integer not null default 0 check (wrong_tries between 0 and 5)
);

-- Every time a profile was sent to review, and how that ended (OPEN-02).
create table review_submissions (
  id uuid primary key default gen_random_uuid(),
  lawyer_id uuid not null references profiles (id) on delete cascade,
  submitted_at timestamptz not null default app_now(),
  outcome text check (outcome in ('verified', 'returned')),
  reason text check (length(reason) between 1 and 1000),
  decided_by uuid references "user" (id) on delete set null,
  decided_at timestamptz,
  check ((outcome is null) = (decided_at is null)),
  check (coalesce(outcome = 'returned', false) = (reason is not null))
);
create unique index review_submissions_one_open on review_submissions (lawyer_id) where outcome is null;
create index review_submissions_queue on review_submissions (submitted_at, id) where outcome is null;
create index review_submissions_by_lawyer on review_submissions (lawyer_id, submitted_at desc);
create index review_submissions_by_admin on review_submissions (decided_by) where decided_by is not null;

-- What lets a page act on load (OPEN-05): the e-mailed link (admin_id null) or the dashboard's intent of one
-- administrator. Only a hash is kept, and it works once.
create table review_grants (
  token_hash text primary key,
  submission_id uuid not null references review_submissions (id) on delete cascade,
  admin_id uuid references "user" (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default app_now()
);
create index review_grants_by_submission on review_grants (submission_id);
create index review_grants_by_admin on review_grants (admin_id) where admin_id is not null;
create index review_grants_by_expiry on review_grants (expires_at);

-- One row a stored file. The row comes before the file and goes after it, so that neither is ever left alone for
-- longer than a sweep.
create table stored_files (
  -- bucket/{user}/{uuid}.{extension}
  key text primary key check (length(key) between 1 and 200),
  bucket text not null check (bucket in ('avatars', 'identidad', 'certificados')),
  owner_id uuid references "user" (id) on delete set null,
  content_type text not null check (length(content_type) <= 120),
  bytes bigint not null check (bytes >= 0),
  -- As the person named it; never part of a path.
  file_name text not null default '' check (length(file_name) <= 255),
  -- arriving: being written · uploaded: whole, nobody points at it yet · used · discarded: to be deleted.
  state text not null default 'arriving' check (state in ('arriving', 'uploaded', 'used', 'discarded')),
  created_at timestamptz not null default app_now()
);
create index stored_files_by_owner on stored_files (owner_id);
create index stored_files_to_sweep on stored_files (created_at) where state <> 'used';

-- The administrators' register of decisions (OPEN-03) reads these alone, newest first.
create index audit_log_of_reviews on audit_log (id desc)
  where action in ('lawyer.verified', 'lawyer.returned', 'id_document.viewed');
