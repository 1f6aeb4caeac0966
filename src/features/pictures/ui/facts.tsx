import type { PicturePage } from "../queries.ts";

const licences: Record<string, { label: string; href: string }> = {
  "cc-by": { label: "CC BY 4.0", href: "https://creativecommons.org/licenses/by/4.0/" },
  "cc-by-sa": { label: "CC BY-SA 4.0", href: "https://creativecommons.org/licenses/by-sa/4.0/" },
  cc0: { label: "CC0 1.0", href: "https://creativecommons.org/publicdomain/zero/1.0/" },
};

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

function Licence({ id }: { id: string }) {
  const known = licences[id];
  if (known === undefined) return id;
  return (
    <a className="link" href={known.href} rel="license noopener" target="_blank">
      {known.label}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

/** How the picture was made, and what may be done with it. */
export function Facts({ picture }: { picture: PicturePage }) {
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
          <dt>{engine.neural ? "Model" : "Engine"}</dt>
          <dd>{engine.neural ? engine.label : `${engine.label} (procedural, built in)`}</dd>
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
