-- Messages and proposals of the last 30 days on the administrator's page (OPEN-03). Messages are appended in the order
-- of their times and hardly ever changed: a block range index finds the days and costs sending next to nothing.
create index messages_by_time on messages using brin (created_at) with (pages_per_range = 32, autosummarize = on);
create index proposals_by_time on proposals (created_at);
