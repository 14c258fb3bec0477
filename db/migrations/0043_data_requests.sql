-- DAT-10 to DAT-17, DAT-20 to DAT-22: requests of people about their data.
create table data_requests (
  -- Made by the browser: a retry is the same request.
  id uuid primary key,
  position bigint generated always as identity,
  -- Of the day of receipt in Chile.
  year smallint not null check (year between 2026 and 9999),
  number text not null generated always as ('DA-' || year::text || '-' || lpad((position % 1000000)::text, 6, '0')) stored,
  -- Null for somebody without an account, and once the account is deleted.
  person_id uuid references "user" (id) on delete set null,
  -- Keyed digest of the address of a deleted account.
  email_digest text,
  kind text not null check (kind in ('corregir', 'borrar', 'oponer', 'bloquear', 'llevar', 'revision', 'consulta')),
  state text not null default 'recibida' check (state in
    ('por_confirmar', 'recibida', 'identidad', 'ampliada', 'aceptada', 'parcial', 'rechazada', 'retirada')),
  -- What it is about, a value of the form; null where the form does not ask.
  about text check (length(about) between 1 and 40),
  cause text check (length(cause) between 1 and 40),
  details text not null default '' check (length(details) <= 20000),
  -- Of a correction: what it said when it was corrected, and what it must say.
  old_value text,
  new_value text,
  -- Of a block: the case or review.
  object_id uuid,
  -- Keys in bucket evidencia.
  file_keys text[] not null default '{}',
  received_at timestamptz not null default app_now(),
  due_on date not null,
  -- The last day before it was extended.
  extended_from date,
  identity_asked_at timestamptz,
  decided_at timestamptz,
  -- The day on which administrators were last reminded of it.
  reminded_on date,
  decided_by uuid references "user" (id) on delete set null,
  -- Of a refusal, whole or partial: its cause in the law.
  refusal_cause text,
  updated_at timestamptz not null default app_now(),
  check ((decided_at is not null) = (state in ('aceptada', 'parcial', 'rechazada', 'retirada'))),
  check (state not in ('parcial', 'rechazada') or refusal_cause is not null)
);
create unique index data_requests_number on data_requests (number);
create index data_requests_of_person on data_requests (person_id, position desc);
create index data_requests_open on data_requests (due_on, position) where state in ('recibida', 'identidad', 'ampliada');
create index data_requests_decided on data_requests (decided_at) where decided_at is not null;

-- What was sent about a request, by both sides, in order. Kept as proof of sending.
create table request_messages (
  id bigint generated always as identity primary key,
  request_id uuid not null references data_requests (id) on delete cascade,
  kind text not null check (kind in ('received', 'extended', 'identity', 'proven', 'answer', 'withdrawn')),
  body text not null default '' check (length(body) <= 20000),
  sent_at timestamptz not null default app_now()
);
create index request_messages_of_request on request_messages (request_id, id);
