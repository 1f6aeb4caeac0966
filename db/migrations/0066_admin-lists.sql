-- Indexes for the lists of admins, measured at 100,000 rows each (docs/performance.md).

-- What a member has spent.
create index holds_settled on holds (account_id) include (settled) where state = 'settled';

create index users_role on users (role, created_at desc, id desc);
create index users_plan on users (plan, created_at desc, id desc);
create index users_admin_search on users
  using gin ((' ' || name || ' ' || username::text || ' ' || email::text) gin_trgm_ops);

create index pictures_admin_search on pictures
  using gin ((' ' || title || ' ' || filename || ' ' || coalesce(prompt, '')) gin_trgm_ops);
create index pictures_rejected on pictures (created_at desc, id desc)
  where not approved and status <> 'waiting' and removed_at is null;
create index pictures_removed_made on pictures (created_at desc, id desc) where removed_at is not null;
create index pictures_picked_made on pictures (created_at desc, id desc) where picked_at is not null;

create index admin_audit_kind on admin_audit (target_kind, id desc);
create index admin_audit_of on admin_audit (target_id, id desc);

create index generations_billed_engine on generations (engine, created_at desc, id desc)
  where reports <> '[]' or asked <> '{}';

create index payments_state on payments (state, created_at desc, id desc);
