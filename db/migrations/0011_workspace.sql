-- What client and lawyer of a case work with: its board and its papers (ENT-13, ENT-14, OPEN-44, OPEN-45).

create table tasks (
  -- Made by the browser that adds it.
  id uuid primary key,
  case_id uuid not null references cases (id) on delete cascade,
  -- 200 seen characters, each of which may be several.
  title text not null check (char_length(title) between 1 and 800),
  status text not null default 'por_analizar'
    check (status in ('por_analizar', 'en_desarrollo', 'listo_para_cliente')),
  -- Place in its column, from 0. Written anew under a lock of the case, so two tasks never share one
  -- (docs/decisions/0017); checked at the end of the statement, since one statement moves several.
  "order" integer not null check ("order" >= 0),
  created_at timestamptz not null default app_now(),
  -- Also what a board is read by.
  constraint tasks_places unique (case_id, status, "order") deferrable initially immediate
);

create table case_documents (
  id uuid primary key default uuidv7(),
  case_id uuid not null references cases (id) on delete cascade,
  -- OPEN-58: a document stays for the other party.
  uploader_id uuid references profiles (id) on delete set null,
  -- As the person named it; the name inside the path is a cleaned one.
  file_name text not null check (char_length(file_name) between 1 and 255),
  -- CAS-25: path of the stored file, certificados/case_documents/{case}/{uuid}-{name}. Opened at /archivos/{path}, by the
  -- case's parties alone (TRAP-21). A row whose file was never stored cannot be.
  file_url text not null unique references stored_files (key),
  created_at timestamptz not null default app_now(),
  check (starts_with(file_url, 'certificados/case_documents/' || case_id || '/'))
);
create index case_documents_newest on case_documents (case_id, created_at desc, id desc);
create index case_documents_by_uploader on case_documents (uploader_id) where uploader_id is not null;
