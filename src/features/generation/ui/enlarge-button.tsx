import { useRef } from "react";
import { T, t } from "#app/language/message.ts";
import { canEnlarge } from "#app/rules/enlarging.ts";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { useSite } from "#app/ui/site.ts";
import { showToast } from "#app/ui/toast.ts";
import { api } from "./api.ts";
import { Price } from "./price.tsx";
import { Spinner } from "#app/ui/spinner.tsx";

type EnlargeProps = {
  picture: { id: string; width: number; height: number };
  /** Called with the id of the cast. */
  onCast?: (id: string) => void;
};

/** Casts a picture at twice its size; not offered for a picture that is large already. */
export function EnlargeButton({ picture, onCast }: EnlargeProps) {
  const { id } = picture;
  const { remixCredits } = useSite();
  // A press after a failed request repeats it with the same key.
  const key = useRef<string | null>(null);
  const { run, busy } = useMutation(
    () => {
      key.current ??= `enlarge-${id}-${Date.now()}`;
      return api.post("/api/generations/upscale", {
        json: { picture: id },
        headers: { "idempotency-key": key.current },
      });
    },
    {
      onDone(cast) {
        key.current = null;
        onCast?.(cast.id);
        void showToast("success", t`Enlarging`, {
          description: t`You will find it in your cast log.`,
        });
      },
      onRefused(_, status) {
        if (status !== 0) key.current = null;
      },
    },
  );
  if (!canEnlarge(picture)) return null;
  return (
    <Button look="soft" size="small" disabled={busy} onClick={() => void run()}>
      {busy && <Spinner />}
      <T>
        Enlarge 2×
        <Price credits={remixCredits} />
      </T>
    </Button>
  );
}
