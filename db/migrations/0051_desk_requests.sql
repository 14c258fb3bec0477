-- DAT-23 to DAT-26: requests of people without an account.

-- contract: replaced by one that allows more.
alter table data_requests drop constraint data_requests_kind_check;
alter table data_requests
  add constraint data_requests_kind_check
    check (kind in ('acceso', 'corregir', 'borrar', 'oponer', 'bloquear', 'llevar', 'revision', 'consulta')),
  -- DAT-38: proofs of identity, in bucket evidencia; they are deleted before the other files.
  add column identity_keys text[] not null default '{}';
-- Until now the proof of identity was the last of the files.
update data_requests r set
  identity_keys = r.file_keys[cardinality(r.file_keys):],
  file_keys = trim_array(r.file_keys, 1)
where cardinality(r.file_keys) > 0
  and exists (select from request_messages m where m.request_id = r.id and m.kind = 'proven');
create index data_requests_unconfirmed on data_requests (received_at) where state = 'por_confirmar';

-- Who asks without an account, and which of their data is to be found. Deleted a year after the answer.
create table desk_requests (
  request_id uuid primary key references data_requests (id) on delete cascade,
  name text not null check (length(name) between 1 and 1000),
  quality text not null check (quality in ('titular', 'representante', 'heredero')),
  -- Where the answer is sent.
  email text not null check (length(email) between 3 and 320),
  datum_kind text not null check (datum_kind in ('email', 'rut', 'phone')),
  datum text not null check (length(datum) between 3 and 320),
  -- Keyed digest of the last six-digit code.
  code_hash text not null,
  code_sent_at timestamptz not null default date_trunc('milliseconds', app_now()),
  wrong_tries smallint not null default 0
);
create index desk_requests_of_address on desk_requests (email);
