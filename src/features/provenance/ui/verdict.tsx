import type { CSSProperties } from "react";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { Link } from "#app/ui/link.tsx";
import { useSite } from "#app/ui/site.ts";
import type { Verified } from "./api.ts";
import "#app/features/pictures/ui/lineage.css";
import "./verdict.css";

type Shown = Verified["alike"][number];

/** What the finding says of the file, in one line and one explanation. */
function headline({ origin, picture, alike, manifest }: Verified) {
  if (origin === "none" && typeof manifest === "object" && manifest.isOwn) {
    return {
      tone: "ochre",
      text: t`This file was changed after it left here`,
      detail: t`Its signed manifest is this site’s, but the picture is not the one that was signed.`,
    };
  }
  if (origin === "none" && alike.length > 0) {
    return {
      tone: "ochre",
      text: t`This looks like a picture here`,
      detail: t`Nothing in the file shows that it came from this site.`,
    };
  }
  if (origin === "none") {
    return {
      tone: "dim",
      text: t`Nothing shows that this was made here`,
      detail: t`Marks can be lost, so this does not show that it was made elsewhere.`,
    };
  }
  const detail =
    picture === null
      ? t`The picture is not public, or it was deleted. Nothing else is told about it.`
      : t`The picture that it came from is shown below.`;
  return { tone: "moss", text: t`This was made here`, detail };
}

const watermarks: Record<Verified["origin"], string> = {
  watermark: t`Found. It leads to a picture of this site.`,
  comparison: t`Found by laying the file over the picture here that looks the same.`,
  manifest: t`Not found. The signed manifest alone shows where the file came from.`,
  none: t`Not found.`,
};

const states = {
  intact: t`Signed, and unchanged since then.`,
  changed: t`Signed, but the picture was changed afterwards.`,
  broken: t`Damaged. What it says cannot be relied on.`,
} as const;

const actionNames: Readonly<Record<string, string>> = {
  "c2pa.created": t`Created`,
  "c2pa.edited": t`Edited`,
  "c2pa.opened": t`Opened`,
  "c2pa.resized": t`Resized`,
  "c2pa.cropped": t`Cropped`,
  "c2pa.converted": t`Converted`,
  "c2pa.transcoded": t`Converted`,
  "c2pa.placed": t`Placed`,
  "c2pa.published": t`Published`,
};

const sourceTypes: Readonly<Record<string, string>> = {
  trainedAlgorithmicMedia: t`made by an AI model`,
  algorithmicMedia: t`made by a program without AI`,
  compositeWithTrainedAlgorithmicMedia: t`made in part by an AI model`,
  compositeSynthetic: t`made in part by a program without AI`,
  digitalCapture: t`taken with a camera`,
};

function Manifest({ manifest }: Pick<Verified, "manifest">) {
  if (manifest === "none") return <p>{t`This file has no signed manifest.`}</p>;
  if (manifest === "unread") return <p>{t`This server cannot read signed manifests.`}</p>;
  const { state, isOwn, signer, generator, actions, ingredients } = manifest;
  return (
    <>
      <p>{states[state]}</p>
      <dl className="verdict-facts">
        <dt>{t`Signed by`}</dt>
        <dd>
          {signer ?? t`Not said`}
          {isOwn ? t` (this site)` : t` (not checked by this site)`}
        </dd>
        {generator !== null && (
          <>
            <dt>{t`Written by`}</dt>
            <dd>{generator}</dd>
          </>
        )}
        {actions.length > 0 && (
          <>
            <dt>{t`What was done`}</dt>
            <dd>
              <ul>
                {actions.map(({ action, agent, sourceType }, index) => {
                  const kind = sourceTypes[sourceType?.split("/").at(-1) ?? ""];
                  return (
                    <li key={index}>
                      {[actionNames[action] ?? action, agent, kind].filter(Boolean).join(", ")}
                    </li>
                  );
                })}
              </ul>
            </dd>
          </>
        )}
        {ingredients.length > 0 && (
          <>
            <dt>{t`Made from`}</dt>
            <dd>
              <ul>
                {ingredients.map((title, index) => (
                  <li key={index}>{title}</li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
    </>
  );
}

function Pictures({
  title,
  pictures,
}: {
  title: string;
  pictures: { role: string; item: Shown }[];
}) {
  const { imageHost } = useSite();
  if (pictures.length === 0) return null;
  return (
    <section aria-labelledby="verdict-pictures">
      <h2 className="title-small" id="verdict-pictures">
        {title}
      </h2>
      <ol className="lineage">
        {pictures.map(({ role, item }) => (
          <li key={item.id}>
            <Link to={paths.picture(item.slug)} aria-label={`${role}: ${item.title}`}>
              <img
                alt=""
                src={imageAddress(imageHost, item.slug, { width: 300, format: "webp" })}
                style={{ "--r": item.height / item.width, "--ph": item.colors[0] } as CSSProperties}
              />
              {role}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What was found out about a file. */
export function Verdict({ found }: { found: Verified }) {
  const { origin, picture, ancestors, remixes, alike, manifest } = found;
  const { tone, text, detail } = headline(found);
  const line =
    picture === null
      ? []
      : [
          ...ancestors.map((item) => ({ role: t`Source`, item })),
          { role: t`This image`, item: picture },
          ...remixes.map((item) => ({ role: t`Remix`, item })),
        ];
  return (
    <div className="verdict">
      <div>
        <p className="verdict-headline" data-tone={tone}>
          {text}
        </p>
        <p className="text-ink-2">{detail}</p>
      </div>
      <Pictures title={t`The picture and its line`} pictures={line} />
      <Pictures
        title={t`Pictures that look like it`}
        pictures={alike.map((item) => ({ role: item.title, item }))}
      />
      <section aria-labelledby="verdict-watermark">
        <h2 className="title-small" id="verdict-watermark">
          {t`Watermark`}
        </h2>
        <p>{watermarks[origin]}</p>
      </section>
      <section aria-labelledby="verdict-manifest">
        <h2 className="title-small" id="verdict-manifest">
          {t`Signed manifest`}
        </h2>
        <Manifest manifest={manifest} />
      </section>
    </div>
  );
}
