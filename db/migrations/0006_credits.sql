-- The ledger of credits (OPEN-32, OPEN-33, DESIGN §4). The balance stands in lawyer_profiles and moves in the
-- transaction that writes the movement: a lawyer's movements always add up to it.
create table credit_movements (
  id bigint generated always as identity primary key,
  lawyer_id uuid not null references lawyer_profiles (id) on delete cascade,
  -- grant: a plan's credits. expire: what was left of the plan before. spend: the chat of a market's case.
  kind text not null check (kind in ('grant', 'spend', 'expire')),
  -- What it adds to the balance or, negative, takes from it.
  amount integer not null check (amount <> 0 and (kind = 'grant') = (amount > 0)),
  balance_after integer not null check (balance_after >= 0),
  -- grant and expire: whose credits they are.
  plan text references plans (id),
  -- spend: what it paid for. Without foreign keys: whatever becomes of those, a movement is never touched again.
  chat_id uuid,
  case_id uuid,
  created_at timestamptz not null default app_now(),
  check ((kind = 'spend') = (plan is null)),
  check (num_nonnulls(chat_id, case_id) = case when kind = 'spend' then 2 else 0 end),
  check (kind <> 'spend' or amount = -1),
  check (kind <> 'expire' or balance_after = 0)
);
create index credit_movements_by_lawyer on credit_movements (lawyer_id, id desc);
-- The chart of use: counted from the index alone.
create index credit_movements_spent on credit_movements (lawyer_id, created_at) where kind = 'spend';
-- A chat is paid for once.
create unique index credit_movements_one_a_chat on credit_movements (chat_id);

-- Never changed, and removed with the lawyer only (OPEN-58).
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select 1 from lawyer_profiles where id = old.lawyer_id) then
    return old;
  end if;
  raise exception 'credit_movements is a ledger: % refused', lower(tg_op) using errcode = 'restrict_violation';
end
$$;
create trigger credit_movements_stay before update or delete on credit_movements
  for each row execute function refuse_ledger_change();
create trigger credit_movements_stay_all before truncate on credit_movements
  for each statement execute function refuse_ledger_change();

-- Credits from before the ledger.
insert into credit_movements (lawyer_id, kind, amount, balance_after, plan)
select id, 'grant', credits_available, credits_available, plan from lawyer_profiles where credits_available > 0;
