import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Link } from "#app/ui/link.tsx";
import { useSite } from "#app/ui/site.ts";
import type { Echo } from "../queries.ts";
import { FollowButton } from "./follow-button.tsx";
import "./activity-panel.css";

type TimedActivity = Echo & { ago: string };

const verbs = {
  liked: "liked",
  remixed: "remixed",
  collected: "collected",
  followed: t`started following you`,
} as const;

function ActivityRow({ activity }: { activity: TimedActivity }) {
  const { imageHost } = useSite();
  const { who, picture, kind, ago, following } = activity;
  return (
    <li className="activity-row">
      <Avatar name={who.name} src={who.avatar} />
      <span className="min-w-0 flex-1">
        <Link className="font-[580]" to={paths.creator(who.username)}>
          {who.name}
        </Link>{" "}
        {verbs[kind]} {picture && <Link to={paths.picture(picture.slug)}>{picture.title}</Link>}
        <span className="whitespace-nowrap text-ink-3">, {ago}</span>
      </span>
      {picture && (
        <span className="activity-thumb" style={{ background: picture.color }}>
          <img
            alt=""
            src={imageAddress(imageHost, picture.slug, { width: 300, format: "webp" })}
            loading="lazy"
            decoding="async"
          />
        </span>
      )}
      {kind === "followed" && (
        <FollowButton username={who.username} name={who.name} following={following} small />
      )}
    </li>
  );
}

/** Recent activity of others on a member's work, latest first. */
export function ActivityPanel({ activities }: { activities: readonly TimedActivity[] }) {
  return (
    <section className="panel" aria-labelledby="activity-title">
      <h2 className="title-small" id="activity-title">
        {t`Echoes of your work`}
      </h2>
      {activities.length > 0 ? (
        <ul className="activity-list -my-2">
          {activities.map((activity) => (
            <ActivityRow
              key={`${activity.kind} ${activity.at} ${activity.who.username}`}
              activity={activity}
            />
          ))}
        </ul>
      ) : (
        <p className="text-ink-2">{t`New likes, remixes and followers appear here.`}</p>
      )}
    </section>
  );
}
