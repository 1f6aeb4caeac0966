import { locale, t } from "#app/language/message.ts";
import { Fragment } from "react";
import { paths } from "#app/paths.ts";
import { paramName, paramValueName } from "#app/rules/param-text.ts";
import { licenceOf } from "#app/rules/licences.ts";
import { Link } from "#app/ui/link.tsx";
import type { PictureDetails } from "./picture-details.ts";
import { originalText } from "./original-text.ts";
import "./facts.css";

const day = new Intl.DateTimeFormat(locale("en-GB"), { dateStyle: "medium", timeZone: "UTC" });

function Licence({ id }: { id: string }) {
  const { label, href } = licenceOf(id);
  if (href === null) return label;
  return (
    <a className="link" href={href} rel="license noopener" target="_blank">
      {label}
      <span className="sr-only">{t` (opens in a new tab)`}</span>
    </a>
  );
}

/** How the picture was made, and its licence. */
export function Facts({ picture }: { picture: PictureDetails }) {
  const { aspect, width, height, engine, seed, createdAt, license } = picture;
  return (
    <dl className="facts">
      <dt>{t`Size`}</dt>
      <dd>
        {aspect && `${aspect}, `}
        <span className="mono">
          {width} × {height}
        </span>
      </dd>
      <dt>{t`File`}</dt>
      <dd>{originalText(picture.original)}</dd>
      {engine && (
        <>
          <dt>{t`Engine`}</dt>
          <dd>
            {engine.label}{" "}
            <Link className="link" to={paths.verify()}>
              {engine.neural ? t`(AI-generated)` : t`(procedural, built in)`}
            </Link>
          </dd>
          {engine.neural && (
            <dd className="facts-notice">
              {t`An AI model drew this. People and places may look real, but the scene did not happen.`}
            </dd>
          )}
        </>
      )}
      {Object.entries(picture.gen_meta.params ?? {}).map(([id, value]) => (
        <Fragment key={id}>
          <dt>{paramName(id)}</dt>
          <dd dir="auto">{paramValueName(id, value)}</dd>
        </Fragment>
      ))}
      {seed !== null && (
        <>
          <dt>{t`Seed`}</dt>
          <dd className="mono">{seed}</dd>
        </>
      )}
      <dt>{t`Cast on`}</dt>
      <dd>
        <time dateTime={createdAt}>{day.format(new Date(createdAt))}</time>
      </dd>
      <dt>{t`Licence`}</dt>
      <dd>
        <Licence id={license} />
      </dd>
    </dl>
  );
}
