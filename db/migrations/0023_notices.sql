-- SEG-55 to SEG-58: what people are told in Amparo. A row has no words: they are made when it is read.
create table notices (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  -- A kind of one of the slices, such as 'proposal-received'.
  kind text not null check (length(kind) between 1 and 60),
  -- The same key is the same notice: written again, it changes nothing.
  key text not null check (length(key) between 1 and 200),
  -- The id of what it is about. No reference: what is deleted reads as no longer available.
  ref uuid not null,
  -- The case that it belongs to, for the filter by case. No reference, like `ref`.
  case_id uuid,
  actor_id uuid references profiles (id) on delete set null,
  created_at timestamptz not null default app_now(),
  -- When the list of notices was opened, and when the notice was followed.
  seen_at timestamptz,
  read_at timestamptz,
  unique (user_id, key),
  check (read_at is null or seen_at is not null)
);
create index notices_newest on notices (user_id, created_at desc, id desc);
create index notices_unseen on notices (user_id) where seen_at is null;
create index notices_by_actor on notices (actor_id) where actor_id is not null;
