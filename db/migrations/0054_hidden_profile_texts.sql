-- DAT-69, DAT-72: hidden descriptions of profiles, and reminders of appeals.
-- The description of a profile that a decision about a report hides.
alter table lawyer_profiles add column description_hidden_at timestamptz;
-- Whether the sanction hides the description of its person's profile; with review_id null alone, the review may be gone.
alter table sanctions add column hides_profile boolean not null default false
  check (not hides_profile or kind = 'ocultar' and review_id is null);
-- DAT-72: the day on which administrators were last reminded of an appeal that waits for too long.
alter table appeals add column reminded_on date;
