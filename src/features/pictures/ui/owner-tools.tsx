import { lazy, Suspense, useState, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { firstClick } from "#app/ui/first-click.ts";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { showToast } from "#app/ui/toast.ts";
import { useMember } from "#app/features/identity/ui/member.ts";
import { api } from "./api.ts";
import type { PictureDetails } from "./picture-details.ts";
import { usePendingDelete } from "./use-pending-delete.ts";
import "./owner-tools.css";

const EditDialog = lazy(async () => ({ default: (await import("./edit-dialog.tsx")).EditDialog }));

/** Notice for a picture that the classifier has sent to human review: the classifier makes no decision. */
const flaggedMessage = t`The picture check takes it for a sexual picture and may be wrong, so a person looks at it first.`;

/** Explains a hidden picture's state to viewers who may still see it. */
function stateText(picture: PictureDetails, isOwner: boolean) {
  const { is_public, approved, status, gen_meta } = picture;
  const seers = isOwner ? t`Only you see it` : t`Only its owner and admins see it`;
  if (!approved) {
    return status === "rejected"
      ? t`Removed from the walls by a moderator. ${seers}.`
      : t`${gen_meta.moderation?.flagged ? flaggedMessage : t`Waiting for approval.`} ${seers} until then.`;
  }
  return is_public ? null : t`Private. ${seers}.`;
}

type OwnerToolsProps = {
  picture: PictureDetails;
  /** The button that casts the picture at twice its size; shown to its owner. */
  enlarge: ReactNode;
  /** The button that deletes the picture for ever. */
  erase: ReactNode;
};

/** For a picture's owner and for admins: public or private, edit, delete with undo. */
export function OwnerTools({ picture, enlarge, erase }: OwnerToolsProps) {
  const { id, is_public } = picture;
  const navigate = useNavigate();
  const [state, setState] = useState<"never" | "open" | "closed">("never");
  const deletion = usePendingDelete(id, async (answer) => {
    if (answer.ok) {
      await navigate(paths.home(), { replace: true });
      await showToast("success", t`Image deleted`);
    } else
      await showToast("error", t`The image was not deleted`, {
        description: answer.problem.detail,
      });
  });

  const { run: turn, busy } = useMutation(
    () => api.patch("/api/picture/:id", { param: { id }, json: { is_public: !is_public } }),
    { reloads: true, refusedTitle: t`Nothing was changed` },
  );

  const isOwner = useMember()?.username === picture.creator.username;
  const told = stateText(picture, isOwner);
  const label = isOwner ? t`Your image` : t`For admins`;
  if (deletion.isPending) {
    return (
      <section className="owner-tools" aria-label={label}>
        <output>{t`This image is deleted when you leave this page.`}</output>
        <div className="flex flex-wrap gap-1.5">
          <Button look="primary" size="small" onClick={deletion.undo}>
            {t`Undo`}
          </Button>
          <Button danger size="small" onClick={firstClick(() => void deletion.finish())}>
            {t`Delete now`}
          </Button>
        </div>
      </section>
    );
  }
  return (
    <section className="owner-tools" aria-label={label}>
      {told && <p>{told}</p>}
      <div className="flex flex-wrap gap-1.5">
        <Button look="soft" size="small" disabled={busy} onClick={() => void turn()}>
          {is_public ? t`Make private` : t`Make public`}
        </Button>
        <Button look="soft" size="small" onClick={() => setState("open")}>
          {t`Edit details`}
        </Button>
        {isOwner && enlarge}
        <Button danger size="small" onClick={deletion.begin}>
          {t`Delete`}
        </Button>
        {erase}
      </div>
      {state !== "never" && (
        <Suspense>
          <EditDialog
            picture={picture}
            open={state === "open"}
            onClose={() => setState("closed")}
          />
        </Suspense>
      )}
    </section>
  );
}
