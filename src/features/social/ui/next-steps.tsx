import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { Link } from "#app/ui/link.tsx";
import "./next-steps.css";

/** Which of the first steps a member has taken. */
export type Done = { cast: boolean; profile: boolean; collection: boolean; follow: boolean };

const steps = (username: string) =>
  [
    {
      key: "cast",
      title: t`Cast your first picture`,
      text: t`A few words are enough. The first ones are free.`,
      to: paths.studio(),
    },
    {
      key: "profile",
      title: t`Complete your profile`,
      text: t`A picture and two lines for your page, @${username}.`,
      to: paths.dashboardPage("profile"),
    },
    {
      key: "collection",
      title: t`Start a collection`,
      text: t`Gather images that belong together.`,
      to: paths.dashboardPage("collections"),
    },
    {
      key: "follow",
      title: t`Follow a creator`,
      text: t`Keep up with people whose work you like.`,
      to: paths.creators(),
    },
  ] as const;

/** The first steps that a new member has not taken yet; renders nothing once all are done. Acceptance row DB-06. */
export function NextSteps({ done, username }: { done: Done; username: string }) {
  const left = steps(username).filter(({ key }) => !done[key]);
  if (left.length === 0) return null;
  return (
    <section className="mt-8" aria-labelledby="next-title">
      <h2 className="title-small mb-3.5" id="next-title">
        {t`Next steps`}
      </h2>
      <ul className="next-steps">
        {left.map(({ key, title, text, to }) => (
          <li key={key}>
            <Link to={to}>
              <b>{title}</b>
              <span>{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
