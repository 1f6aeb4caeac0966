import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { t } from "#app/language/message.ts";
import { adminData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { api } from "#app/features/admin/ui/api.ts";
import { Moment } from "#app/features/admin/ui/moment.tsx";
import { Pager } from "#app/features/admin/ui/pager.tsx";
import { messages, type Message } from "#app/features/content/queries/messages.ts";
import { contactLabels } from "#app/features/content/ui/contact-labels.ts";
import { Link } from "#app/ui/link.tsx";
import { SegmentNav } from "#app/ui/segment.tsx";
import { written } from "#app/ui/written.ts";
import "#app/features/admin/ui/message.css";
import "#app/ui/state.css";
import "./admin.css";

const rowsAPage = 25;

/** Messages sent with the forms below /contact, for admins. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  return adminData(context, async ({ db, env }) => {
    const all = query.get("show") === "all";
    const cursor = query.get("cursor") ?? undefined;
    const page = await messages(db, { open: !all, cursor, limit: rowsAPage });
    return { ...page, all, isFirst: cursor === undefined, mailedTo: env.CONTACT_EMAIL ?? null };
  });
}

const address = (query: Record<string, string | null>) =>
  paths.dashboardPage("admin/messages", query);

function Entry({ message }: { message: Message }) {
  const { id, kind, name, email, username, body, closed, createdAt } = message;
  const { run, busy } = useMutation(
    () => api.patch("/api/admin/messages/:id", { param: { id }, json: { closed: !closed } }),
    { reloads: true },
  );
  return (
    <li className="message">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="title-small">{contactLabels[kind].short}</h2>
        <span className="state" data-tone={closed ? "dim" : "ochre"}>
          {closed ? t`Closed` : t`Open`}
        </span>
        <Button
          look="soft"
          size="small"
          className="ms-auto"
          disabled={busy}
          aria-label={t`${closed ? t`Open again` : t`Close`} the message of ${name}`}
          onClick={() => void run()}
        >
          {closed ? t`Open again` : t`Close`}
        </Button>
      </div>
      <div className="text-13 text-ink-2">
        {name}
        {username !== null && ` (@${username})`},{" "}
        <a className="link" href={`mailto:${email}`}>
          {email}
        </a>
        , <Moment at={createdAt} />
      </div>
      <p {...written}>{body}</p>
    </li>
  );
}

export default function Messages() {
  const { items, next, all, isFirst, mailedTo } = useLoaderData<typeof loader>();
  const show = all ? "all" : null;
  return (
    <>
      <PageHead title={t`Messages`} />
      <h1 className="title-large">{t`Messages`}</h1>
      <div className="admin-tools">
        <SegmentNav label={t`Which`} small>
          <Link to={address({})} aria-current={all ? undefined : "page"}>
            {t`Open`}
          </Link>
          <Link to={address({ show: "all" })} aria-current={all ? "page" : undefined}>
            {t`All`}
          </Link>
        </SegmentNav>
        <p className="text-13 text-ink-3">
          {mailedTo === null
            ? t`Kept here alone: the setting CONTACT_EMAIL would have them mailed as well.`
            : t`Mailed to ${mailedTo} as well.`}
        </p>
      </div>
      {items.length === 0 ? (
        <EmptyState title={t`No messages`}>
          {all ? t`Nobody has written yet.` : t`Every message has been dealt with.`}
        </EmptyState>
      ) : (
        <ul>
          {items.map((message) => (
            <Entry key={message.id} message={message} />
          ))}
        </ul>
      )}
      <Pager
        first={isFirst ? null : address({ show })}
        next={next && address({ show, cursor: next })}
      />
    </>
  );
}
