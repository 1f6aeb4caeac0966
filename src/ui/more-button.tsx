import { ButtonAnchor } from "./button.tsx";
import { Spinner } from "./spinner.tsx";
import "./more-button.css";
type MoreButtonProps = {
  /** Address of the page that begins there, for those without script. */
  href: string;
  reading: "idle" | "loading" | "failed";
  onMore: () => void;
};

const labels = { idle: "Show more", loading: "Loading", failed: "Try again" } as const;

/** Shows the next page of a list below the present one. */
export function MoreButton({ href, reading, onMore }: MoreButtonProps) {
  return (
    <div className="more">
      {reading === "failed" && (
        <p className="text-ink-2" role="alert">
          The list did not load. Check the connection.
        </p>
      )}
      <ButtonAnchor
        look="soft"
        href={href}
        aria-disabled={reading === "loading" || undefined}
        onClick={(event) => {
          event.preventDefault();
          onMore();
        }}
      >
        {reading === "loading" && <Spinner />}
        {labels[reading]}
      </ButtonAnchor>
    </div>
  );
}
