import { useEffect, useState, type CSSProperties } from "react";
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from "react-router";
import { locale, t } from "#app/language/message.ts";
import { AppError } from "#app/lib/errors.ts";
import { pageData } from "#app/page-data.ts";
import { paths } from "#app/paths.ts";
import { enoughFor } from "#app/rules/credit-costs.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { planFigures } from "#app/rules/plan-figures.ts";
import { timeAgo } from "#app/rules/time-ago.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ProgressRing } from "#app/ui/progress-ring.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { useSite } from "#app/ui/site.ts";
import { balanceOf } from "#app/features/billing/queries.ts";
import { ExampleNote } from "#app/features/billing/ui/example-note.tsx";
import { countCollections, ownCollections } from "#app/features/collections/queries.ts";
import { CollectionGrid } from "#app/features/collections/ui/collection-grid.tsx";
import { castLog, type Cast } from "#app/features/generation/queries.ts";
import { sessionUser } from "#app/features/identity/queries.ts";
import { useEvents } from "#app/features/notifications/ui/events.tsx";
import { echoesOf, followCounts, reachOf } from "#app/features/social/queries.ts";
import { ActivityPanel } from "#app/features/social/ui/activity-panel.tsx";
import { NextSteps } from "#app/features/social/ui/next-steps.tsx";
import { ReachPanel, SpanSwitch } from "#app/features/social/ui/reach-panel.tsx";
import { Link } from "#app/ui/link.tsx";
import "#app/features/generation/ui/cast-tile.css";
import "#app/ui/meter.css";
import "./overview.css";

const castsShown = 5;
const collectionsShown = 4;
const activitiesShown = 4;
/** Minimum time between two reloads while a cast is forming, in ms. */
const lookMs = 1500;

type LatestCast = {
  key: string;
  label: string;
  ratio: number;
  /** The picture, or its progress (0 to 1). */
  picture: { slug: string; color: string } | null;
  fraction: number;
  waits: boolean;
};

/** The pictures of the latest casts, finished or forming. */
function latest(casts: readonly Cast[]): LatestCast[] {
  return casts
    .flatMap((cast) =>
      cast.progress.map((entry): LatestCast | null => {
        const key = `${cast.id} ${entry.index}`;
        const { picture, state, fraction } = entry;
        const waits = cast.state === "queued";
        if (picture) {
          const ratio = picture.width / picture.height;
          const shown = { slug: picture.slug, color: picture.colors[0] };
          return { key, label: cast.prompt, ratio, picture: shown, fraction: 1, waits: false };
        }
        const isOpen = cast.state === "queued" || cast.state === "running";
        if (!isOpen || state === "failed") return null;
        const [width, height] = cast.aspect.split(":").map(Number);
        return { key, label: cast.prompt, ratio: width / height, picture: null, fraction, waits };
      }),
    )
    .filter((cast) => cast !== null)
    .slice(0, castsShown);
}

/** OVERVIEW: the member's figures, latest casts and next steps. Acceptance row DB-06. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const days = new URL(request.url).searchParams.get("days") === "7" ? 7 : 30;
  return pageData(context, async ({ db }, { userId }) => {
    if (userId === null) throw new AppError("unauthenticated");
    const [member, balance, reach, activities, collections, count, follows, casts] =
      await Promise.all([
        sessionUser(db, userId),
        balanceOf(db, userId),
        reachOf(db, userId, days),
        echoesOf(db, userId, activitiesShown),
        ownCollections(db, userId, { limit: collectionsShown }),
        countCollections(db, userId),
        followCounts(db, userId),
        castLog(db, userId, { limit: castsShown }),
      ]);
    if (member === null) throw new AppError("unauthenticated");
    const now = new Date();
    return {
      account: {
        role: member.role,
        plan: member.plan,
        renewalDate: member.renewalDate,
        current: balance.current,
      },
      reach,
      activities: activities.map((activity) => ({
        ...activity,
        ago: timeAgo(new Date(activity.at), now),
      })),
      collections,
      collectionCount: count,
      casts: latest(casts.items),
      username: member.username,
      done: {
        cast: reach.casts.total > 0,
        profile: member.bio !== null && member.avatar !== null,
        collection: count > 0,
        follow: follows.following > 0,
      },
    };
  });
}

type LoaderData = ReturnType<typeof useLoaderData<typeof loader>>;

function PlanPanel({ account }: Pick<LoaderData, "account">) {
  const { name, current, renewal, left, share, isExample } = planFigures(account);
  return (
    <section className="panel" aria-labelledby="plan-title">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="title-small" id="plan-title">
          {t`Plan & usage`}
        </h2>
        <span className="text-13 text-ink-2">{name}</span>
      </div>
      {isExample && <ExampleNote current={account.current} />}
      <p className="flex flex-wrap items-baseline gap-2">
        <span className="over-big">{current.toLocaleString(locale("en"))}</span>{" "}
        <span className="text-ink-2">{left}</span>
      </p>
      <div className="meter" aria-hidden>
        <i style={{ width: `${100 * share}%` }} />
      </div>
      <p className="text-13 text-ink-2">{t`${enoughFor(current)} Renews ${renewal}.`}</p>
      <div className="mt-auto flex gap-2">
        <ButtonLink look="soft" size="small" to={`${paths.dashboardPage("billing")}#buy`}>
          {t`Buy credits`}
        </ButtonLink>
        <ButtonLink look="quiet" size="small" to={`${paths.dashboardPage("billing")}#usage`}>
          {t`See usage`}
        </ButtonLink>
      </div>
    </section>
  );
}

function CastTile({ cast }: { cast: LatestCast }) {
  const { imageHost } = useSite();
  const { picture, label, ratio, fraction, waits } = cast;
  const style = { "--ratio": ratio.toFixed(3), background: picture?.color } as CSSProperties;
  if (picture === null) {
    const percent = Math.round(fraction * 100);
    return (
      <li className="cast" style={style}>
        <Link className="overlay overlay-live" to={paths.dashboardPage("work/cast-log")}>
          <span className="plate plate-ring">
            <ProgressRing fraction={fraction} />
            <span>{waits ? t`Waiting` : t`Taking form, ${percent}%`}</span>
          </span>
        </Link>
      </li>
    );
  }
  return (
    <li style={style}>
      <Link className="ring-outside block size-full" to={paths.picture(picture.slug)}>
        <img
          alt={label}
          src={imageAddress(imageHost, picture.slug, { width: 512, format: "webp" })}
          decoding="async"
        />
      </Link>
    </li>
  );
}

/** Reloads the page's data while casts are forming: soon after an event, but rate-limited. */
function useLiveCasts() {
  const { revalidate, state } = useRevalidator();
  const [stale, setStale] = useState(false);
  useEvents(({ name }) => {
    if (name.startsWith("generation.")) setStale(true);
  });
  useEffect(() => {
    if (!stale || state !== "idle") return undefined;
    const timer = setTimeout(() => {
      setStale(false);
      void revalidate();
    }, lookMs);
    return () => clearTimeout(timer);
  }, [stale, state, revalidate]);
}

export default function Overview() {
  const page = useLoaderData<typeof loader>();
  const { casts, reach, activities, collections, collectionCount, done, username } = page;
  useLiveCasts();
  return (
    <>
      <PageHead title={t`Overview`} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="title-large">{t`Overview`}</h1>
        <SpanSwitch days={reach.days} />
      </div>
      {casts.length > 0 && (
        <section aria-labelledby="casts-title">
          <div className="mb-3 flex items-baseline justify-between">
            <h2 className="title-small" id="casts-title">
              {t`Latest casts`}
            </h2>
            <Link className="link text-13" to={paths.dashboardPage("work/cast-log")}>
              {t`Cast log`}
            </Link>
          </div>
          <ul className="over-casts">
            {casts.map((cast) => (
              <CastTile key={cast.key} cast={cast} />
            ))}
          </ul>
        </section>
      )}
      <div className="over-three">
        <PlanPanel account={page.account} />
        <ReachPanel reach={reach} />
        <ActivityPanel activities={activities} />
      </div>
      <NextSteps done={done} username={username} />
      {collections.length > 0 && (
        <section className="mt-8" aria-labelledby="collections-title">
          <div className="mb-3.5 flex items-baseline justify-between">
            <h2 className="title-small" id="collections-title">
              {t`Collections`}
            </h2>
            <Link className="link text-13" to={paths.dashboardPage("collections")}>
              {t`All ${collectionCount.toLocaleString(locale("en"))}`}
            </Link>
          </div>
          <CollectionGrid collections={collections} direct />
        </section>
      )}
    </>
  );
}
