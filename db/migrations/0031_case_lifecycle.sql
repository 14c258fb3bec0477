-- SEG-33: a client may withdraw a case that has no lawyer, and publish it again.
alter table cases
  add column withdrawn_at timestamptz,
  add column withdrawal_reason text check (length(withdrawal_reason) between 1 and 60),
  -- SEG-34 counts from here, or from `created_at`.
  add column republished_at timestamptz;
-- contract: the check that replaces it allows all that this one did
alter table cases drop constraint cases_status_check;
alter table cases add constraint cases_status_check
  check (status in ('ingresado', 'activo', 'en progreso', 'finalizado', 'retirado'));
-- contract: the check that replaces it allows all that this one did
alter table cases drop constraint cases_check2;
alter table cases
  add constraint cases_lawyer_by_acceptance check ((status in ('ingresado', 'retirado')) = (proposal_accepted_at is null)),
  add constraint cases_withdrawn check ((status = 'retirado') = (withdrawn_at is not null)),
  add constraint cases_withdrawn_of_client check (status <> 'retirado' or (client_id is not null and lawyer_id is null));

-- SEG-32: what a case said before each edit, oldest first.
create table case_revisions (
  case_id uuid not null references cases (id) on delete cascade,
  n integer not null check (n >= 1),
  title text not null,
  description text not null,
  specialty text,
  commune text,
  details jsonb not null,
  replaced_at timestamptz not null default app_now(),
  primary key (case_id, n)
);

-- SEG-34: «¿Sigues buscando abogado?», asked once for each number of days that a case has been open.
create table open_case_questions (
  case_id uuid not null references cases (id) on delete cascade,
  days integer not null check (days > 0),
  -- When the case was published, the last time.
  published_at timestamptz not null,
  asked_at timestamptz not null default app_now(),
  -- Null: not answered.
  answered_at timestamptz,
  primary key (case_id, published_at, days)
);

-- SEG-36, SEG-37, SEG-40: how a lawyer closed a case, and what became of it. Of a closed case the newest row is in force.
create table case_closings (
  -- Made by the lawyer's browser.
  id uuid primary key,
  case_id uuid not null references cases (id) on delete cascade,
  closer_id uuid references profiles (id) on delete set null,
  -- A key of OUTCOMES in closings/schema.ts.
  outcome text not null check (length(outcome) between 1 and 60),
  -- 2,000 and 1,000 seen characters, each of which may be several.
  body text not null check (char_length(body) between 1 and 8000),
  remaining text check (char_length(remaining) between 1 and 8000),
  closed_at timestamptz not null default app_now(),
  -- The client did not agree.
  objected_at timestamptz,
  objection text check (char_length(objection) between 1 and 4000),
  -- The client asked to reopen the case, and the lawyer refused.
  requested_at timestamptz,
  request text check (char_length(request) between 1 and 4000),
  declined_at timestamptz,
  decline_reason text check (char_length(decline_reason) between 1 and 4000),
  -- The lawyer reopened it.
  reopened_at timestamptz,
  reopening_reason text check (char_length(reopening_reason) between 1 and 4000),
  check ((objected_at is null) = (objection is null)),
  check ((requested_at is null) = (request is null)),
  check ((declined_at is null) = (decline_reason is null)),
  check ((reopened_at is null) = (reopening_reason is null)),
  check (objected_at is null or reopened_at is null),
  check (declined_at is null or requested_at is not null)
);
create unique index case_closings_one_open on case_closings (case_id) where objected_at is null and reopened_at is null;
create index case_closings_newest on case_closings (case_id, closed_at desc);
create index case_closings_by_closer on case_closings (closer_id) where closer_id is not null;
