import type { ReactNode } from "react";
import { t } from "#app/language/message.ts";
import { ButtonAnchor } from "#app/ui/button.tsx";
import type { useWallPages } from "./use-wall-pages.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import "./wall-end.css";

type WallEndProps = {
  wall: ReturnType<typeof useWallPages>;
  /** URL of the next page, for visitors without JavaScript; null on the last page. */
  moreAt: string | null;
  children?: ReactNode;
};

const labels = { idle: t`Show more`, loading: t`Loading`, failed: t`Try again` } as const;

/** The end of the loaded pages: the next page is read when this becomes visible, or by a press. */
export function WallEnd({ wall, moreAt, children }: WallEndProps) {
  const { reading, end, readMore } = wall;
  return (
    <div ref={end} className="wall-end">
      {reading === "failed" && (
        <p className="text-ink-2" role="alert">
          {t`The wall did not load. Check the connection.`}
        </p>
      )}
      {children}
      {moreAt !== null && (
        <ButtonAnchor
          look="soft"
          href={moreAt}
          aria-disabled={reading === "loading" || undefined}
          onClick={(event) => {
            event.preventDefault();
            void readMore();
          }}
        >
          {reading === "loading" && <Spinner />}
          {labels[reading]}
        </ButtonAnchor>
      )}
    </div>
  );
}
