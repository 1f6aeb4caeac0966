import { lazy, Suspense, useState } from "react";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { useMember } from "#app/features/identity/ui/member.ts";
import { signInIntent, useSignIn } from "#app/features/identity/ui/sign-in.ts";
import type { Tile } from "./tile.ts";

const ReportDialog = lazy(async () => ({
  default: (await import("./report-dialog.tsx")).ReportDialog,
}));

type ReportButtonProps = { picture: Pick<Tile, "id" | "slug" | "creator"> };

/** Opens the form that reports a picture; a guest signs in first. For one's own picture it links to its settings. */
export function ReportButton({ picture }: ReportButtonProps) {
  const member = useMember();
  const signIn = useSignIn();
  const [state, setState] = useState<"never" | "open" | "closed">("never");
  if (member?.username === picture.creator.username) {
    return (
      <a className="link self-start text-13" href={paths.picture(picture.slug)}>
        {t`Edit or delete this image`}
      </a>
    );
  }
  return (
    <>
      <button
        type="button"
        className="link self-start text-13"
        onClick={() => {
          const open = () => setState("open");
          if (member !== null) open();
          else signIn({ next: location.pathname, run: open });
        }}
        {...(member === null && signInIntent)}
      >
        {t`Report this image`}
      </button>
      {state !== "never" && (
        <Suspense>
          <ReportDialog
            pictureId={picture.id}
            open={state === "open"}
            onClose={() => setState("closed")}
          />
        </Suspense>
      )}
    </>
  );
}
