-- SEG-71: files that are sent in a chat. Each is a document with the id of its message.
alter table messages
  -- The document with the same id, until that is deleted for good. Its type is text, which the previous release can show.
  add column is_file boolean not null default false,
  -- True for all older rows, so the table is not read.
  add constraint messages_is_file check (not is_file or type = 'text') not valid;
create index messages_with_file on messages (chat_id) where is_file;

-- contract: the two checks in its place allow everything that the dropped one did
alter table case_documents
  -- Where it was sent; it stays when the chat gets a case.
  add column chat_id uuid references chats (id) on delete cascade,
  alter column case_id drop not null,
  drop constraint case_documents_check,
  add constraint case_documents_place check (num_nonnulls(case_id, chat_id) > 0),
  -- CAS-25: certificados/case_documents/{case}/{uuid}-{name} or certificados/chats/{chat}/{uuid}-{name}.
  add constraint case_documents_path check (
    coalesce(starts_with(file_url, 'certificados/case_documents/' || case_id || '/'), false)
    or coalesce(starts_with(file_url, 'certificados/chats/' || chat_id || '/'), false)
  );
create index case_documents_of_chat on case_documents (chat_id) where chat_id is not null;
