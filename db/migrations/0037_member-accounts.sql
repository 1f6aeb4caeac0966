-- Every member has a credit account, opened in the transaction that makes their row. Until 0.1.0 it was opened
-- after the commit, so a crash in between left members without one; billing's job opens those that are missing.
create view invariant_i11_member_accounts as
  select u.id as user_id, u.created_at
  from users u
  where not u.is_demo and not exists (select from ledger_accounts a where a.user_id = u.id);
