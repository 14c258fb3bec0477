-- DAT-52: when the person of this session last proved who they are; for ten minutes sensitive actions are allowed.
alter table session add column proven_at timestamptz;
