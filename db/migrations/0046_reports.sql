-- DAT-65 to DAT-67: what people report to the team.
create table reports (
  -- Made by the browser, so that a repeated request is the same report.
  id uuid primary key,
  -- Null once that person has deleted the account.
  reporter_id uuid references "user" (id) on delete set null,
  reported_id uuid references "user" (id) on delete set null,
  object text not null check (object in ('message', 'conversation', 'profile', 'review')),
  object_id uuid not null,
  -- Of a message or conversation: where more messages can be chosen.
  chat_id uuid references chats (id) on delete set null,
  reason text not null check (reason in ('suplantacion', 'amenazas', 'engano', 'datos', 'discriminacion', 'sexual', 'publicidad', 'otro')),
  detail text check (char_length(detail) between 1 and 10000),
  state text not null default 'abierto' check (state in ('abierto', 'en_revision', 'esperando', 'cerrado')),
  created_at timestamptz not null default app_now(),
  taken_by uuid references "user" (id) on delete set null,
  -- When the reporter was asked for more messages.
  asked_at timestamptz,
  outcome text check (outcome in ('sin_infraccion', 'advertencia', 'ocultar', 'suspender', 'cuenta_eliminada')),
  decided_by uuid references "user" (id) on delete set null,
  closed_at timestamptz,
  check ((state = 'cerrado') = (outcome is not null)),
  check ((outcome is null) = (closed_at is null)),
  constraint reports_once unique (reporter_id, object, object_id)
);
create index reports_open on reports (created_at, id) where state <> 'cerrado';
create index reports_about on reports (reported_id) where reported_id is not null;
create index reports_closed on reports (closed_at) where state = 'cerrado';
create index reports_waiting on reports (asked_at) where state = 'esperando';
create index reports_of_chat on reports (chat_id) where chat_id is not null;

-- DAT-66: the copy that is all an administrator reads. In clear, as the messages are (DAT-58).
create table report_evidence (
  id bigint generated always as identity primary key,
  report_id uuid not null references reports (id) on delete cascade,
  -- Of a message: its number in the chat.
  seq integer,
  -- Whether the reported person wrote it.
  is_reported boolean not null,
  text text not null,
  written_at timestamptz not null,
  constraint report_evidence_once unique (report_id, seq)
);
