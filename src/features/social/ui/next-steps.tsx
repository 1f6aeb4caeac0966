import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import "./next-steps.css";

/** Which of the first steps a member has taken. */
export type Done = { cast: boolean; profile: boolean; collection: boolean; follow: boolean };

const steps = (username: string) =>
  [
    {
      key: "cast",
      title: "Cast your first picture",
      text: "A few words are enough. The first ones are free.",
      to: paths.studio(),
    },
    {
      key: "profile",
      title: "Complete your profile",
      text: `A picture and two lines for your page, @${username}.`,
      to: paths.dashboardPage("profile"),
    },
    {
      key: "collection",
      title: "Start a collection",
      text: "Gather images that belong together.",
      to: paths.dashboardPage("collections"),
    },
    {
      key: "follow",
      title: "Follow a creator",
      text: "Keep up with people whose work you like.",
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
        Next steps
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
