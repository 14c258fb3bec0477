-- What the clients' reviews come to, kept with the lawyer so that lists sort by it (OPEN-51, OPEN-53). Changed only with
-- the reviews themselves, in one transaction; always what a recount would say.
alter table lawyer_profiles
  -- All stars together, and from how many reviews.
  add column rating_sum integer not null default 0,
  add column rating_count integer not null default 0,
  add constraint lawyer_profiles_rating check (
    rating_count between 0 and 100000000 and rating_sum between rating_count and 5 * rating_count
  );

-- ENT-12. One row a client and lawyer, whichever form wrote it (TRAP-09).
create table reviews (
  -- Made by the browser that sends it.
  id uuid primary key,
  -- Received reviews go with the lawyer; written ones stay without a name (OPEN-58). A client who left is null, and nulls
  -- are never equal: the lawyer keeps every such review.
  lawyer_id uuid not null references lawyer_profiles (id) on delete cascade,
  client_id uuid references profiles (id) on delete set null,
  -- The case that gave the right to it.
  case_id uuid references cases (id) on delete set null,
  rating smallint not null check (rating between 1 and 5),
  -- Null: stars alone. The profile's form takes 250, the panel's 500 (TRAP-09).
  comment text check (char_length(comment) between 1 and 500),
  -- Its place in the list, which an edit leaves alone.
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  unique (lawyer_id, client_id),
  check (client_id <> lawyer_id),
  check (updated_at >= created_at)
);
-- Newest first, in pages (REV-01, OPEN-56, DAL-11).
create index reviews_newest on reviews (lawyer_id, created_at desc, id desc);
create index reviews_by_client on reviews (client_id) where client_id is not null;
create index reviews_by_case on reviews (case_id) where case_id is not null;
