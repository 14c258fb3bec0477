-- SEG-03: what happened in a case, one row each, written in the causing transaction.
create table case_entries (
  id uuid primary key default uuidv7(),
  case_id uuid not null references cases (id) on delete cascade,
  -- A kind of ENTRY_KINDS in cases/schema.ts.
  kind text not null check (length(kind) between 1 and 60),
  -- What it is about within its kind, such as the id of a document: the same again changes nothing.
  ref text not null check (length(ref) between 1 and 100),
  -- Null: the system, or somebody whose account was deleted.
  actor_id uuid references profiles (id) on delete set null,
  -- Null: the time is not known.
  at timestamptz default app_now(),
  -- Name of a document, a number, or the like.
  detail text check (char_length(detail) between 1 and 800),
  unique (case_id, kind, ref)
);
-- Newest first; without a time last.
create index case_entries_newest on case_entries (case_id, coalesce(at, to_timestamp(0)) desc, id desc);
create index case_entries_by_actor on case_entries (actor_id) where actor_id is not null;

-- What is known of the cases that exist. A case whose acceptance created it was never published.
insert into case_entries (case_id, kind, ref, actor_id, at)
select id, 'published', id::text, client_id, created_at from cases where created_at is distinct from proposal_accepted_at
order by cases.created_at, cases.id;
insert into case_entries (case_id, kind, ref, actor_id, at)
select id, 'accepted', id::text, client_id, proposal_accepted_at from cases where proposal_accepted_at is not null
order by cases.proposal_accepted_at, cases.id;
-- The times of the rest were not stored. A lawyer finishes a case only after marking it as in progress; one that has lost its
-- lawyer was finished by the deletion of the account.
insert into case_entries (case_id, kind, ref, actor_id, at)
select id, 'in-progress', id::text, lawyer_id, null from cases
where status = 'en progreso' or (status = 'finalizado' and lawyer_id is not null);
insert into case_entries (case_id, kind, ref, actor_id, at)
select id, 'finished', id::text, lawyer_id, null from cases where status = 'finalizado';
insert into case_entries (case_id, kind, ref, at) select id, 'client-left', id::text, null from cases where client_id is null;
insert into case_entries (case_id, kind, ref, at)
select id, 'lawyer-left', id::text, null from cases where status = 'finalizado' and lawyer_id is null;

-- What the lawyer reports to the client. A correction is another version with the next `n`.
create table case_updates (
  -- Made by the browser that publishes it.
  id uuid not null,
  n integer not null check (n >= 1),
  case_id uuid not null references cases (id) on delete cascade,
  author_id uuid references profiles (id) on delete set null,
  stage text not null check (length(stage) between 1 and 60),
  -- 2,000 and 200 seen characters, each of which may be several.
  body text not null check (char_length(body) between 1 and 8000),
  next_step text check (char_length(next_step) between 1 and 800),
  created_at timestamptz not null default app_now(),
  primary key (id, n)
);
create index case_updates_newest on case_updates (case_id, created_at desc, id desc);
create index case_updates_by_author on case_updates (author_id) where author_id is not null;

-- Until when the lawyer has promised the next update.
create table case_promises (
  id uuid primary key default uuidv7(),
  case_id uuid not null references cases (id) on delete cascade,
  -- The update that made the promise.
  update_id uuid not null unique,
  -- A day in Chile.
  promised_on date not null,
  status text not null default 'abierta' check (status in ('abierta', 'atrasada', 'cumplida', 'sin_efecto')),
  -- The last day in Chile on which the lawyer was reminded.
  reminded_on date,
  created_at timestamptz not null default app_now(),
  closed_at timestamptz,
  check ((status in ('cumplida', 'sin_efecto')) = (closed_at is not null))
);
-- One open promise for a case.
create unique index case_promises_open on case_promises (case_id) where status in ('abierta', 'atrasada');
create index case_promises_due on case_promises (promised_on) where status in ('abierta', 'atrasada');
