-- The case whose «Iniciar Chat» the lawyer pressed last where the chat was there already: the next proposal is for it while
-- it is open (OPEN-32, OPEN-35, docs/decisions/0022). `case_id` stays with the case that the two have, since pages find the
-- conversation by it. No foreign key and so no index: a chat's updates stay in place, and its readers join
-- the case.
alter table chats add column sought_case_id uuid;
