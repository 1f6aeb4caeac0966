import type { CSSProperties } from "react";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { imageAddress } from "#app/rules/image-address.ts";
import { type ReferenceRole, roleName } from "#app/rules/references.ts";
import { Link } from "#app/ui/link.tsx";
import { useSite } from "#app/ui/site.ts";
import type { Tile } from "./tile.ts";
import "./lineage.css";
import "./made-with.css";

/** A picture that another was made with; null for one that is gone. */
export type Reference = { role: ReferenceRole; picture: Tile | null };

type MadeWithProps = { references: readonly Reference[]; inDialog?: boolean };

/** What a picture was made with, each with what it gave; renders nothing without any. */
export function MadeWith({ references, inDialog = false }: MadeWithProps) {
  const { imageHost } = useSite();
  if (references.length === 0) return null;
  const id = inDialog ? "dialog-made-with" : "made-with";
  const Heading = inDialog ? "h3" : "h2";
  return (
    <section className={inDialog ? "info-lineage" : "mt-10"} aria-labelledby={id}>
      <Heading className={inDialog ? "label" : "title-small mb-4"} id={id}>
        {t`Made with`}
      </Heading>
      <ul className={inDialog ? "lineage lineage-small" : "lineage"}>
        {references.map(({ role, picture }, index) => (
          <li key={`${index} ${picture?.id}`}>
            {picture === null ? (
              <span className="made-with-gone">
                <i aria-hidden />
                {t`${roleName(role)}: gone`}
              </span>
            ) : (
              <Link
                to={paths.picture(picture.slug)}
                aria-label={`${roleName(role)}: ${picture.title}`}
              >
                <img
                  alt=""
                  src={imageAddress(imageHost, picture.slug, { width: 300, format: "webp" })}
                  loading="lazy"
                  style={
                    {
                      "--r": picture.height / picture.width,
                      "--ph": picture.colors[0],
                    } as CSSProperties
                  }
                />
                {roleName(role)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
