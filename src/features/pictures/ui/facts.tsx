import { licenceOf } from "#app/rules/licences.ts";
import type { PictureDetails } from "./picture-details.ts";
import "./facts.css";

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

function Licence({ id }: { id: string }) {
  const { label, href } = licenceOf(id);
  if (href === null) return label;
  return (
    <a className="link" href={href} rel="license noopener" target="_blank">
      {label}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

/** How the picture was made, and its licence. */
export function Facts({ picture }: { picture: PictureDetails }) {
  const { aspect, width, height, engine, seed, createdAt, license } = picture;
  return (
    <dl className="facts">
      <dt>Size</dt>
      <dd>
        {aspect && `${aspect}, `}
        <span className="mono">
          {width} × {height}
        </span>
      </dd>
      {engine && (
        <>
          <dt>Engine</dt>
          <dd>
            {engine.label} {engine.neural ? "(AI-generated)" : "(procedural, built in)"}
          </dd>
        </>
      )}
      {seed !== null && (
        <>
          <dt>Seed</dt>
          <dd className="mono">{seed}</dd>
        </>
      )}
      <dt>Cast</dt>
      <dd>
        <time dateTime={createdAt}>{day.format(new Date(createdAt))}</time>
      </dd>
      <dt>Licence</dt>
      <dd>
        <Licence id={license} />
      </dd>
    </dl>
  );
}
