-- SEG-72: people who do not show when they read, and so do not see when others do.
create table hidden_readers (
  user_id uuid primary key references profiles (id) on delete cascade
);
