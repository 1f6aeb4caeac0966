-- Web Push: the key pair of the installation, and the browsers that members allowed to show notifications.

-- One row, made at first use: push services know the installation by it (VAPID, RFC 8292). Subscriptions belong to it.
create table push_keys (
  is_only     boolean primary key default true check (is_only),
  public_key  text not null,
  private_key text not null
);

-- A browser gets notifications for as long as its sign-in lasts: after a sign-out it may be somebody else's.
create table push_subscriptions (
  session_id    uuid primary key references sessions (id) on delete cascade,
  -- Address of the browser vendor's push service; whoever knows it can reach the browser.
  endpoint      text not null unique,
  p256dh        text not null,
  auth          text not null,
  created_at    timestamptz(3) not null default now(),
  -- Since when every message to it failed; null after one that was taken.
  failing_since timestamptz(3)
);

-- Waits to be sent to the member's browsers.
alter table notifications add column for_push boolean not null default false;
create index notifications_for_push on notifications (created_at) where for_push;
