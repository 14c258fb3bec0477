-- SEG-59 to SEG-61, SEG-63 to SEG-65: e-mails of notices.

-- What each person has chosen. Without a row: every category, each e-mail at once, quiet from 22:00 to 8:00.
create table notice_settings (
  user_id uuid primary key references profiles (id) on delete cascade,
  -- Categories that are not shown in Amparo, and of which no e-mail is sent.
  hidden_categories text[] not null default '{}' check (cardinality(hidden_categories) <= 20),
  unmailed_categories text[] not null default '{}' check (cardinality(unmailed_categories) <= 20),
  frequency text not null default 'now' check (frequency in ('now', 'daily', 'weekly')),
  -- E-mails wait between these minutes of the day in Chile. Both null: they never wait.
  quiet_from integer default 1320 check (quiet_from between 0 and 1439),
  quiet_until integer default 480 check (quiet_until between 0 and 1439),
  -- E-mails without names or details.
  is_discreet boolean not null default false,
  -- No e-mail about cases, not even about their end.
  is_silent boolean not null default false,
  -- Day in Chile of the newest digest: one a person and day.
  last_digest_on date,
  -- Refusals of the mail server since the last e-mail that it took.
  mail_failures integer not null default 0 check (mail_failures >= 0),
  check ((quiet_from is null) = (quiet_until is null))
);

-- The e-mail of a notice: 'due' until the minutely task queues a job for it or drops it.
-- Null for the notices that exist already: nobody gets an e-mail about the past.
alter table notices
  add column mail_state text check (mail_state in ('due', 'queued', 'sent', 'dropped', 'failed')),
  add column mail_due_at timestamptz;
alter table notices
  alter column mail_state set default 'due',
  alter column mail_due_at set default app_now(),
  add constraint notices_mail_due_at check (mail_state <> 'due' or mail_due_at is not null);
create index notices_mail_due on notices (mail_due_at) where mail_state = 'due';
create index notices_mail_open on notices (user_id) where mail_state in ('due', 'queued');

-- The headers that tests and people see in local mode.
alter table local_mailbox add column sender text, add column headers jsonb not null default '{}';

-- SEG-61: whoever has published a case about violence is written to without names and details.
insert into notice_settings (user_id, is_discreet)
select distinct client_id, true from cases
where client_id is not null
  and specialty in ('Violencia intrafamiliar (VIF)', 'Medidas de protección (familia)');
