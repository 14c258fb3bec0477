-- A credit that comes back (H-05 «Deshacer», H-06): a movement of its own, never a change of the one that was spent.
-- contract: the release before knows no refunds; where it lists one it answers with a fault until it is replaced.
alter table credit_movements
  drop constraint credit_movements_kind_check,
  drop constraint credit_movements_check,
  drop constraint credit_movements_check1,
  drop constraint credit_movements_check2,
  drop constraint credit_movements_check3,
  add constraint credit_movements_kind_check check (kind in ('grant', 'spend', 'expire', 'refund')),
  -- What it adds to the balance or, negative, takes from it.
  add constraint credit_movements_sign check (amount <> 0 and (kind in ('grant', 'refund')) = (amount > 0)),
  -- A credit is spent for a chat about a case, and comes back for the same.
  add constraint credit_movements_of_plan check ((kind in ('spend', 'refund')) = (plan is null)),
  add constraint credit_movements_of_chat
    check (num_nonnulls(chat_id, case_id) = case when kind in ('spend', 'refund') then 2 else 0 end),
  add constraint credit_movements_one_credit
    check (amount = case kind when 'spend' then -1 when 'refund' then 1 else amount end);

-- A chat is paid for once, and given back once.
drop index credit_movements_one_a_chat;
create unique index credit_movements_once_a_chat on credit_movements (chat_id, kind);
