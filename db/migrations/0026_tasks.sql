-- SEG-26 to SEG-28: what a task of the board may have besides its title. The lawyer writes it; the client ticks.
alter table tasks
  -- A day in Chile.
  add column due_on date,
  add column assignee text check (assignee in ('client', 'lawyer')),
  -- 2,000 seen characters, each of which may be several.
  add column note text not null default '' check (char_length(note) <= 8000),
  -- Null: pending.
  add column done_at timestamptz,
  -- Grows with every change of title, details or state, for calendars.
  add column revision integer not null default 0,
  add column changed_at timestamptz not null default app_now(),
  -- The last day on which its person was reminded of it.
  add column reminded_on date;
create index tasks_pending_by_day on tasks (due_on) where done_at is null and due_on is not null;

-- The checklist of a task.
create table task_items (
  -- Made by the browser that adds it.
  id uuid primary key,
  task_id uuid not null references tasks (id) on delete cascade,
  text text not null check (char_length(text) between 1 and 800),
  position integer not null check (position >= 0),
  is_done boolean not null default false
);
create index task_items_in_order on task_items (task_id, position, id);
