-- Text without accents and capitals, for looking somebody up by name (OPEN-41: «nunoa» finds «Ñuñoa»).
create function folded(text) returns text
  language sql immutable parallel safe strict
  return lower(regexp_replace(normalize($1, NFD), '[\u0300-\u036F]', '', 'g'));

-- ENT-11
create table cases (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 200),
  description text not null check (char_length(description) between 1 and 20000),
  status text not null default 'ingresado' check (status in ('ingresado', 'activo', 'en progreso', 'finalizado')),
  client_id uuid references profiles (id) on delete set null,
  lawyer_id uuid references profiles (id) on delete set null,
  specialty text check (char_length(specialty) between 1 and 80),
  commune text check (char_length(commune) between 1 and 60),
  urgency text check (urgency in ('alta', 'media', 'baja')),
  -- A list of {question, answer}.
  details jsonb not null default '[]' check (jsonb_typeof(details) = 'array'),
  proposal_accepted_at timestamptz,
  created_at timestamptz not null default app_now(),
  check (client_id <> lawyer_id),
  -- An open case has a client and nobody else; a started one began with an accepted proposal (OPEN-35).
  check (status <> 'ingresado' or (client_id is not null and lawyer_id is null)),
  check ((status = 'ingresado') = (proposal_accepted_at is null)),
  -- A running case has its lawyer: the deletion of a lawyer's account first closes their cases (OPEN-58).
  check (status not in ('activo', 'en progreso') or lawyer_id is not null)
);
create index cases_by_client on cases (client_id, status, created_at desc);
create index cases_by_lawyer on cases (lawyer_id, status, created_at desc) where lawyer_id is not null;

-- ENT-08. Room on the page for the updates of every message: with no index on what they change they stay in place
-- (heap-only tuples), so a list sorts one person's chats itself.
create table chats (
  id uuid primary key default uuidv7(),
  client_id uuid references profiles (id) on delete set null,
  lawyer_id uuid references profiles (id) on delete set null,
  case_id uuid references cases (id) on delete set null,
  last_message text check (char_length(last_message) between 1 and 200),
  -- Number of the newest message.
  last_seq integer not null default 0 check (last_seq >= 0),
  -- Newest message that each side has seen, and how many of the other's after it count as unread (OPEN-40).
  client_read_seq integer not null default 0,
  lawyer_read_seq integer not null default 0,
  client_unread_count integer not null default 0 check (client_unread_count >= 0),
  lawyer_unread_count integer not null default 0 check (lawyer_unread_count >= 0),
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  -- OPEN-34. A party that left is null, and nulls are never equal: the one who stays keeps every such chat.
  unique (client_id, lawyer_id),
  check (client_id <> lawyer_id),
  check (num_nonnulls(client_id, lawyer_id) > 0),
  check (client_read_seq between 0 and last_seq),
  check (lawyer_read_seq between 0 and last_seq)
) with (fillfactor = 70);
create index chats_by_lawyer on chats (lawyer_id);
create index chats_by_case on chats (case_id) where case_id is not null;

-- ENT-10: summary, fee, deadline and conditions are its content.
create table proposals (
  -- Made by the browser that sends it.
  id uuid primary key,
  chat_id uuid not null references chats (id) on delete cascade,
  case_id uuid references cases (id) on delete set null,
  creator_id uuid references profiles (id) on delete set null,
  summary text not null check (char_length(summary) between 1 and 8000),
  -- Chilean pesos.
  fee integer not null check (fee between 1 and 2000000000),
  deadline date,
  conditions text[] not null default '{}' check (cardinality(conditions) <= 30),
  status text not null default 'pending' check (status in ('pending', 'edited', 'accepted', 'rejected')),
  version integer not null default 1 check (version >= 1),
  created_at timestamptz not null default app_now(),
  decided_at timestamptz,
  check ((status in ('accepted', 'rejected')) = (decided_at is not null))
);
create unique index proposals_one_accepted on proposals (case_id) where status = 'accepted';
create index proposals_by_chat on proposals (chat_id);
create index proposals_by_case on proposals (case_id) where case_id is not null;
create index proposals_by_creator on proposals (creator_id, created_at desc, id desc);

-- ENT-09
create table messages (
  -- Made by the browser that sends it: the same id again is the same message.
  id uuid primary key default uuidv7(),
  chat_id uuid not null references chats (id) on delete cascade,
  -- Its place in the conversation, without gaps.
  seq integer not null check (seq >= 1),
  sender_id uuid references profiles (id) on delete set null,
  -- Whose side it was, also once the sender has left.
  side text not null check (side in ('client', 'lawyer')),
  type text not null check (type in ('text', 'system', 'proposal')),
  -- The limit of 5,000 counts what a person sees as one character (chat/schema.ts); this one bounds the bytes.
  content text not null check (char_length(content) between 1 and 20000),
  -- Null in a message of type proposal: the proposal was withdrawn.
  proposal_id uuid references proposals (id) on delete set null,
  created_at timestamptz not null default app_now(),
  unique (chat_id, seq),
  check (type = 'proposal' or proposal_id is null)
);
-- For the deletion of an account, and for how much somebody has sent lately.
create index messages_by_sender on messages (sender_id, created_at);
create index messages_by_proposal on messages (proposal_id) where proposal_id is not null;
