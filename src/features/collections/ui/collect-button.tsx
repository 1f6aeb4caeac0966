import { lazy, Suspense, useMemo, useState } from "react";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useMember } from "#app/features/identity/ui/member.ts";
import { signInIntent, useSignIn } from "#app/features/identity/ui/sign-in.ts";
import "#app/features/pictures/ui/picture-card.css";
import "#app/ui/button.css";

type CollectButtonProps = {
  pictureId: string;
  /** icon: among round buttons; overlay: over a picture; words: among buttons with text. */
  variant?: "icon" | "overlay" | "words";
  /** Title of the picture; needed where several such buttons are on a page. */
  title?: string;
};

const load = () => import("./collect-dialog.tsx");
const prepare = () => void load();
const intent = { onPointerEnter: prepare, onFocus: prepare, onPointerDown: prepare };
const CollectDialog = lazy(async () => ({ default: (await load()).CollectDialog }));

const classes = {
  icon: "icon-button",
  overlay: "card-overlay-button",
  words: buttonClass({ look: "soft", size: "small" }),
};

/** Opens the dialog that adds a picture to the member's collections. Acceptance row CO-01. */
export function CollectButton({ pictureId, variant = "icon", title }: CollectButtonProps) {
  const member = useMember();
  const signIn = useSignIn();
  const pictureIds = useMemo(() => [pictureId], [pictureId]);
  const [state, setState] = useState<"never" | "open" | "closed">("never");
  const button = (
    <button
      type={variant === "overlay" ? "button" : "submit"}
      className={classes[variant]}
      aria-label={title === undefined ? t`Collect` : t`Collect ${title}`}
      aria-haspopup="dialog"
      title={variant === "icon" ? t`Collect` : undefined}
      onClick={(event) => {
        event.preventDefault();
        const open = () => setState("open");
        if (member !== null) open();
        // Who leaves the page to sign in comes back to the page that replaces the dialog.
        else signIn({ next: paths.collect(pictureId), run: open });
      }}
      {...(member === null ? signInIntent : intent)}
    >
      {variant === "words" ? (
        t`Collect`
      ) : (
        <Icon name="folder-simple-plus" size={variant === "icon" ? 20 : 18} />
      )}
    </button>
  );
  return (
    <>
      {variant === "overlay" ? (
        button
      ) : (
        // Without JavaScript a page replaces the dialog.
        <form className="contents" action={paths.collect(pictureId)}>
          {button}
        </form>
      )}
      {state !== "never" && (
        <Suspense>
          <CollectDialog
            pictureIds={pictureIds}
            open={state === "open"}
            onClose={() => setState("closed")}
          />
        </Suspense>
      )}
    </>
  );
}
