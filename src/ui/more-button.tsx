import { t } from "#app/language/message.ts";
import { Button, ButtonAnchor } from "./button.tsx";
import type { Reading } from "./data/use-list.ts";
import { Spinner } from "./spinner.tsx";
import "./more-button.css";

type MoreButtonProps = {
  /** URL of the next page, for visitors without JavaScript; omitted if the list does not support that. */
  href?: string;
  reading: Reading;
  onMore: () => void;
};

const labels = { idle: t`Show more`, loading: t`Loading`, failed: t`Try again` } as const;

/** Loads the next page of a list. */
export function MoreButton({ href, reading, onMore }: MoreButtonProps) {
  const content = (
    <>
      {reading === "loading" && <Spinner />}
      {labels[reading]}
    </>
  );
  return (
    <div className="more">
      {reading === "failed" && (
        <p className="text-ink-2" role="alert">
          {t`The list did not load. Check the connection.`}
        </p>
      )}
      {href === undefined ? (
        <Button look="soft" aria-disabled={reading === "loading" || undefined} onClick={onMore}>
          {content}
        </Button>
      ) : (
        <ButtonAnchor
          look="soft"
          href={href}
          aria-disabled={reading === "loading" || undefined}
          onClick={(event) => {
            event.preventDefault();
            onMore();
          }}
        >
          {content}
        </ButtonAnchor>
      )}
    </div>
  );
}
