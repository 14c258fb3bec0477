-- DAT-55: the day on which administrators were last told that a disputed change of address waits for a decision.
alter table email_changes add column reminded_on date;
-- The deletion of an administrator's account looks for what they decided.
create index email_changes_by_decider on email_changes (decided_by) where decided_by is not null;
