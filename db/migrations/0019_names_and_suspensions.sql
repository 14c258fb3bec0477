-- H-03: the name beside the badge is one that an administrator has seen.
alter table profiles
  -- Of a verified lawyer: the name that was verified or confirmed since. The badge is beside no other.
  add column verified_name text,
  add column name_changed_at timestamptz;
update profiles set verified_name = name where verification_status = 'verified';

-- «Nombres por confirmar», oldest first.
create index profiles_names_to_confirm on profiles (name_changed_at, id)
  where verification_status = 'verified' and verified_name is distinct from name;

-- A name as the eye reads it: letters of other scripts, digits and signs are the Latin letter they look like; «l» and «i» are one.
create function name_skeleton(text) returns text
  language sql immutable parallel safe strict
  return translate(folded(normalize($1, NFKD)), 'авсеіјкмнорѕтухԁһԛԝαβεηικμνορτυχωıɑɡłøđ0134578@$l', 'abceijkmhopstyxdhqwabenikmvoptuxwiagiodoieastbasi');
create index profiles_lawyers_alike on profiles (name_skeleton(name))
  where role = 'lawyer' and verification_status = 'verified';

-- H-04: what is suspended. Nothing of the account is changed, so that restoring it brings everything back as it was.
alter table "user"
  add column suspended_at timestamptz,
  add column suspension_reason text check (char_length(suspension_reason) between 1 and 1000),
  add constraint user_suspended check ((suspended_at is null) = (suspension_reason is null));

-- A suspended lawyer stays verified but is not found: everything that shows lawyers asks for is_verified.
alter table lawyer_profiles add column is_suspended boolean not null default false;
-- contract: the release before suspends nobody, and for everybody else the new rule says the same.
alter table lawyer_profiles drop constraint lawyer_profiles_check;
alter table lawyer_profiles add constraint lawyer_profiles_verified
  check (is_verified = (verification_status = 'verified' and not is_suspended));

-- Open cases of suspended clients: the market leaves them out. Few at any time, so that each look at the market has all of them.
create table paused_cases (
  case_id uuid primary key references cases (id) on delete cascade
);

-- A review that an administrator hid: its author and the lawyer see that, nobody else sees it, and it does not count.
alter table reviews
  add column hidden_at timestamptz,
  add column hidden_reason text check (char_length(hidden_reason) between 1 and 1000),
  add constraint reviews_hidden check ((hidden_at is null) = (hidden_reason is null));

-- H-02: what outlives a lawyer's account, by a keyed digest of the RUT: for the administrator who looks at it next, and so
-- that a plan's credits are granted once a month.
create table former_lawyers (
  id bigint generated always as identity primary key,
  rut_digest text not null check (rut_digest ~ '^[0-9a-f]{64}$'),
  left_at timestamptz not null default app_now(),
  -- What the reviews came to.
  review_count integer not null check (review_count >= 0),
  rating_sum integer not null check (rating_sum between review_count and 5 * review_count),
  -- A list of {outcome, reason, decidedAt}, newest first.
  decisions jsonb not null check (jsonb_typeof(decisions) = 'array')
);
create index former_lawyers_by_rut on former_lawyers (rut_digest, left_at desc);
create table former_grants (
  rut_digest text not null check (rut_digest ~ '^[0-9a-f]{64}$'),
  plan text not null references plans (id),
  granted_at timestamptz not null,
  primary key (rut_digest, plan)
);
create index former_grants_by_plan on former_grants (plan);
create index audit_log_of_suspensions on audit_log (object) where action = 'account.suspended';
