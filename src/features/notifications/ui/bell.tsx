import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { t } from "#app/language/message.ts";
import { bellFace, pingMs, toastMs } from "#app/rules/bell.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Popover } from "#app/ui/popover.tsx";
import { useEvents } from "./events.tsx";
import { createNotificationStore } from "./notification-store.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import "./bell.css";
import "./notification-panel.css";

const loadPanel = () => import("./notification-panel.tsx");
const NotificationPanel = lazy(async () => ({ default: (await loadPanel()).NotificationPanel }));

const panelId = "notification-panel";
/** Above this number of unread notifications the badge shows no exact count. */
const mostOnBadge = 99;

/** Calls `over` some time after each new value other than null. */
function useAfter(value: unknown, ms: number, over: () => void) {
  const latest = useRef(over);
  useEffect(() => {
    latest.current = over;
  });
  useEffect(() => {
    if (value === null) return undefined;
    const timer = setTimeout(() => latest.current(), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
}

/** The bell with its badge, a message shown for 4 seconds, and the panel. See docs/product.md 2.4 and 4.5. */
export function Bell({ memberId, unread }: { memberId: string; unread: number }) {
  const [store] = useState(() => createNotificationStore(memberId, unread));
  const { list, bell, state } = useSyncExternalStore(store.subscribe, store.now, store.now);
  const [open, setOpen] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const location = useLocation();
  const closedFor = useRef(location);
  const count = list.unreadCount;
  const close = () => panel.current?.hidePopover();

  useEvents(store.hear);
  useEffect(() => void store.start(), [store]);
  useAfter(bell.toast, toastMs, () => store.ring({ name: "toast over" }));
  useAfter(bell.pingAt, pingMs, () => store.ring({ name: "ping over" }));
  useEffect(() => {
    // Acceptance row NV-11: a link may open the panel.
    const tab = new URLSearchParams(location.search).get("tab");
    if (tab === "notifications") panel.current?.showPopover();
    // Not on the first render: the browser may have opened the panel before the page's script ran.
    else if (closedFor.current !== location) panel.current?.hidePopover();
    closedFor.current = location;
  }, [location]);

  return (
    <>
      <IconButton
        className="bell"
        popoverTarget={panelId}
        aria-expanded={open}
        label={count > 0 ? t`Notifications, ${count} unread` : t`Notifications`}
        data-tip={t`Notifications`}
        data-face={bellFace(bell)}
        data-ping={bell.pingAt ?? undefined}
        onPointerEnter={() => void loadPanel()}
      >
        <Icon name={bell.toast ? "bell-fill" : "bell"} />
        {count > 0 && (
          <span className="badge" aria-hidden>
            {count > mostOnBadge ? `${mostOnBadge}+` : count}
          </span>
        )}
      </IconButton>
      <output className="bell-says">
        {bell.toast && <span data-tone={bell.toast.tone}>{bell.toast.text}</span>}
      </output>
      <Popover
        ref={panel}
        as="dialog"
        id={panelId}
        className="bell-panel"
        label={t`Notifications`}
        onToggle={(opened) => {
          setOpen(opened);
          if (opened) store.ring({ name: "panel opened" });
        }}
      >
        {open && (
          <Suspense fallback={<Spinner className="m-auto my-12" />}>
            <NotificationPanel list={list} state={state} store={store} onClose={close} />
          </Suspense>
        )}
      </Popover>
    </>
  );
}
