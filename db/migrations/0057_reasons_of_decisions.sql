-- DAT-69, DAT-76: why a report was dismissed. The reason of a measure stands in its sanction. Both go with the account of
-- the reported person; the audit log, which loses no row, has only what was decided.
alter table reports add column dismissal_reason text check (char_length(dismissal_reason) between 1 and 10000);

update reports r set dismissal_reason = a.details ->> 'reason'
from audit_log a
where a.action = 'report.decided' and a.object = r.id::text and r.outcome = 'sin_infraccion'
  and r.reported_id is not null;
update audit_log set details = '{}' where action = 'report.decided' and details <> '{}';
-- Of the team's suspensions; those of the operator are written nowhere else.
update audit_log a set details = '{}'
where action = 'account.suspended' and exists (
  select from sanctions s where s.user_id::text = a.object and s.kind = 'suspender' and s.reason = a.details ->> 'reason');
-- Of people who have left.
update audit_log a set details = '{}'
where (jsonb_exists(details, 'reason') and object ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    and action in ('account.suspended', 'lawyer.returned', 'lawyer.name_returned')
    and not exists (select from "user" u where u.id::text = a.object))
  or (jsonb_exists(details, 'reference') and purpose is not null and person_id is null and object is not null);

-- DAT-64: the register is read by person, also where an older row has the person as its object only; a report's looks
-- are found by their reference.
create index audit_log_by_object on audit_log (object) where object is not null;
create index audit_log_hidden on audit_log (hidden_until) where hidden_until is not null;

-- The deletion of an account looks for these, and a file for its request.
create index data_requests_decided_by on data_requests (decided_by) where decided_by is not null;
create index data_requests_of_file on data_requests using gin (file_keys);
create index reports_taken_by on reports (taken_by) where taken_by is not null;
create index reports_decided_by on reports (decided_by) where decided_by is not null;
create index sanctions_decided_by on sanctions (decided_by) where decided_by is not null;
create index appeals_decided_by on appeals (decided_by) where decided_by is not null;
