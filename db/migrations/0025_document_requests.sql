-- SEG-15 to SEG-25: papers that a lawyer asks for, versions of documents, who has seen them, and deletions that can be undone.

create table document_requests (
  id uuid primary key default uuidv7(),
  case_id uuid not null references cases (id) on delete cascade,
  -- Made by the browser: what was asked for at once. The same batch sent again changes nothing.
  batch_id uuid not null,
  -- Place within its batch, from 0.
  position smallint not null check (position between 0 and 29),
  -- OPEN-58: a request stays for the client.
  asked_by uuid references profiles (id) on delete set null,
  -- 120 seen characters, each of which may be several.
  name text not null check (char_length(name) between 1 and 480),
  -- The same for the whole batch.
  note text check (char_length(note) between 1 and 2000),
  due_on date not null,
  state text not null default 'pendiente'
    check (state in ('pendiente', 'entregado', 'aceptado', 'por_corregir', 'no_lo_tengo', 'anulado')),
  -- Why the lawyer returned it, or why the client does not have it.
  reason text check (char_length(reason) between 1 and 1200),
  -- Made by the browser: the files of the last delivery.
  delivery_id uuid,
  -- The last day (of Chile) on which the client was reminded.
  reminded_on date,
  created_at timestamptz not null default app_now(),
  unique (batch_id, position),
  check ((state in ('por_corregir', 'no_lo_tengo')) = (reason is not null)),
  check (state not in ('entregado', 'aceptado', 'por_corregir') or delivery_id is not null)
);
create index document_requests_of_case on document_requests (case_id);
create index document_requests_by_lawyer on document_requests (asked_by) where asked_by is not null;
create index document_requests_due on document_requests (due_on) where state in ('pendiente', 'por_corregir');

alter table case_documents
  add column request_id uuid references document_requests (id) on delete set null,
  add column delivery_id uuid,
  -- SEG-21: the versions of one document share it. A default for rows that the previous release adds.
  add column series_id uuid not null default uuidv7(),
  add column version smallint not null default 1 check (version >= 1),
  -- SEG-23: from then on nobody opens it; after 30 days a job deletes row and file.
  add column deleted_at timestamptz,
  add constraint case_documents_versions unique (series_id, version);
create index case_documents_of_request on case_documents (request_id) where request_id is not null;
create index case_documents_deleted on case_documents (deleted_at) where deleted_at is not null;

-- SEG-22: when the other party first opened a document. There are two parties, so one row is enough.
create table document_views (
  document_id uuid primary key references case_documents (id) on delete cascade,
  user_id uuid references profiles (id) on delete set null,
  viewed_at timestamptz not null default app_now()
);
create index document_views_by_user on document_views (user_id) where user_id is not null;
