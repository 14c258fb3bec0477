-- PLZ-66, PLZ-67: whether lawyers find an open case in the market. It is read only while the case is open.
alter table cases add column in_market boolean not null default true;

-- The same indexes as in 0007, without hidden cases. While this migration is new, the previous release reads the market more
-- slowly.
drop index cases_open_newest, cases_open_by_specialty, cases_open_by_commune;
create index cases_open_newest on cases (created_at desc, id desc) include (specialty, commune)
  where status = 'ingresado' and in_market;
create index cases_open_by_specialty on cases (specialty, commune, created_at desc, id desc)
  where status = 'ingresado' and in_market;
create index cases_open_by_commune on cases (commune, created_at desc, id desc)
  where status = 'ingresado' and in_market;

-- Existing cases about violence leave the market; those that were withdrawn come back hidden. An entry without an actor
-- makes the panel say so.
with hidden as (
  update cases set in_market = false
  where specialty in ('Violencia intrafamiliar (VIF)', 'Medidas de protección (familia)')
    and status in ('ingresado', 'retirado')
  returning id
)
insert into case_entries (case_id, kind, ref) select id, 'taken-off-market', 'migration 0066' from hidden;

-- Who sees a case that waits for a lawyer; null where its client has nothing to choose.
create function case_visibility(id uuid, status text, specialty text, in_market boolean) returns text
language sql stable begin atomic
  select case
    when status <> 'ingresado' then null
    when in_market then
      case when specialty in ('Violencia intrafamiliar (VIF)', 'Medidas de protección (familia)') then 'market' end
    when (
      select e.actor_id is null from case_entries e
      where e.case_id = case_visibility.id and e.kind in ('put-on-market', 'taken-off-market')
      -- By id: `at` is when the transaction began, maybe before it waited for the case.
      order by e.id desc limit 1
    ) then 'taken_off'
    else 'hidden'
  end;
end;
