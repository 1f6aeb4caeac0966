import { useState } from "react";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import type { Notification, NotificationList } from "#app/rules/notification-list.ts";
import { displayTitle } from "#app/rules/notification-text.ts";
import { timeAgo } from "#app/rules/time-ago.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import type { NotificationState, NotificationStore } from "./notification-store.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import "./notification-panel.css";

function Thumbnail({ notice }: { notice: Notification }) {
  const [gone, setGone] = useState(false);
  if (notice.type === "generation_failed" || notice.type === "moderation") {
    return (
      <span className="bell-thumb bell-failed">
        <Icon name="warning-circle" />
      </span>
    );
  }
  if (notice.imageUrl === null || gone) {
    return (
      <span className="bell-thumb">
        <Icon name={notice.type === "follow" ? "users" : "image"} />
      </span>
    );
  }
  return (
    <img
      className="bell-thumb"
      src={notice.imageUrl}
      alt=""
      width={46}
      height={46}
      onError={() => setGone(true)}
    />
  );
}

type RowProps = { notice: Notification; now: Date; onOpen: () => void; onClear: () => void };

function Row({ notice, now, onOpen, onClear }: RowProps) {
  const title = displayTitle(notice);
  const to = notice.metadata?.link ?? paths.dashboardPage("work/cast-log");
  return (
    <li className="bell-row" data-unread={!notice.read || undefined}>
      <Link to={to} onClick={onOpen}>
        <Thumbnail notice={notice} />
        <span className="bell-words">
          <b>{title}</b>
          <span>{notice.description}</span>
        </span>
        <span className="bell-when">
          <time dateTime={notice.timestamp}>{timeAgo(new Date(notice.timestamp), now)}</time>
          {!notice.read && (
            <span className="dot">
              <span className="sr-only">{t`Unread`}</span>
            </span>
          )}
        </span>
      </Link>
      <IconButton size="small" label={t`Clear ${title}`} onClick={onClear}>
        <Icon name="x" size={16} />
      </IconButton>
    </li>
  );
}

type PanelProps = {
  list: NotificationList;
  state: NotificationState["state"];
  store: NotificationStore;
  onClose: () => void;
};

function Entries({ list, state, store, onClose }: PanelProps) {
  const [now] = useState(() => new Date());
  if (list.items.length === 0) {
    if (state === "loading")
      return <Spinner label={t`Loading notifications`} className="m-auto my-12" />;
    if (state === "failed") {
      return (
        <EmptyState
          title={t`Notifications did not load`}
          action={
            <Button look="soft" size="small" onClick={() => void store.load()}>
              {t`Try again`}
            </Button>
          }
        >
          {t`Check the connection. Nothing is lost.`}
        </EmptyState>
      );
    }
    return (
      <EmptyState
        title={t`No notifications yet`}
      >{t`Your generation updates will appear here`}</EmptyState>
    );
  }
  return (
    <>
      <div className="bell-head">
        <h2 className="title-small">{t`Notifications`}</h2>
        <Button look="quiet" size="small" disabled={list.unreadCount === 0} onClick={store.readAll}>
          {t`Mark all as read`}
        </Button>
        <Button look="quiet" size="small" onClick={store.clearAll}>
          {t`Clear all`}
        </Button>
      </div>
      <ul>
        {list.items.map((notice) => (
          <Row
            key={notice.id}
            notice={notice}
            now={now}
            onOpen={() => {
              store.read(notice.id);
              onClose();
            }}
            onClear={() => store.clear(notice.id)}
          />
        ))}
      </ul>
    </>
  );
}

/** The list that the bell opens. See docs/product.md 2.11 and 4.4. */
export function NotificationPanel(props: PanelProps) {
  return (
    <>
      <Entries {...props} />
      <Link
        className="bell-settings"
        to={`${paths.dashboardPage("profile")}#notifications`}
        onClick={props.onClose}
      >
        {t`Notification settings`}
      </Link>
    </>
  );
}
