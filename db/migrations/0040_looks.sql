-- DAT-35: an administrator's look at the data of a person is a row of audit_log with a purpose.
alter table audit_log
  -- Whose data it is about; null once that person's account is deleted.
  add column person_id uuid,
  add column purpose text check (purpose in ('verification', 'data_request', 'report', 'support', 'security')),
  -- A look within an open report is not shown to its person before this time.
  add column hidden_until timestamptz;
create index audit_log_of_person on audit_log (person_id, id desc) where person_id is not null;

-- What has been recorded so far: opened ID cards.
update audit_log set person_id = object::uuid, purpose = 'verification'
where action = 'id_document.viewed' and exists (select from "user" where id::text = object);
