import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import type { CSSProperties } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { imageAddress } from "../../../rules/image-address.ts";
import { useSite } from "../../../ui/site.ts";

type Echo = {
  id: string;
  slug: string;
  title: string;
  width: number;
  height: number;
  colors: readonly string[];
};

type EchoesProps = { source: Echo | null; picture: Echo; remixes: readonly Echo[] };

/** Where the picture came from and what was cast from it; nothing where there is neither. */
export function Echoes({ source, picture, remixes }: EchoesProps) {
  const { imageHost } = useSite();
  if (source === null && remixes.length === 0) return null;
  const line = [
    ...(source ? [{ role: "Source", echo: source }] : []),
    { role: "This image", echo: picture },
    ...remixes.map((echo) => ({ role: "Remix", echo })),
  ];
  return (
    <section className="mt-10" aria-labelledby="echoes">
      <h2 className="h-s" id="echoes">
        Echoes
      </h2>
      <p className="mt-0.5 mb-4 max-w-[60ch] text-ink-2">
        Where this picture came from, and what others cast from it.
      </p>
      <ol className="echoes">
        {line.map(({ role, echo }, index) => (
          <li key={echo.id}>
            {index > 0 && <CaretRightIcon size={16} />}
            <Link
              to={paths.picture(echo.slug)}
              aria-current={echo === picture ? "page" : undefined}
              aria-label={`${role}: ${echo.title}`}
            >
              <img
                alt=""
                src={imageAddress(imageHost, echo.slug, { width: 300, format: "webp" })}
                loading="lazy"
                style={{ "--r": echo.height / echo.width, "--ph": echo.colors[0] } as CSSProperties}
              />
              {role}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
